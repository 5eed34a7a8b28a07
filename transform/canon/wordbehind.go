package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// wordBehind is the scalar that an extractelement takes from a vector built from its pieces:
// small objects with addresses are passed in registers as vectors of i32.
func wordBehind(i *ir.Instr) ir.Value {
	l := i.Parent.Parent.Module.Layout
	k, ok := ir.IntValue(i.Arg(1))
	if !ok || l.BigEndian() || l.BitSize(i.Typ)%8 != 0 || k < 0 {
		return nil
	}
	size := l.BitSize(i.Typ) / 8
	v, at := i.Arg(0), k*size
	for range 100 {
		t := v.Type()
		x, isInstr := v.(*ir.Instr)
		if !t.IsVector() && at == 0 && ir.Same(t, i.Typ) {
			return v
		}
		if !isInstr {
			return nil
		}
		if x.Op == ir.BitCast {
			v = x.Arg(0)
			continue
		}
		if !t.IsVector() || t.Scalable || l.BitSize(t.Elem)%8 != 0 {
			return nil
		}
		lane := l.BitSize(t.Elem) / 8
		switch x.Op {
		case ir.InsertElement:
			n, ok := ir.IntValue(x.Arg(2))
			switch from := n * lane; {
			case !ok || n < 0 || n >= t.Len:
				return nil
			case at >= from && at+size <= from+lane:
				v, at = x.Arg(1), at-from
			case at+size <= from || at >= from+lane:
				v = x.Arg(0)
			default:
				return nil
			}
		case ir.ShuffleVector:
			mask := edit.ShuffleMask(x.Arg(2), t.Len)
			first, last := at/lane, (at+size-1)/lane
			if mask == nil || last >= int64(len(mask)) || mask[first] < 0 {
				return nil
			}
			for j := first; j <= last; j++ {
				if mask[j] != mask[first]+j-first {
					return nil
				}
			}
			n := x.Arg(0).Type().Len
			from, side := mask[first], 0
			if from >= n {
				from, side = from-n, 1
			}
			if from+last-first >= n {
				return nil
			}
			v, at = x.Arg(side), from*lane+at%lane
		default:
			return nil
		}
	}
	return nil
}
