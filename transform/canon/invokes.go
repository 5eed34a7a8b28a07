package canon

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// SplitInvokes gives each invoke a normal destination with no other predecessor, so that code
// can be placed right after the call. It reports whether anything changed.
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

// PruneEH turns invokes that cannot throw into calls: those marked nounwind, and those that
// never accepts. Landing pads may become unreachable. It reports whether anything changed.
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
