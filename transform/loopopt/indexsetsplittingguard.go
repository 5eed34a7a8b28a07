package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// A loop over all rows i but one, as for (i...) if (i != k) a[i][j] -= f * a[k][j], writes rows
// before row k and behind it, but as an interval what it writes contains the row that it reads:
// nothing can be loaded once, or from a copy, and every iteration has a branch. Split at k, the
// rows that each part writes are disjoint from row k, and the branch is gone.

// splitGuards splits loops of any depth that do nothing in one iteration, the outermost first, and
// reports whether anything changed.
func splitGuards(f *ir.Function) bool {
	changed := false
	for range maxSplitLoops {
		s := newIndexSplitter(f)
		var x *splitLoop
		for _, l := range s.li.All {
			if g := s.guarded(l); g != nil && (x == nil || g.loop.Depth < x.loop.Depth) {
				x = g
			}
		}
		if x == nil {
			break
		}
		newIndexParts(f, x).split(map[ir.Value]ir.Value{})
		canon.SimplifyCFG(f)
		canon.LoopSimplify(f)
		edit.SortBlocks(f)
		changed = true
	}
	return changed
}

// guarded gives loop l as it is to be split at the iteration that does nothing; nil where it is not.
func (s *indexSplitter) guarded(l *analysis.Loop) *splitLoop {
	x := s.counted(l)
	if x == nil {
		return nil
	}
	n, stores := 0, false
	for _, b := range l.Blocks {
		n += len(b.Instrs)
		for _, i := range b.Instrs {
			stores = stores || i.Op == ir.Store && i.Flags&(ir.Volatile|ir.Atomic) == 0
			if i.Op == ir.Invoke || i.Op == ir.IndirectBr || i.Op == ir.Alloca || i.Typ.Kind == ir.TokenKind || canon.DeclaresScope(i) {
				return nil
			}
		}
	}
	if n > maxSplitInstrs || !stores {
		return nil
	}
	for _, b := range l.Blocks {
		if s.dt.Dominates(b, x.latch) && x.skips(b) {
			return x
		}
	}
	return nil
}

// skips reports whether b ends an iteration where the counter is some invariant number, before the iteration
// does anything; it notes that number.
func (x *splitLoop) skips(b *ir.Block) bool {
	t := b.Term()
	if b == x.latch || t.Op != ir.Br || len(t.Blocks) != 2 || t.Blocks[0] == t.Blocks[1] || !idle(b) {
		return false
	}
	c, ok := t.Arg(0).(*ir.Instr)
	if !ok || c.Op != ir.ICmp || c.Pred != ir.EQ && c.Pred != ir.NE {
		return false
	}
	other := c.Arg(1)
	if other == ir.Value(x.phi) {
		other = c.Arg(0)
	} else if c.Arg(0) != ir.Value(x.phi) {
		return false
	}
	skip := t.Blocks[0]
	if c.Pred == ir.NE {
		skip = t.Blocks[1]
	}
	if ir.IsConstant(other) || !x.loop.Invariant(other) || skip != x.latch || !idle(skip) {
		return false
	}
	x.guard = c
	x.at = analysis.Crossing{Values: []ir.Value{other}, Factors: []int64{1}}
	return true
}

// idle reports whether b neither reads nor writes memory.
func idle(b *ir.Block) bool {
	for _, i := range b.Instrs {
		if i.Op == ir.Load || canon.MayWrite(i) {
			return false
		}
	}
	return true
}
