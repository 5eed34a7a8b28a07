// Package llad differentiates LLVM IR: the Go API behind the llad command.
//
//	ir.Read ─▶ New ─▶ Differentiate (or LowerMarkers) ─▶ ir.Module.Bytes
//
//	file           what it does
//	llad.go        requests and results
//	request.go     names of functions and parameters, activities, defaults
//	pipeline.go    the steps from a function to its derivative, as a table
//	markers*.go    calls of __enzyme_autodiff and the like, lowered
//	header.go      C prototypes and Rust declarations of generated functions
//
// Invariants: an error is an *ir.Diagnostic or several joined; after an error
// the module is not to be written. The same input gives the same bytes.
//
// Nothing here knows about flags or files: see cmd/llad.
package llad
