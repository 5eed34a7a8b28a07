package raise

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// loopPairs are the loops of a function with their metadata.
//
// They are kept while one loop after the other is changed, since analysing a function with
// hundreds of loops for each would be quadratic: predecessors are kept up to date, dominators
// and loops are those of before. As edges are only removed, except for those from a block to
// itself, dominance still holds where it did.
type loopPairs struct {
	f          *ir.Function
	inner      *innerLoops
	dt         *ir.DomTree
	li         *analysis.LoopInfo
	preds      [][]*ir.Block
	vectorised map[*analysis.Loop]bool
	alias      *analysis.Alias // see aliases

	cut      [][2]*ir.Block     // edges taken away, not settled yet
	gone     map[*ir.Block]bool // blocks that nothing leads to any more
	made     map[*ir.Block]bool // blocks that were changed into a loop, or in one
	deferred bool               // something was not looked at because it has changed
}

func newLoopPairs(f *ir.Function, inner *innerLoops) *loopPairs {
	t := &loopPairs{f: f, inner: inner, dt: ir.Dominators(f), preds: f.Preds(), vectorised: map[*analysis.Loop]bool{}, gone: map[*ir.Block]bool{}, made: map[*ir.Block]bool{}}
	t.li = analysis.Loops(f, t.dt)
	for _, l := range t.li.All {
		for _, latch := range l.Latches {
			if edit.LoopMetadataHas(f.Module, latch, "llvm.loop.isvectorized") {
				t.vectorised[l] = true
			}
		}
	}
	return t
}

// aliases is the alias analysis of the function.
func (t *loopPairs) aliases() *analysis.Alias {
	if t.alias == nil {
		t.alias = edit.NewAlias(t.f)
	}
	return t.alias
}

// attempt tries to change l. A loop that was not changed is added to tried, unless it depends
// on others that were.
func (t *loopPairs) attempt(l *analysis.Loop, tried map[*ir.Block]bool, change func() bool) bool {
	t.deferred = false
	if change() {
		t.settle()
		return true
	}
	t.cut = t.cut[:0]
	tried[l.Header] = !t.deferred
	return false
}

// jump replaces the terminator of b by an unconditional branch to its successor to.
func (t *loopPairs) jump(b, to *ir.Block) {
	for _, s := range b.Succs() {
		if s != to {
			t.cut = append(t.cut, [2]*ir.Block{b, s})
		}
	}
	edit.Jump(b, to)
}

// settle updates what is known of blocks that lost predecessors.
func (t *loopPairs) settle() {
	for len(t.cut) > 0 {
		from, b := t.cut[0][0], t.cut[0][1]
		t.cut = t.cut[1:]
		if t.gone[b] || int(b.ID) >= len(t.preds) {
			continue
		}
		if k := slices.Index(t.preds[b.ID], from); k >= 0 {
			t.preds[b.ID] = slices.Delete(slices.Clone(t.preds[b.ID]), k, k+1)
		}
		if slices.ContainsFunc(t.preds[b.ID], func(p *ir.Block) bool { return !t.dt.Dominates(b, p) }) {
			foldSinglePhis(b)
			edit.CompactBlock(b)
			continue
		}
		t.gone[b] = true
		for _, s := range b.Succs() {
			if !t.gone[s] {
				edit.DropEdge(b, s)
				t.cut = append(t.cut, [2]*ir.Block{b, s})
			}
		}
		empty(b)
	}
}

// empty removes the instructions of an unreachable block except its terminator.
func empty(b *ir.Block) {
	for _, i := range b.Instrs {
		if ir.HasUses(i) {
			ir.ReplaceAllUses(i, edit.Poison(i.Type()))
		}
		if i != b.Term() {
			edit.Kill(i)
		}
	}
	edit.CompactBlock(b)
}

// changed reports whether v, or an operand that it is computed from, is in a block that has
// changed.
func (t *loopPairs) changed(v ir.Value) bool {
	if len(t.made) == 0 {
		return false
	}
	seen := map[*ir.Instr]bool{}
	work := []ir.Value{v}
	for len(work) > 0 {
		i, ok := work[len(work)-1].(*ir.Instr)
		work = work[:len(work)-1]
		if !ok || seen[i] {
			continue
		}
		if t.made[i.Parent] || len(seen) == 64 {
			return true
		}
		seen[i] = true
		if i.Op != ir.Load && !i.IsCall() {
			work = append(work, i.Args()...)
		}
	}
	return false
}
