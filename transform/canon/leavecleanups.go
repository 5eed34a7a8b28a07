package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// LeaveCleanups turns invokes of a loop into calls where their exceptions leave the function
// after cleanups outside of the loop: the cleanups are skipped then. It reports whether
// anything changed; loop information is out of date afterwards.
func LeaveCleanups(l *analysis.Loop) bool {
	changed := false
	for _, b := range l.Blocks {
		t := b.Term()
		if t.Op != ir.Invoke || l.Contains(t.Blocks[1]) || !leavesFunction(t.Blocks[1], l) {
			continue
		}
		edit.ChangeToCall(b)
		changed = true
	}
	if changed {
		f := l.Header.Parent
		edit.RemoveUnreachable(f)
		edit.SortBlocks(f)
	}
	return changed
}

// leavesFunction reports whether control that enters b neither returns from the function nor
// enters the loop again.
func leavesFunction(b *ir.Block, l *analysis.Loop) bool {
	seen := map[*ir.Block]bool{b: true}
	work := []*ir.Block{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		switch t := b.Term(); t.Op {
		case ir.Br, ir.Switch, ir.Resume, ir.Unreachable, ir.Invoke:
		default:
			return false
		}
		for _, to := range b.Succs() {
			if l.Contains(to) {
				return false
			}
			if !seen[to] {
				seen[to] = true
				work = append(work, to)
			}
		}
	}
	return true
}
