package edit

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// ExtractLane writes an extractelement of lane k.
func ExtractLane(b *ir.Builder, vec ir.Value, k int) ir.Value {
	return b.ExtractElement(vec, ir.NewInt(ir.I32, int64(k)))
}

// InsertLane writes an insertelement of v as lane k.
func InsertLane(b *ir.Builder, vec, v ir.Value, k int) ir.Value {
	return b.InsertElement(vec, v, ir.NewInt(ir.I32, int64(k)))
}

// Shuffle writes a shufflevector of x and y with the given mask.
func Shuffle(b *ir.Builder, x, y ir.Value, lanes []int) ir.Value {
	types := b.Module().Types
	mask := make([]ir.Value, len(lanes))
	for k, l := range lanes {
		mask[k] = ir.NewInt(ir.I32, int64(l))
	}
	n := int64(len(lanes))
	m := &ir.Const{Kind: ir.ConstVector, Typ: types.Vector(ir.I32, n, false), Elems: mask}
	return b.Insert(ir.NewInstr(ir.ShuffleVector, types.Vector(x.Type().Elem, n, false), x, y, m))
}

// ConstLanes gives the lanes of a constant vector of known length, nil for
// everything else.
func ConstLanes(v ir.Value) []ir.Value {
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

// LanewiseIntrinsic is the name, without llvm. and overload suffixes, of the lanewise
// floating-point intrinsic that i calls; "" for other instructions.
func LanewiseIntrinsic(i *ir.Instr) string {
	f := i.CalledFunc()
	if i.Op != ir.Call || f == nil {
		return ""
	}
	for _, name := range []string{"fmuladd", "fma", "sqrt", "fabs"} {
		if strings.HasPrefix(f.Name, "llvm."+name+".") {
			return name
		}
	}
	return ""
}

// NumLanes is the number of lanes of a vector type, 1 for other types.
func NumLanes(t *ir.Type) int64 {
	if t.IsVector() {
		return t.Len
	}
	return 1
}

// ShuffleMask is a mask of n elements, -1 for undefined ones; nil where it is not understood.
func ShuffleMask(v ir.Value, n int64) []int64 {
	c, ok := v.(*ir.Const)
	if !ok {
		return nil
	}
	mask := make([]int64, n)
	switch c.Kind {
	case ir.ConstZero:
		return mask
	case ir.ConstVector:
		for k, e := range c.Elems {
			if x, ok := ir.IntValue(e); ok {
				mask[k] = x
			} else {
				mask[k] = -1
			}
		}
		return mask
	}
	return nil
}
