package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// DefineLanes replaces undef and poison in floating-point operands by numbers: in constants,
// in lanes that a shuffle leaves undefined, and in the vector or struct that insertions start
// from. The adjoint of an unused lane is zero, but zero times poison is poison, and zero times
// garbage may be NaN. The number is zero for what is only moved and one for operands of
// arithmetic, whose derivatives are finite there; where a lane of a dividend is undefined,
// that of the divisor becomes one. It reports whether anything changed.
func DefineLanes(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if i.Op == ir.ShuffleVector {
				changed = closeShuffle(i) || changed
			}
			fill := 0.0
			switch i.Op {
			case ir.FDiv, ir.FRem:
				if v := closeDivisor(i); v != nil {
					i.SetArg(1, v)
				}
				fill = 1
			case ir.FAdd, ir.FSub, ir.FMul:
				fill = 1
			}
			for k := 0; k < i.NumArgs(); k++ {
				if v := defineConst(i.Arg(k), fill); v != nil {
					i.SetArg(k, v)
					changed = true
				}
			}
		}
	}
	return changed
}

// closeDivisor is the divisor with ones in the lanes in which the dividend is an undefined
// constant; nil where there are none. A zero there would make the derivative zero times
// infinity.
func closeDivisor(i *ir.Instr) ir.Value {
	lanes := edit.ConstLanes(i.Arg(0))
	if _, constant := i.Arg(1).(*ir.Const); lanes == nil || constant {
		return nil
	}
	n := int64(len(lanes))
	mask := make([]ir.Value, n)
	open := false
	for k, e := range lanes {
		at := int64(k)
		if ir.IsUndef(e) {
			at, open = at+n, true
		}
		mask[k] = ir.NewInt(ir.I32, at)
	}
	if !open {
		return nil
	}
	m := i.Parent.Parent.Module
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	return b.Insert(ir.NewInstr(ir.ShuffleVector, i.Typ, i.Arg(1), ir.NewFloat(i.Typ, 1),
		&ir.Const{Kind: ir.ConstVector, Typ: m.Types.Vector(ir.I32, n, false), Elems: mask}))
}

// defineConst is the constant v with fill for its undefined floating-point members; nil where
// it has none.
func defineConst(v ir.Value, fill float64) ir.Value {
	c, ok := v.(*ir.Const)
	if !ok || !c.Typ.HasFloat() {
		return nil
	}
	switch c.Kind {
	case ir.ConstUndef, ir.ConstPoison:
		if fill != 0 && c.Typ.IsFP() {
			return ir.NewFloat(c.Typ, fill)
		}
		return ir.Zero(c.Typ)
	case ir.ConstVector, ir.ConstArray, ir.ConstStruct, ir.ConstSplat:
		var out *ir.Const
		for k, e := range c.Elems {
			d := defineConst(e, fill)
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

// openLane is the number for undefined lanes of shuffles: quotients, roots, logarithms and arc
// sines have finite derivatives there.
const openLane = 0.5

// closeShuffle lets undefined lanes of a shuffle take a lane of its second operand where that
// is undefined too, and so becomes openLane; else the first lane.
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
		if spare > 0 {
			i.SetArg(1, ir.NewFloat(t, openLane))
		}
		i.SetArg(2, &ir.Const{Kind: ir.ConstVector, Typ: mask.Typ, Elems: lanes})
	}
	return open
}
