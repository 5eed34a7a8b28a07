package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// lookups give values of the forward sweep in the reverse sweep.
type lookups struct {
	cu *cursor

	fwd       *emitter              // combined form: the forward sweep in the same function
	inherited map[ir.Value]ir.Value // split form: parameters of p that are parameters here
	enters    map[*analysis.Loop]*loopEntry
	memo      map[memoKey]ir.Value
	needed    []ir.Value
	neededs   map[ir.Value]bool
}
