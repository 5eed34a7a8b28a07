package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// controlFlow is what the reverse sweep must know of the way that control took: counters of loops, paths, choices.
type controlFlow struct {
	fn *primal
	sh *shadows
	rv *reversals

	counter  map[*analysis.Loop]*ir.Instr              // header phi 0, 1, 2, ...
	counts   map[*ir.Block]map[*analysis.Loop]ir.Value // at an exit block: the counter's value on leaving the loop
	trip     map[*analysis.Loop]ir.Value               // how often the backedge is taken, where the preheader knows
	skip     map[*ir.Block]*ir.Block                   // where the reverse sweep goes on above a block, when at once
	path     map[*ir.Block]ir.Value                    // which predecessor control came from, an i32 value of p
	work     []bool                                    // by block ID: has something to reverse
	loopWork map[*analysis.Loop]bool
	choices  map[*ir.Instr]*choice
	chosen   map[*analysis.Loop][]*choice
	serves   map[*analysis.Loop]*choice // see onlyFor
}

func newControlFlow(fn *primal, sh *shadows, rv *reversals) *controlFlow {
	return &controlFlow{
		fn: fn, sh: sh, rv: rv,
		counter:  map[*analysis.Loop]*ir.Instr{},
		counts:   map[*ir.Block]map[*analysis.Loop]ir.Value{},
		trip:     map[*analysis.Loop]ir.Value{},
		path:     map[*ir.Block]ir.Value{},
		loopWork: map[*analysis.Loop]bool{},
		choices:  map[*ir.Instr]*choice{},
		chosen:   map[*analysis.Loop][]*choice{},
		serves:   map[*analysis.Loop]*choice{},
	}
}
