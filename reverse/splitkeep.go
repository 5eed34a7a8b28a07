package reverse

import "github.com/llad-ad/llad/ir"

// Keep is like Reverse, but leaves the tape for another sweep.
func (sp *Split) Keep() *ir.Function {
	if sp.keep != nil {
		return sp.keep
	}
	rt := sp.env.runtime()
	sp.keep = sp.half("keep.", func(b *ir.Builder, tape ir.Value, sweep func() ir.Value) ir.Value {
		saved := rt.Save(b, tape)
		grads := sweep()
		rt.Restore(b, tape, saved)
		return grads
	})
	return sp.keep
}
