package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/tape"
)

// layOut gives every kept value a place.
func (s *synth) layOut(split bool) {
	s.records = tape.LayOut(s.fn.env.runtime(), tape.Plan{
		F: s.fn.p, Tape: s.fn.tape, Values: s.kp.plan.Values(), Loops: s.fn.loops, Order: s.fn.allLoops(), Dom: s.fn.dt, Split: split,
		Before: s.kp.carriedOn(),
		Facts:  layoutFacts{fn: s.fn, sh: s.sh, cf: s.cf, rps: s.rps, code: s.tapeCode},
	})
	s.fn.usesTape = s.fn.usesTape || s.records.UsesTape()
	if split {
		s.fn.pair.frameSize = s.records.FrameSize()
	}
}

// layoutFacts answers what the layout of records asks.
type layoutFacts struct {
	fn   *primal
	sh   *shadows
	cf   *controlFlow
	rps  *replays
	code map[*ir.Instr]bool // what the layout inserts
}

func (f layoutFacts) Trip(l *analysis.Loop) ir.Value              { return f.cf.trip[l] }
func (f layoutFacts) Replayed(l *analysis.Loop) bool              { return f.rps.replays[l] != nil }
func (f layoutFacts) Recomputed(i *ir.Instr) bool                 { return f.rps.replayed(i) != nil }
func (f layoutFacts) AtHand(i *ir.Instr) bool                     { return f.fn.direct(i) }
func (f layoutFacts) Preds(b *ir.Block) []*ir.Block               { return f.fn.preds(b) }
func (f layoutFacts) EntersBy(l *analysis.Loop, b *ir.Block) bool { return f.cf.counts[b][l] != nil }
func (f layoutFacts) NoteMemory(v ir.Value)                       { f.sh.mark(v) }

func (f layoutFacts) NoteCode(vs ...ir.Value) {
	for _, v := range vs {
		if i, ok := v.(*ir.Instr); ok {
			f.code[i] = true
		}
	}
}
