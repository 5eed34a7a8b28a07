// Package diag is how diagnostics are made, what they call things, and how
// they are written.
//
//	file           what it does
//	make.go        diagnostics about a module or a function; ir.DiagAt makes those at an instruction
//	names.go       functions and parameters as their authors wrote them
//	dlang.go       symbols of D
//	numba.go       symbols of Numba
//	meant.go       the name that a misspelt one may stand for
//	print.go       errors and notes as text, each mistake once
//	place.go       where a diagnostic is for the user, and the line of the source
//	codes.go       the table of codes (codes/*.txt): what each means, an example, ways out as code
//	machine.go     errors and notes as JSON and SARIF
//
// An error of llad is an *ir.Diagnostic or several joined. The codes stand in
// the packages that refuse something; each is explained in codes, of which docs/codes.md is made, and
// has a line in LIMITATIONS.md.
//
// It is not for deciding what is refused, nor for the flags that choose what
// is written: see cmd/llad.
package diag
