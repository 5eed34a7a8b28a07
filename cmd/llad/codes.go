package main

import "github.com/llad-ad/llad/ir"

const codeNoMarkers = "L0720" // a note: nothing to do

// noMarkers is the note that a file asks for no derivative.
func noMarkers(file string) *ir.Diagnostic {
	return &ir.Diagnostic{
		File: file, Code: codeNoMarkers,
		Message: "no call of a marker is in it: it is written as it was",
		Hint:    "`-reverse -func NAME` makes a gradient, `-forward -func NAME` a tangent; `llad help markers` has what a source can ask for",
	}
}
