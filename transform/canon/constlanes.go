package canon

import (
	"math"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// insertedLane folds an insertelement of constants, as vector constants are built at -O0.
func insertedLane(i *ir.Instr) ir.Value {
	lanes := edit.ConstLanes(i.Arg(0))
	k, ok := ir.IntValue(i.Arg(2))
	if lanes == nil || !ok || k < 0 || k >= int64(len(lanes)) {
		return nil
	}
	if c, ok := i.Arg(1).(*ir.Const); !ok || c.Kind != ir.ConstInt && c.Kind != ir.ConstFP {
		return nil
	}
	lanes[k] = i.Arg(1)
	return &ir.Const{Kind: ir.ConstVector, Typ: i.Typ, Elems: lanes}
}

// shuffledLanes folds a shufflevector of constants.
func shuffledLanes(i *ir.Instr) ir.Value {
	x, y := edit.ConstLanes(i.Arg(0)), edit.ConstLanes(i.Arg(1))
	if x == nil || y == nil || i.Typ.Scalable {
		return nil
	}
	mask := edit.ShuffleMask(i.Arg(2), i.Typ.Len)
	if mask == nil {
		return nil
	}
	from := append(x, y...)
	out := make([]ir.Value, len(mask))
	for k, at := range mask {
		if out[k] = ir.Value(ir.Poison(i.Typ.Elem)); at >= 0 {
			out[k] = from[at]
		}
		if c, ok := out[k].(*ir.Const); !ok || at >= 0 && c.Kind != ir.ConstInt && c.Kind != ir.ConstFP {
			return nil
		}
	}
	return &ir.Const{Kind: ir.ConstVector, Typ: i.Typ, Elems: out}
}

// castLanes folds a bitcast of a constant vector to a vector of integers or floats.
func castLanes(l *ir.Layout, v ir.Value, to *ir.Type) ir.Value {
	c, ok := v.(*ir.Const)
	if !ok || !c.Typ.IsVector() || !to.IsVector() || to.Scalable || c.Kind == ir.ConstZero || l.BigEndian() && c.Typ.Len != to.Len {
		return nil
	}
	b := edit.ConstBytes(c)
	n := len(b) / max(int(to.Len), 1)
	if len(b) == 0 || n*int(to.Len) != len(b) || n > 8 {
		return nil
	}
	var out []ir.Value
	for at := 0; at < len(b); at += n {
		bits := edit.LittleEndian(b[at : at+n])
		x := math.Float64frombits(bits)
		if n == 4 {
			x = float64(math.Float32frombits(uint32(bits)))
		}
		switch e := to.Elem; {
		case e.IsInt() && e.Bits == 8*n:
			out = append(out, ir.NewInt(e, int64(bits)))
		case (n == 8 && e == ir.Double || n == 4 && e == ir.Float) && finite(x):
			out = append(out, ir.NewFloat(e, x))
		default:
			return nil
		}
	}
	return &ir.Const{Kind: ir.ConstVector, Typ: to, Elems: out}
}

// finite reports whether a constant is fully described by its value: neither NaN nor infinity.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// foldLanes folds an operation on constant vectors of integers.
func foldLanes(op ir.Op, x, y ir.Value) ir.Value {
	a, b := edit.ConstLanes(x), edit.ConstLanes(y)
	if a == nil || b == nil {
		return nil
	}
	for k := range a {
		v := FoldBinary(op, a[k], b[k])
		if v == nil {
			return nil
		}
		a[k] = v
	}
	return &ir.Const{Kind: ir.ConstVector, Typ: x.Type(), Elems: a}
}
