package canon

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
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
		if edit.SplitPredecessors(to, []*ir.Block{b}, func(p *ir.Block) bool { return p == b }, "invoke.cont") != nil {
			changed = true
		}
	}
	if changed {
		edit.SortBlocks(f)
	}
	return changed
}

// PruneEH makes calls of the invokes that cannot throw: those marked nounwind,
// and those of which never says so. It reports whether it changed f; blocks that
// only they unwound to are left without a way in.
func PruneEH(f *ir.Function, never func(*ir.Instr) bool) bool {
	changed := false
	for _, b := range f.Blocks {
		t := b.Term()
		if t.Op != ir.Invoke || mayThrow(t) && !never(t) {
			continue
		}
		edit.ChangeToCall(b)
		changed = true
	}
	return changed
}
