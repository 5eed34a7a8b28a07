package pass

import (
	"math"

	"github.com/llad-ad/llad/ir"
)

// constLanes gives the lanes of a constant vector of known length, nil for
// everything else.
func constLanes(v ir.Value) []ir.Value {
	c, ok := v.(*ir.Const)
	if !ok || !c.Typ.IsVector() || c.Typ.Scalable || c.Typ.Len > 64 {
		return nil
	}
	out := make([]ir.Value, c.Typ.Len)
	for k := range out {
		switch c.Kind {
		case ir.ConstVector:
			out[k] = c.Elems[k]
		case ir.ConstSplat:
			out[k] = c.Elems[0]
		case ir.ConstZero:
			out[k] = ir.Zero(c.Typ.Elem)
		case ir.ConstUndef, ir.ConstPoison:
			out[k] = ir.Poison(c.Typ.Elem)
		default:
			return nil
		}
	}
	return out
}

// insertedLane is the constant that an insertelement of constants gives: at -O0
// vector constants are put together lane by lane.
func insertedLane(i *ir.Instr) ir.Value {
	lanes := constLanes(i.Arg(0))
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

// castLanes is a bitcast of a constant vector to one of as many lanes.
func castLanes(v ir.Value, to *ir.Type) ir.Value {
	lanes := constLanes(v)
	if lanes == nil || !to.IsVector() || to.Len != int64(len(lanes)) {
		return nil
	}
	for k, x := range lanes {
		c, ok := x.(*ir.Const)
		if !ok {
			return nil
		}
		switch from, elem := c.Typ, to.Elem; {
		case c.Kind == ir.ConstFP && from == ir.Double && elem == ir.I64:
			lanes[k] = ir.NewInt(elem, int64(math.Float64bits(c.Float)))
		case c.Kind == ir.ConstFP && from == ir.Float && elem == ir.I32:
			lanes[k] = ir.NewInt(elem, int64(int32(math.Float32bits(float32(c.Float)))))
		case c.Kind == ir.ConstInt && from == ir.I64 && elem == ir.Double && finite(math.Float64frombits(uint64(c.Int))):
			lanes[k] = ir.NewFloat(elem, math.Float64frombits(uint64(c.Int)))
		case c.Kind == ir.ConstInt && from == ir.I32 && elem == ir.Float && finite(float64(math.Float32frombits(uint32(c.Int)))):
			lanes[k] = ir.NewFloat(elem, float64(math.Float32frombits(uint32(c.Int))))
		default:
			return nil
		}
	}
	return &ir.Const{Kind: ir.ConstVector, Typ: to, Elems: lanes}
}

// finite is false for what a constant cannot spell by its value alone.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// foldLanes computes with constant vectors of integers.
func foldLanes(op ir.Op, x, y ir.Value) ir.Value {
	a, b := constLanes(x), constLanes(y)
	if a == nil || b == nil {
		return nil
	}
	for k := range a {
		v := foldBinary(op, a[k], b[k])
		if v == nil {
			return nil
		}
		a[k] = v
	}
	return &ir.Const{Kind: ir.ConstVector, Typ: x.Type(), Elems: a}
}
