// Package llad differentiates LLVM IR: the Go API behind the llad command.
//
//	ir.Read ─▶ New ─▶ Differentiate (or LowerMarkers) ─▶ Write
//
// It names what the packages below it do and has no code of its own:
//
//	package        what it does
//	pipeline       a request and the steps from a function to its derivative
//	markers        calls of __enzyme_autodiff and the like, lowered
//	declare        C prototypes and Rust declarations of generated functions
//	report         what a derivative is made of, and whether it is right
//	diag           diagnostics as text
//
// Invariants: an error is an *ir.Diagnostic or several joined; after an error
// the module is not to be written. The same input gives the same bytes.
//
// Nothing here knows about flags or files: see cmd/llad.
package llad
