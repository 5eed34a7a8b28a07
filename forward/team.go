package forward

import (
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/openmp"
)

// team writes the tangent function of a team of threads (see openmp.Regions): its
// threads call the tangent function of the region.
func (env *Env) team(t *tangent, region *ir.Function) {
	seed := signature.Seed{Params: append([]signature.Kind{signature.Const, signature.Const}, t.seed.Params[1:]...), Mixed: t.seed.Mixed}
	inner := env.tangentOf(region, seed, t.width)
	t.calls = append(t.calls, inner)
	t.fn.IsDecl = false
	b := ir.NewBuilder(t.fn.NewBlock("entry"))
	args := make([]ir.Value, 0, len(t.fn.Params))
	for _, p := range t.fn.Params {
		args = append(args, p)
	}
	openmp.ForkCall(b, args[0], inner.fn, args[1:]...)
	b.Ret(nil)
}
