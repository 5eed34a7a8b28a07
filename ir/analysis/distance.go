package analysis

import "github.com/llad-ad/llad/ir"

// Distance is q-p in bytes, modulo 2^64, where that is a constant.
func Distance(layout *ir.Layout, p, q ir.Value) (int64, bool) {
	if p == q {
		return 0, true
	}
	pb, po, ok := modularAddress(layout, p)
	qb, qo, ok2 := modularAddress(layout, q)
	if !ok || !ok2 || pb != qb {
		return 0, false
	}
	return qo.minus(po)
}

// modularAddress is linearAddress where 64-bit indices may wrap, as unsigned ones do.
func modularAddress(layout *ir.Layout, p ir.Value) (base ir.Value, off linear, ok bool) {
	for range 1000 {
		i, isInstr := p.(*ir.Instr)
		if !isInstr || !i.Typ.IsPtr() || i.Op != ir.BitCast && i.Op != ir.GetElementPtr {
			break
		}
		if i.Op == ir.GetElementPtr {
			if off, ok = gepSum(layout, i, off, modular); !ok {
				return nil, off, false
			}
		}
		p = i.Arg(0)
	}
	return p, off, layout.PtrBits(0) == 64
}

// modular decomposes a 64-bit integer through arithmetic that may wrap.
func modular(v ir.Value) (linear, bool) {
	i, ok := v.(*ir.Instr)
	if !ok || v.Type().Bits != 64 || i.Op != ir.Add && i.Op != ir.Sub {
		return linearOf(v)
	}
	if c, ok := ir.IntValue(i.Arg(1)); ok && !tooLarge(c) {
		x, ok := modular(i.Arg(0))
		if i.Op == ir.Sub {
			c = -c
		}
		ok = ok && x.addConst(c, 1)
		return x, ok
	}
	return linearOf(v)
}

// Crossing is where two addresses meet: at the value Const + the sum of Factors times Values of a counter.
type Crossing struct {
	Const   int64
	Values  []ir.Value // 64-bit integers
	Factors []int64
}

// Meet finds the only value of counter at which p and q, addresses of size bytes, are the same;
// at all others they are at least size bytes apart. ok is false where that is not how they differ.
func Meet(layout *ir.Layout, p, q, counter ir.Value, size int64) (c Crossing, ok bool) {
	pb, po, ok := inboundsAddress(layout, p)
	qb, qo, ok2 := inboundsAddress(layout, q)
	if !ok || !ok2 || pb != qb || size <= 0 {
		return c, false
	}
	d, ok := qo.plus(po, -1)
	by := d.factor(counter)
	if !ok || by != size && by != -size || d.c%by != 0 {
		return c, false
	}
	c.Const = -d.c / by
	for _, t := range d.terms {
		switch {
		case t.v == counter:
			if t.zext {
				return c, false
			}
		case t.zext || t.v.Type() != ir.I64 || t.factor%by != 0:
			return c, false
		default:
			c.Values, c.Factors = append(c.Values, t.v), append(c.Factors, -t.factor/by)
		}
	}
	return c, true
}

// inboundsAddress is linearAddress where offsets do not wrap.
func inboundsAddress(layout *ir.Layout, p ir.Value) (base ir.Value, off linear, ok bool) {
	for v := p; ; {
		i, isInstr := v.(*ir.Instr)
		if !isInstr || i.Op != ir.BitCast && i.Op != ir.GetElementPtr {
			return linearAddress(layout, p)
		}
		if i.Op == ir.GetElementPtr && i.Flags&ir.InBounds == 0 {
			return nil, off, false
		}
		v = i.Arg(0)
	}
}
