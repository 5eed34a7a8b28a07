package tape

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// Plan says what a function keeps between its two sweeps.
type Plan struct {
	F      *ir.Function           // the augmented primal, into which the code that takes records from the tape is inserted
	Tape   ir.Value               // stands for the tape in F
	Values []ir.Value             // what is kept
	Before map[ir.Value]*ir.Instr // what is read too where the iteration after is reversed, in loops of known length: the phi it comes to
	Loops  *analysis.LoopInfo
	Order  []*analysis.Loop // all loops, outer ones first
	Dom    *ir.DomTree
	// Split says that the two sweeps are two functions: what is computed outside of
	// loops is kept in a frame, for each call.
	Split bool
	Facts
}

// Facts are what the layout of records asks about the function.
type Facts interface {
	// Trip is how often the backedge of l is taken, a value at hand in its preheader;
	// nil where that is not known.
	Trip(l *analysis.Loop) ir.Value
	// Replayed reports whether iterations of l are run again right before they are
	// reversed: they use the records of the loops inside by turns.
	Replayed(l *analysis.Loop) bool
	// Recomputed reports whether i is computed again with an iteration of a replayed
	// loop, so that it has no place.
	Recomputed(i *ir.Instr) bool
	// AtHand reports whether i, outside of loops, dominates the reverse sweep.
	AtHand(i *ir.Instr) bool
	// EntersBy reports whether the reverse sweep enters l from its exit block.
	EntersBy(l *analysis.Loop, exit *ir.Block) bool
	// Preds are the predecessors of b.
	Preds(b *ir.Block) []*ir.Block
	// NoteMemory is told which inserted instructions give memory of the tape, or
	// access it; NoteCode, all that are inserted.
	NoteMemory(v ir.Value)
	NoteCode(vs ...ir.Value)
}
