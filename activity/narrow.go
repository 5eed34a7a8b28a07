package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// This file is about alignments. Compilers state that of the type that a program moves, and one of four
// bytes is that of a type without addresses and without doubles: undecided bytes of such are floats
// of 32 bits, or numbers, of which the shadow is zero.

// narrowAlign is the alignment of floats of 32 bits.
const narrowAlign = 4

// bareSingles reports whether a program in C or C++ has floats of 32 bits, so that words do not tell at run time.
func (t *types) bareSingles() bool {
	return !t.p.env.rust && t.p.env.M.HasSingles() && !t.p.env.mayTellWords()
}

// narrow takes the undecided pieces of a copy for floats of 32 bits where the alignment of one of its sides
// tells. A block of constant size may be a part that an optimiser cut from a larger one, and then begins
// elsewhere than at a word.
func (t *types) narrow(i *ir.Instr, l []Piece) []Piece {
	if t.p.env.rust || decided(l) || t.p.targetOf(i).kind != toCopy || !t.p.env.M.HasSingles() {
		return l
	}
	_, fixed := ir.IntValue(i.Arg(2))
	for k := range 2 {
		if align, ok := i.ArgAttr(k, "align"); !ok || align != "4" || fixed && !t.atWord(i.Arg(k)) {
			continue
		}
		if !fixed {
			return []Piece{{Size: 4, Class: FloatData, Type: ir.Float}}
		}
		return asSingles(l, 0)
	}
	return l
}

// narrowLoad reports whether an integer is loaded from where the alignment says that no address stands.
func (t *types) narrowLoad(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && i.Op == ir.Load && i.Align == narrowAlign && !t.p.env.rust && t.p.env.M.HasSingles() && t.atWord(i.Arg(0))
}

// atWord reports whether an address leads to where words begin, if its objects begin there.
func (t *types) atWord(ptr ir.Value) bool {
	places := t.p.pointees(ptr)
	return len(places) > 0 && !slices.ContainsFunc(places, func(a addr) bool { return (a.off|a.stride)%wordSize != 0 })
}

// strewn leaves undecided what some objects say are integers where words do not tell at run time and an address leads to
// any byte of another one that has floats: nothing tells what stands there.
func (t *types) strewn(l []Piece, places addrSet, size int64) []Piece {
	if !t.bareSingles() || size < minFloat || !slices.ContainsFunc(places, func(a addr) bool { return a.stride > 0 && a.stride < minFloat && t.mem[a.obj].hasFloats() }) {
		return l
	}
	out := slices.Clone(l)
	for k := range out {
		if out[k].Class == Integer && out[k].Size >= minFloat {
			out[k].Class = Mixed
		}
	}
	return out
}

// openNumbers reports whether integers of a copied block may be floats of 32 bits: in a program with unions, or objects of
// any type, a function may look at one of the members and copy another. The declaration of a struct says that it has none.
func (t *types) openNumbers(i *ir.Instr, l []Piece) bool {
	if !t.sharesWords() || !t.p.env.M.HasSingles() || t.p.env.mayTellWords() || t.p.targetOf(i).kind != toCopy || !decided(l) || t.characters(i) {
		return false
	}
	size, fixed := ir.IntValue(i.Arg(2))
	for at := int64(0); fixed && size <= maxWeak && at+minFloat <= size; at += minFloat {
		if integerAt(l, at%sizeOf(l)) && !t.declaredAt(i, at) {
			return true
		}
	}
	return false
}

// integerAt reports whether four bytes of a block are an integer, or a part of one.
func integerAt(l []Piece, at int64) bool {
	return slices.ContainsFunc(l, func(p Piece) bool { return p.Class == Integer && p.Offset <= at && at+minFloat <= p.Offset+p.Size })
}
