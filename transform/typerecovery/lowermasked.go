package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// lowerMasked gives the lowering of a masked access to words with a mask that is a constant: those that the mask
// names are loaded or stored one by one, for integers may be parts of floats or addresses, which is found out for
// plain accesses. Floats, and addresses that are loaded, have derivatives under a mask.
func lowerMasked(i *ir.Instr) lowering {
	m := rules.MaskedOf(i)
	if m.Kind == rules.NotMasked {
		return nil
	}
	t := i.Typ
	if !m.Load {
		t = i.Arg(0).Type()
	}
	if t.Scalable || m.Load && t.Elem.IsPtr() || !t.Elem.IsPtr() && !wordInVector(t.Elem) {
		return nil
	}
	lanes := edit.ConstLanes(i.Arg(m.Mask))
	for _, k := range lanes {
		if _, ok := ir.IntValue(k); !ok {
			return nil
		}
	}
	if lanes == nil {
		return nil
	}
	return func(b *ir.Builder, i *ir.Instr) ir.Value { return maskedLanes(b, i, m, t, lanes) }
}

// maskedLanes accesses the lanes of type t whose mask is set. Stores go in rising order: of two to one place, the
// last counts.
func maskedLanes(b *ir.Builder, i *ir.Instr, m rules.Masked, t *ir.Type, mask []ir.Value) ir.Value {
	align := int(edit.AccessAlign(i, m.Addr))
	v := i.Arg(m.Otherwise)
	for k, set := range mask {
		if ir.IsZero(set) {
			continue
		}
		n := ir.NewInt(ir.I32, int64(k))
		p, at := i.Arg(m.Addr), align
		if m.Kind == rules.ManyAddresses {
			p = b.ExtractElement(p, n)
		} else {
			p = b.GEP(t.Elem, b.Cast(ir.BitCast, p, b.Module().PtrTo(t.Elem)), ir.NewInt(ir.I64, int64(k)))
			at = alignBehind(align, int(b.Module().Layout.AllocSize(t.Elem))*k)
		}
		if m.Load {
			v = b.InsertElement(v, b.Load(t.Elem, p, at), n)
		} else {
			b.Store(b.ExtractElement(v, n), p, at)
		}
	}
	return v
}

// wordInVector reports whether integers of type t stand in memory as in a vector.
func wordInVector(t *ir.Type) bool {
	return t.IsInt() && (t.Bits == 8 || t.Bits == 16 || t.Bits == 32 || t.Bits == 64)
}

// alignBehind is the alignment of what stands offset bytes behind an address that is aligned.
func alignBehind(align, offset int) int {
	if offset == 0 {
		return align
	}
	return min(align, offset&-offset)
}
