package typeanalysis

import (
	"math/bits"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Limits of what is looked at to know an index.
const (
	mostFactor = 1 << 24
	mostNested = 8
)

// times is the set of products with k.
func (p pattern) times(k int64) pattern {
	switch {
	case k == 0 || p == pattern{}:
		return pattern{}
	case k < 0:
		return p.negated().times(-k)
	}
	q := pattern{p.lo * k, p.hi * k, p.stride * k}
	if p.lo <= -far/2 {
		q.lo = floorMod(p.lo*k, q.stride) - far
	}
	if p.hi >= far {
		q.hi = far
	}
	return q.norm()
}

// anyIndex is an index of which nothing is known: it is taken not to be negative (bounds).
var anyIndex = pattern{0, far, 1}

// offsets are the values that an index may have: at the least multiples of a power of two.
func (s *System) offsets(v ir.Value, depth int) pattern {
	p := s.index(v, depth)
	if p == anyIndex {
		p.stride = 1 << min(zeros(s.layout, v, depth), mostStep)
	}
	return p
}

// mostZeros bounds what zeros answers, mostStep what is made of it.
const (
	mostZeros = 40
	mostStep  = 20
)

// gone reports whether an instruction, or its function, has been dropped since the rules were made: a synthesis
// consumes the copy of a body that it works on.
func gone(i *ir.Instr) bool { return i.Parent == nil || i.NumArgs() == 0 }

// zeros is how many of the lowest bits of an integer are known to be zero.
func zeros(l *ir.Layout, v ir.Value, depth int) int {
	if n, ok := ir.IntValue(v); ok {
		return min(bits.TrailingZeros64(uint64(n)), mostZeros)
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > mostNested || gone(i) {
		return 0
	}
	least := func(list []ir.Value, deeper int) int {
		z := mostZeros
		for _, a := range list {
			if a != v && z > 0 {
				z = min(z, zeros(l, a, depth+deeper))
			}
		}
		return z
	}
	switch i.Op {
	case ir.PtrToInt, ir.PtrToAddr:
		return alignedZeros(l, i.Arg(0), depth+1)
	case ir.Add, ir.Sub, ir.Or, ir.Xor, ir.ZExt, ir.SExt, ir.Freeze, ir.Trunc:
		return least(i.Args(), 1)
	case ir.Select:
		return least(i.Args()[1:], 1)
	case ir.Phi:
		var list []ir.Value
		for _, a := range i.Args() {
			if n, ok := a.(*ir.Instr); ok && n.Op == ir.Add && n.Arg(0) == v {
				a = n.Arg(1) // counted
			}
			list = append(list, a)
		}
		return least(list, 3)
	case ir.And:
		return max(zeros(l, i.Arg(0), depth+1), zeros(l, i.Arg(1), depth+1))
	case ir.Mul:
		return min(zeros(l, i.Arg(0), depth+1)+zeros(l, i.Arg(1), depth+1), mostZeros)
	case ir.Shl, ir.AShr, ir.LShr:
		k, known := ir.IntValue(i.Arg(1))
		if !known || k < 0 || k > 63 {
			return 0
		}
		if i.Op == ir.Shl {
			return min(zeros(l, i.Arg(0), depth+1)+int(k), mostZeros)
		}
		return max(0, zeros(l, i.Arg(0), depth+1)-int(k))
	case ir.Call:
		if n := i.CalledName(); strings.HasPrefix(n, "llvm.smin.") || strings.HasPrefix(n, "llvm.smax.") || strings.HasPrefix(n, "llvm.umin.") || strings.HasPrefix(n, "llvm.umax.") {
			return least(i.CallArgs(), 1)
		}
	}
	return 0
}

// index is what is known of the values of an index by how it is computed.
func (s *System) index(v ir.Value, depth int) pattern {
	if n, ok := ir.IntValue(v); ok && n > -far && n < far {
		return exactly(n)
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > mostNested || gone(i) {
		return anyIndex
	}
	switch i.Op {
	case ir.Add:
		return s.offsets(i.Arg(0), depth+1).plus(s.offsets(i.Arg(1), depth+1))
	case ir.Or:
		if i.Flags&ir.Disjoint != 0 {
			return s.offsets(i.Arg(0), depth+1).plus(s.offsets(i.Arg(1), depth+1))
		}
	case ir.Sub:
		if leadsNowhere(s, i.Arg(0)) || leadsNowhere(s, i.Arg(1)) {
			return exactly(0) // so far: of empty containers
		}
		if n := s.at(i); n.apart != nil && len(n.apart.list) > 0 { // not negative (bounds)
			d := n.apart.list[0]
			if d.lo < 0 && d.stride > 0 {
				d.lo = floorMod(d.lo, d.stride)
			}
			return d
		}
		a, b := s.offsets(i.Arg(0), depth+1), s.offsets(i.Arg(1), depth+1)
		d := a.minus(b)
		if d.lo < 0 && a.hi >= far { // not negative (bounds)
			d.lo = floorMod(d.lo, d.stride)
		}
		return d
	case ir.Mul:
		if k, ok := ir.IntValue(i.Arg(1)); ok && k > -mostFactor && k < mostFactor {
			return s.offsets(i.Arg(0), depth+1).times(k)
		}
	case ir.Shl:
		if k, ok := ir.IntValue(i.Arg(1)); ok && k >= 0 && k < 24 {
			return s.offsets(i.Arg(0), depth+1).times(1 << k)
		}
	case ir.And:
		if m, ok := ir.IntValue(i.Arg(1)); ok {
			if m >= 0 && m&(m+1) == 0 {
				return remainder(s.layout, i.Arg(0), m+1, depth)
			}
			if m < 0 && m > -mostFactor && -m&(-m-1) == 0 {
				return pattern{0, far, -m}
			}
		}
	case ir.URem, ir.SRem:
		if m, ok := ir.IntValue(i.Arg(1)); ok && m > 1 && m < far {
			return remainder(s.layout, i.Arg(0), m, depth)
		}
	case ir.ZExt, ir.SExt, ir.Freeze, ir.Trunc:
		if t := i.Arg(0).Type(); i.Op == ir.ZExt && t.IsInt() && t.Bits <= 8 {
			return pattern{0, 1<<t.Bits - 1, 1}
		}
		return s.offsets(i.Arg(0), depth+1)
	case ir.Select:
		return s.offsets(i.Arg(1), depth+1).join(s.offsets(i.Arg(2), depth+1))
	case ir.Phi:
		if p, ok := s.counts[i]; ok {
			return p
		}
		return s.counted(i, depth)
	}
	return anyIndex
}

// leadsNowhere reports whether a value is an address as an integer of which no object is known.
func leadsNowhere(s *System, v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && (i.Op == ir.PtrToInt || i.Op == ir.PtrToAddr) && len(s.at(i).order) == 0
}

// counted are the values of a phi that counts by a constant, or chooses one of several.
func (s *System) counted(phi *ir.Instr, depth int) pattern {
	var start pattern
	some, step, up := false, int64(0), true
	for _, a := range phi.Args() {
		if n, ok := a.(*ir.Instr); ok && n.Op == ir.Add && n.Arg(0) == ir.Value(phi) {
			k, known := ir.IntValue(n.Arg(1))
			if !known {
				return anyIndex
			}
			step, up = gcd(step, k), up && k > 0
			continue
		}
		if a == ir.Value(phi) {
			continue
		}
		if _, isPhi := a.(*ir.Instr); isPhi && depth > 3 {
			return anyIndex
		}
		o := s.offsets(a, depth+3)
		if some {
			o = o.join(start)
		}
		start, some = o, true
	}
	if !some {
		return anyIndex
	}
	if step == 0 {
		return start
	}
	if !up { // counts down, to zero at the least (bounds)
		return pattern{floorMod(start.lo, gcd(start.stride, step)), far, gcd(start.stride, step)}
	}
	return start.step(step, true)
}

// distancesIn are the differences of addresses from which an index may be computed.
func (s *System) distancesIn(v ir.Value) (list []*node) {
	var visit func(v ir.Value, depth int)
	visit = func(v ir.Value, depth int) {
		i, ok := v.(*ir.Instr)
		if !ok || depth > mostNested {
			return
		}
		switch i.Op {
		case ir.Sub:
			list = append(list, s.at(i), s.at(i.Arg(0)), s.at(i.Arg(1)))
		case ir.Phi:
			depth += 2
		case ir.Add, ir.Or, ir.Mul, ir.Shl, ir.ZExt, ir.SExt, ir.Freeze, ir.Trunc, ir.Select:
		default:
			return
		}
		for _, a := range i.Args() {
			visit(a, depth+1)
		}
	}
	visit(v, 0)
	return list
}
