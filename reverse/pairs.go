package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// ownShadow says whether the shadow that a block is copied from is not the primal's memory itself.
func (shs *shadows) ownShadow(b *ir.Builder, p, dp ir.Value) ir.Value {
	if activity.InPairs(shs.fn.m) && (p == dp || shs.fn.info.MaybeConst(p)) {
		return shs.mark(b.ICmp(ir.NE, p, dp))
	}
	return ir.NewBool(true)
}
