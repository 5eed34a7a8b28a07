package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// cutsFloats reports whether a block operation works on memory with doubles that are not
// where words begin, as packed structs have them: words would be halves of two of them.
func (t *types) cutsFloats(i *ir.Instr) bool {
	for _, v := range i.CallArgs() {
		if !v.Type().IsPtr() {
			continue
		}
		for _, a := range t.p.pointees(v) {
			for r := range t.mem[a.obj].seen {
				if r.class == FloatData && r.rank > rankHint && r.typ.Kind == ir.DoubleKind && (r.stride == 0 || r.stride > 8) && (r.off%8 != 0 || r.stride%8 != 0) {
					return true
				}
			}
		}
	}
	return false
}

// onlySaid reports whether the doubles among copied words are such by the types of pointers
// alone: that of a union is one of its members', and others may be addresses.
func (t *types) onlySaid(l []Piece) bool {
	if t.p.env.rust || sizeOf(l)%8 != 0 {
		return false
	}
	return slices.ContainsFunc(l, func(p Piece) bool {
		return p.Class == FloatData && p.rank <= rankHint && p.Type.Kind == ir.DoubleKind && p.Offset%8 == 0
	}) && t.p.env.M.Types.FloatUnions()
}
