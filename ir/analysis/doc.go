// Package analysis answers questions about functions of package ir: which memory two
// accesses touch, what calls read and write, how loops count, and between which numbers
// integers and addresses lie.
//
//	alias*.go, disjointmarks.go  Alias: may two accesses overlap, may an instruction write; marks of checks at run time
//	effects.go                   EffectTable: what a call reads and writes, by attributes and bodies
//	tbaa.go                      type-based alias metadata
//	loops.go                     LoopInfo: the loop forest
//	tripcount.go, scalarexpr.go  BackedgeCount: how often a loop runs, as an expression
//	recurrence.go                Recurrence: values that grow by the same step in each iteration
//	linear.go, poly.go           sums and sums of products of values
//	distance.go                  Distance: how far two addresses are apart
//	dependence*.go               DependenceTest: stores that never write what a load read before
//	coverage*.go                 Coverage: loops that write all that a later loop reads
//	bounds*.go                   Bounds: interval arithmetic, written as code
//	recursion.go                 CallCycles: functions that may call themselves
//	trailingzeros.go             TrailingZeros: low bits that are known to be zero
//
// An analysis is a snapshot of a function: what is added later it treats with the
// knowledge of before. It changes no function; Bounds, Recurrence and TripCount write new
// code where they are told to.
//
// Control flow and dominators are in package ir.
package analysis
