package pass

import "github.com/llad-ad/llad/ir"

// DefineLanes puts zero where a floating-point operand is undef or poison:
// whole constants, lanes of constants, lanes that a shuffle leaves open, the
// vector or struct that insertions start from. Compilers leave lanes open that
// nobody reads; their adjoints are zero, but zero times poison is poison, and
// zero times the garbage that stands there may be a NaN. It reports whether
// anything changed.
func DefineLanes(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.ShuffleVector {
				changed = closeShuffle(i) || changed
			}
			for k := 0; k < i.NumArgs(); k++ {
				if v := defineConst(i.Arg(k)); v != nil {
					i.SetArg(k, v)
					changed = true
				}
			}
		}
	}
	return changed
}

// defineConst is c with zeros for its undefined floating-point members, nil
// when it has none.
func defineConst(v ir.Value) ir.Value {
	c, ok := v.(*ir.Const)
	if !ok || !c.Typ.HasFloat() {
		return nil
	}
	switch c.Kind {
	case ir.ConstUndef, ir.ConstPoison:
		return ir.Zero(c.Typ)
	case ir.ConstVector, ir.ConstArray, ir.ConstStruct, ir.ConstSplat:
		var out *ir.Const
		for k, e := range c.Elems {
			d := defineConst(e)
			if d == nil {
				continue
			}
			if out == nil {
				fresh := *c
				fresh.Elems = append([]ir.Value(nil), c.Elems...)
				out = &fresh
			}
			out.Elems[k] = d
		}
		if out != nil {
			return out
		}
	}
	return nil
}

// closeShuffle lets the lanes that a shuffle of numbers leaves open take a lane
// of its second operand when that is open too, and so becomes zero; else the
// first lane.
func closeShuffle(i *ir.Instr) bool {
	t := i.Arg(0).Type()
	mask, ok := i.Arg(2).(*ir.Const)
	if !ok || !t.IsFP() || t.Scalable {
		return false
	}
	spare := int64(0)
	if ir.IsUndef(i.Arg(1)) {
		spare = t.Len
	}
	lanes := make([]ir.Value, mask.Typ.Len)
	open := false
	for k := range lanes {
		e := ir.Value(mask)
		switch mask.Kind {
		case ir.ConstVector:
			e = mask.Elems[k]
		case ir.ConstUndef, ir.ConstPoison:
		default:
			return false // zeroinitializer or a splat of a number
		}
		if ir.IsUndef(e) {
			e, open = ir.NewInt(ir.I32, spare), true
		}
		lanes[k] = e
	}
	if open {
		i.SetArg(2, &ir.Const{Kind: ir.ConstVector, Typ: mask.Typ, Elems: lanes})
	}
	return open
}
