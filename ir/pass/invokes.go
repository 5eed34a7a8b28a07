package pass

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// SplitInvokes gives every invoke a block of its own to return to, so that
// there is a place for what comes right behind the call. It reports whether it
// changed f.
func SplitInvokes(f *ir.Function) bool {
	preds := f.Preds()
	changed := false
	for _, b := range slices.Clone(f.Blocks) {
		t := b.Term()
		if t.Op != ir.Invoke {
			continue
		}
		to := t.Blocks[0]
		if int(to.ID) < len(preds) && len(preds[to.ID]) == 1 {
			continue
		}
		if splitPreds(to, []*ir.Block{b}, func(p *ir.Block) bool { return p == b }, "invoke.cont") != nil {
			changed = true
		}
	}
	if changed {
		layOut(f)
	}
	return changed
}
