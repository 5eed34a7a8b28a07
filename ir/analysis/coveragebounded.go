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
