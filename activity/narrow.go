package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file is about alignments. Compilers state that of the type that a program moves, and one of four
// bytes is that of a type without addresses and without doubles: undecided bytes of such are floats
// of 32 bits, or numbers, of which the shadow is zero.

// narrowAlign is the alignment of floats of 32 bits.
const narrowAlign = 4

// narrow takes the undecided pieces of a copy for floats of 32 bits where the alignment of one of its sides
// tells. A block of constant size may be a part that an optimiser cut from a larger one, and then begins
// elsewhere than at a word.
func (t *types) narrow(i *ir.Instr, l []memtypes.Piece) []memtypes.Piece {
	if t.env.mayTellWords() || memtypes.Decided(l) || t.p.TargetOf(i).Kind != pointsto.ToCopy {
		return l
	}
	_, fixed := ir.IntValue(i.Arg(2))
	for k := range 2 {
		if align, ok := i.ArgAttr(k, "align"); !ok || align != "4" || fixed && !t.atWord(i.Arg(k)) {
			continue
		}
		if !fixed {
			return []memtypes.Piece{{Size: 4, Class: memtypes.FloatData, Type: ir.Float}}
		}
		return asSingles(l, 0)
	}
	return l
}

// narrowLoad reports whether an integer is loaded from where the alignment says that no address stands.
func (t *types) narrowLoad(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && i.Op == ir.Load && i.Align == narrowAlign && !t.env.mayTellWords() && t.atWord(i.Arg(0))
}

// atWord reports whether an address leads to where words begin, if its objects begin there.
func (t *types) atWord(ptr ir.Value) bool {
	places := t.p.Pointees(ptr)
	return len(places) > 0 && !slices.ContainsFunc(places, func(a memtypes.Addr) bool { return (a.Off|a.Stride)%wordSize != 0 })
}
