// Package diag is how diagnostics are made, what they call things, and how
// they are written.
//
//	file           what it does
//	make.go        diagnostics about a module or a function; ir.DiagAt makes those at an instruction
//	names.go       functions and parameters as their authors wrote them
//	paramnames.go  names of parameters, out of debug information too
//	print.go       errors and notes as text
//
// An error of llad is an *ir.Diagnostic or several joined. The codes stand in
// the packages that refuse something, each explained in LIMITATIONS.md.
//
// It is not for deciding what is refused, nor for the flags that choose what
// is written: see cmd/llad.
package diag
