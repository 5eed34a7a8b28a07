package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// layOut gives every kept value a place.
func (s *synth) layOut(split bool) {
	s.records = tape.LayOut(s.env.runtime(), tape.Plan{
		F: s.p, Tape: s.tape, Values: s.plan.Values(), Loops: s.loops, Order: s.allLoops(), Dom: s.dt, Split: split,
		Facts: layoutFacts{s},
	})
	s.usesTape = s.usesTape || s.records.UsesTape()
	if split {
		s.pair.frameSize = s.records.FrameSize()
	}
}

// layoutFacts answers what the layout of records asks.
type layoutFacts struct{ s *synth }

func (f layoutFacts) Trip(l *ir.Loop) ir.Value              { return f.s.trip[l] }
func (f layoutFacts) Replayed(l *ir.Loop) bool              { return f.s.replays[l] != nil }
func (f layoutFacts) Recomputed(i *ir.Instr) bool           { return f.s.replayed(i) != nil }
func (f layoutFacts) AtHand(i *ir.Instr) bool               { return f.s.direct(i) }
func (f layoutFacts) Preds(b *ir.Block) []*ir.Block         { return f.s.preds(b) }
func (f layoutFacts) EntersBy(l *ir.Loop, b *ir.Block) bool { return f.s.counts[b][l] != nil }
func (f layoutFacts) NoteMemory(v ir.Value)                 { f.s.mark(v) }

func (f layoutFacts) NoteCode(vs ...ir.Value) {
	for _, v := range vs {
		if i, ok := v.(*ir.Instr); ok {
			f.s.tapeCode[i] = true
		}
	}
}
