package diag

import (
	"fmt"
	"io"

	"github.com/llad-ad/llad/ir"
)

// Print writes every error that was joined into err, one after the other, but none twice:
// several calls of markers differentiate the same function.
func Print(w io.Writer, err error) { print(w, err, map[string]bool{}) }

func print(w io.Writer, err error, told map[string]bool) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			print(w, e, told)
		}
		return
	}
	if text := err.Error(); !told[text] {
		told[text] = true
		fmt.Fprintln(w, text)
	}
}

// PrintNotes writes what does no harm.
func PrintNotes(w io.Writer, notes []*ir.Diagnostic) {
	for _, n := range notes {
		fmt.Fprintln(w, n.Note())
	}
}
