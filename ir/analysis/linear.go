package analysis

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// linear is an unbounded integer: a constant plus multiples of values.
type linear struct {
	c     int64
	terms []linearTerm // in order of first sight, no factor zero
}

// linearTerm is factor times a value, which is signed unless zext is set.
type linearTerm struct {
	v      ir.Value
	zext   bool
	factor int64
}

const (
	maxLinear      = 8       // terms of one linear
	maxLinearConst = 1 << 50 // of constants and factors
)

func (x linear) plus(y linear, factor int64) (linear, bool) {
	out := linear{c: x.c, terms: slices.Clone(x.terms)}
	ok := out.addConst(y.c, factor)
	for _, t := range y.terms {
		ok = ok && out.addTerm(t, factor)
	}
	return out, ok && len(out.terms) <= maxLinear
}

func tooLarge(v int64) bool { return v > maxLinearConst || v < -maxLinearConst }

func (x *linear) addConst(c, factor int64) bool {
	if c != 0 && absInt(factor) > maxLinearConst/absInt(c) {
		return false
	}
	x.c += c * factor
	return !tooLarge(x.c)
}

func (x *linear) addTerm(t linearTerm, factor int64) bool {
	if t.factor != 0 && absInt(factor) > maxLinearConst/absInt(t.factor) {
		return false
	}
	t.factor *= factor
	for k := range x.terms {
		if s := &x.terms[k]; s.v == t.v && s.zext == t.zext {
			s.factor += t.factor
			if s.factor == 0 {
				x.terms = slices.Delete(x.terms, k, k+1)
				return true
			}
			return !tooLarge(s.factor)
		}
	}
	if t.factor != 0 {
		x.terms = append(x.terms, t)
	}
	return true
}

// minus is x-y where that is a constant.
func (x linear) minus(y linear) (int64, bool) {
	d, ok := x.plus(y, -1)
	return d.c, ok && len(d.terms) == 0
}

// linearOf decomposes an integer through arithmetic that does not wrap.
func linearOf(v ir.Value) (linear, bool) { return linearAt(v, 0) }

func linearAt(v ir.Value, depth int) (linear, bool) {
	if c, ok := ir.IntValue(v); ok {
		return linear{c: c}, !tooLarge(c)
	}
	leaf := linear{terms: []linearTerm{{v, false, 1}}}
	i, ok := v.(*ir.Instr)
	if !ok || depth > 24 {
		return leaf, v.Type().IsInt()
	}
	switch i.Op {
	case ir.SExt:
		return linearAt(i.Arg(0), depth+1)
	case ir.ZExt:
		if i.Flags&ir.NNeg != 0 {
			return linearAt(i.Arg(0), depth+1)
		}
		return linear{terms: []linearTerm{{i.Arg(0), true, 1}}}, true
	case ir.Add, ir.Sub, ir.Or:
		if i.Op == ir.Or && i.Flags&ir.Disjoint == 0 || i.Op != ir.Or && i.Flags&ir.NSW == 0 {
			return leaf, true
		}
		x, ok := linearAt(i.Arg(0), depth+1)
		y, ok2 := linearAt(i.Arg(1), depth+1)
		if !ok || !ok2 {
			return leaf, true
		}
		factor := int64(1)
		if i.Op == ir.Sub {
			factor = -1
		}
		if sum, ok := x.plus(y, factor); ok {
			return sum, true
		}
	case ir.Mul, ir.Shl:
		c, ok := ir.IntValue(i.Arg(1))
		if i.Op == ir.Shl {
			ok = ok && c >= 0 && c < 40
			c = 1 << uint(max(c, 0)&63)
		}
		if !ok || i.Flags&ir.NSW == 0 || tooLarge(c) {
			return leaf, true
		}
		x, ok := linearAt(i.Arg(0), depth+1)
		if !ok {
			return leaf, true
		}
		if p, ok := (linear{}).plus(x, c); ok {
			return p, true
		}
	}
	return leaf, true
}

// linearAddress decomposes an address into a base and an offset in bytes, exact modulo 2^64.
func linearAddress(layout *ir.Layout, p ir.Value) (base ir.Value, off linear, ok bool) {
	for range 1000 {
		i, isInstr := p.(*ir.Instr)
		if !isInstr || !i.Typ.IsPtr() || i.Op != ir.BitCast && i.Op != ir.GetElementPtr {
			return p, off, true
		}
		if i.Op == ir.GetElementPtr {
			if off, ok = gepSum(layout, i, off, linearOf); !ok {
				return nil, off, false
			}
		}
		p = i.Arg(0)
	}
	return nil, off, false
}

// gepSum adds the offset of the GEP i to off; index decomposes its indices.
func gepSum(layout *ir.Layout, i *ir.Instr, off linear, index func(ir.Value) (linear, bool)) (linear, bool) {
	ok := layout.Steps(i.Elem, i.Args()[1:], func(v ir.Value, bytes int64) (ok bool) {
		if v == nil {
			return off.addConst(bytes, 1)
		}
		if !v.Type().IsInt() || v.Type().Bits > 64 {
			return false
		}
		x, ok := index(v)
		if ok {
			off, ok = off.plus(x, bytes)
		}
		return ok
	})
	return off, ok
}
