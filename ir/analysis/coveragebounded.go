package analysis

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// includes reports whether x is known to include y.
func (x *extent) includes(y *extent) bool {
	if d, ok := y.lo.minus(x.lo); !ok || d < 0 {
		return false
	}
	return !slices.ContainsFunc(y.his, func(hi linear) bool { return !x.upTo(hi) })
}

// bounded is x for all that remainders and masked numbers in its bounds may be, as in a[i % 10].
func (x *extent) bounded() *extent {
	out := &extent{base: x.base, lo: x.lo.atBound(false)}
	for _, h := range x.his {
		out.his = append(out.his, h.atBound(true))
	}
	return out
}

// atBound is the largest number that x is for all that remainders in it may be, or the smallest.
func (x linear) atBound(largest bool) linear {
	out := linear{c: x.c}
	for _, t := range x.terms {
		most, ok := t.most()
		at := int64(0)
		if largest == (t.factor > 0) {
			at = most
		}
		if sum, fits := out.plus(linear{c: at}, t.factor); ok && fits {
			out = sum
		} else {
			out.terms = append(out.terms, t)
		}
	}
	return out
}

// most is the largest number of a term whose value is a remainder, or a number of which a constant
// leaves some bits; the least is zero.
func (t linearTerm) most() (int64, bool) {
	i, ok := t.v.(*ir.Instr)
	if !ok || i.Op != ir.URem && i.Op != ir.And {
		return 0, false
	}
	c, ok := ir.IntValue(i.Arg(1))
	if !ok || c <= 0 || tooLarge(c) {
		return 0, false
	}
	if i.Op == ir.URem {
		c--
	}
	return c, true
}

// goesOn reports whether the branch t goes to side whenever x is at least so much.
func goesOn(t *ir.Instr, side *ir.Block, x linearTerm, least int64) bool {
	if t.Op != ir.Br || len(t.Blocks) != 2 || t.Blocks[0] == t.Blocks[1] || side != t.Blocks[0] && side != t.Blocks[1] {
		return false
	}
	cmp, ok := t.Arg(0).(*ir.Instr)
	if !ok || cmp.Op != ir.ICmp {
		return false
	}
	v, ok := linearOf(cmp.Arg(0))
	c, ok2 := ir.IntValue(cmp.Arg(1))
	if !ok || !ok2 || v.c != 0 || len(v.terms) != 1 || v.terms[0] != (linearTerm{x.v, x.zext, 1}) {
		return false
	}
	p := cmp.Pred
	if side == t.Blocks[1] {
		p = inverse[p]
	}
	return p == ir.SGT && c < least || p == ir.SGE && c <= least || p == ir.NE && c == 0 && least > 0 && cmp.Arg(0).Type() != ir.I1
}
