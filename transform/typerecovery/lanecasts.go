package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// LaneCasts replaces a bitcast of a vector built lane by lane by bitcasts of the lanes: pairs
// of floats loaded as one integer are split so in vectorized code, and the bits of floats are
// followed as scalars. It reports whether anything changed.
func LaneCasts(f *ir.Function) bool {
	return edit.RewriteEach(f, ir.RPO(f), func(i *ir.Instr) func(b *ir.Builder) ir.Value {
		if i.Op != ir.Trunc && i.Op != ir.BitCast || !i.Typ.IsVector() {
			return nil
		}
		from := i.Arg(0).Type()
		if !from.IsVector() || from.Len != i.Typ.Len || !from.Elem.IsInt() {
			return nil
		}
		lanes := insertedLanes(i.Arg(0))
		if lanes == nil {
			return nil
		}
		return func(b *ir.Builder) ir.Value {
			var v ir.Value = ir.Poison(i.Typ)
			for k, x := range lanes {
				v = b.InsertElement(v, b.Cast(i.Op, x, i.Typ.Elem), ir.NewInt(ir.I32, int64(k)))
			}
			return v
		}
	})
}

// insertedLanes gives the lanes of a vector built by insertelements of scalars into a
// constant; nil where a lane has no scalar.
func insertedLanes(v ir.Value) []ir.Value {
	t := v.Type()
	if t.Scalable || t.Len > 64 {
		return nil
	}
	out := make([]ir.Value, t.Len)
	for missing := t.Len; missing > 0; {
		i, ok := v.(*ir.Instr)
		if !ok || i.Op != ir.InsertElement {
			rest := edit.ConstLanes(v)
			if rest == nil || missing == t.Len || ir.IsUndef(v) {
				return nil
			}
			for k := range out {
				if out[k] == nil {
					out[k] = rest[k]
				}
			}
			return out
		}
		k, ok := ir.IntValue(i.Arg(2))
		if !ok || k < 0 || k >= t.Len {
			return nil
		}
		if out[k] == nil {
			out[k] = i.Arg(1)
			missing--
		}
		v = i.Arg(0)
	}
	return out
}
