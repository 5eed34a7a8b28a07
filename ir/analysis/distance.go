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
