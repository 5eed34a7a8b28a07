package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// This file is about programs in C and C++ that have floats of 32 bits. Where one stands, or two, a word does not
// tell when running what it is, so that what one function, or one of several objects, knows of it is not
// enough.

// bareSingles reports whether a program in C or C++ has floats of 32 bits, so that words do not tell at run time.
func (t *types) bareSingles() bool {
	return !t.env.module.rust && t.env.M.HasSingles() && !t.env.mayTellWords()
}

// own leaves out memory of library objects where words do not tell at run time and there is other memory: that it holds
// integers says nothing of what stands there.
func (t *types) own(places addrSet) addrSet {
	if !t.bareSingles() || len(places) < 2 {
		return places
	}
	return slices.DeleteFunc(slices.Clone(places), func(a addr) bool { return a.obj == foreign })
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
	if !t.bareSingles() || !t.sharesWords() || t.p.targetOf(i).kind != toCopy || !decided(l) || t.characters(i) {
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
