package analysis

import (
	"cmp"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// byteRange is a range of bytes in an object, from lo to hi.
type byteRange struct{ lo, hi int64 }

// constant is x as a range, false where an end is not constant.
func (x *extent) constant() (byteRange, bool) {
	if len(x.lo.terms) > 0 {
		return byteRange{}, false
	}
	s := byteRange{x.lo.c, x.lo.c}
	for _, h := range x.his {
		if len(h.terms) > 0 {
			return byteRange{}, false
		}
		s.hi = max(s.hi, h.c)
	}
	return s, true
}

// byParts reports whether writers that are complete before load in each iteration of m write
// together what it reads: each of them a part that has constant bounds, as an unrolled loop does.
func (c *Coverage) byParts(writers []*ir.Instr, load *ir.Instr, m *Loop) bool {
	base := StripAddress(load.Arg(0))
	var parts []byteRange
	for _, w := range writers {
		if !c.precedes(w, load, m) {
			continue
		}
		if x := c.written(w, m); x != nil && x.base == base {
			if s, ok := x.constant(); ok {
				parts = append(parts, s)
			}
		}
	}
	if len(parts) < 2 {
		return false
	}
	if y := c.reach(load, m); y != nil && y.base == base {
		s, ok := y.constant()
		if ok && within(parts, s) {
			return true
		}
	}
	size, ok := c.sizeOf(base)
	return ok && len(size.terms) == 0 && within(parts, byteRange{0, size.c})
}

// within reports whether the parts have every byte of s.
func within(parts []byteRange, s byteRange) bool {
	slices.SortFunc(parts, func(a, b byteRange) int { return cmp.Compare(a.lo, b.lo) })
	for _, p := range parts {
		if p.lo > s.lo {
			return false
		}
		if s.lo = max(s.lo, p.hi); s.lo >= s.hi {
			return true
		}
	}
	return s.lo >= s.hi
}
