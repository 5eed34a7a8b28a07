// Package transform holds the tables of passes: those that bring a function into the
// form that differentiation expects, before it, and those that tidy generated code,
// after it. docs/passes.md is made of them.
//
//	pass.go       what a row says of a pass
//	table.go      the rows
//	sequences.go  in which order they run
//	order.go      which pairs of passes must be in that order, and why: a test exchanges each
//	normalize.go  Passes, which runs them
//
// The passes themselves are in the packages below:
//
//	canon         textbook forms: SSA, control flow, loops, exceptions, inlining
//	typerecovery  words that are moved or computed with as integers become what they are
//	raise         what compilers did to loops is undone
//	loopopt       versions and forms of loops for the generated code
//	edit          helpers to change a function
//
// Invariants of all passes: a pass keeps every result of the function bit for bit (no
// floating-point operation is reordered, contracted or folded), introduces no undefined
// behaviour within years of running, gives the same output for the same input, and takes
// close to linear time. Every pass leaves a function that ir.Verify accepts when it was
// given one, and needs the function to be loaded.
//
// The package is not an optimiser: what the compiler does to the written text anyway is
// left to it.
package transform
