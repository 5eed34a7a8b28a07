package activity

import "github.com/llad-ad/llad/ir"

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
