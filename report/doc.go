// Package report explains a derivative: what it is made of, and whether it is
// right.
//
//	file             what it does
//	explain*.go      what is active and why, how the reverse sweep gets its values; as text and HTML
//	check.go         forward against reverse mode and both against differences
//	rig.go           inputs and outputs of a function, as numbers
//	run.go           the function and its derivatives in the interpreter
//	demo.go          a tour of one example
//
// Invariants: a report does not change what is made; the same input and seed
// give the same report.
//
// It is not for making derivatives: see package pipeline, whose Differentiator
// the callers hand over.
package report
