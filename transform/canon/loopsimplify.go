package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// LoopSimplify gives every natural loop a preheader, exactly one latch with one edge to the
// header, and dedicated exits, whose predecessors are all in the loop. Edges of indirectbr and
// callbr stay. It reports whether anything changed.
func LoopSimplify(f *ir.Function) bool {
	edit.RemoveUnreachable(f)
	dt := ir.Dominators(f)
	li := analysis.Loops(f, dt)
	if len(li.All) == 0 {
		return false
	}
	s := &loopSimplifier{f: f, li: li, preds: f.Preds(), loopOf: map[*ir.Block]*analysis.Loop{}}
	// Inner loops first: a block put on an exit edge of an inner loop may become
	// a predecessor of the outer loop's exit.
	for k := len(li.All) - 1; k >= 0; k-- {
		l := li.All[k]
		s.preheader(l)
		s.latch(l)
	}
	for k := len(li.All) - 1; k >= 0; k-- {
		s.exits(li.All[k])
	}
	if s.changed {
		edit.SortBlocks(f)
	}
	return s.changed
}

type loopSimplifier struct {
	f       *ir.Function
	li      *analysis.LoopInfo
	preds   [][]*ir.Block                // kept up to date with new blocks
	loopOf  map[*ir.Block]*analysis.Loop // innermost loops of new blocks
	changed bool
}

func (s *loopSimplifier) of(b *ir.Block) *analysis.Loop {
	if l, ok := s.loopOf[b]; ok {
		return l
	}
	return s.li.Of(b)
}

func (s *loopSimplifier) inside(l *analysis.Loop, b *ir.Block) bool { return l.ContainsLoop(s.of(b)) }

// split inserts a block, in loop home, between to and the predecessors that moved accepts.
// Where to is a landing pad, the other predecessors get a block too.
func (s *loopSimplifier) split(to *ir.Block, moved func(*ir.Block) bool, name string, home *analysis.Loop) {
	var n, others *ir.Block
	if edit.IsEHPad(to) {
		n, others = edit.SplitLandingPad(to, s.preds[to.ID], moved, name)
	} else {
		n = edit.SplitPredecessors(to, s.preds[to.ID], moved, name)
	}
	if n == nil {
		return
	}
	var taken, rest []*ir.Block
	for _, p := range s.preds[to.ID] {
		if moved(p) {
			taken = append(taken, p)
		} else {
			rest = append(rest, p)
		}
	}
	n.ID = int32(len(s.preds))
	s.preds = append(s.preds, taken)
	s.loopOf[n] = home
	if others != nil {
		others.ID = int32(len(s.preds))
		s.preds = append(s.preds, rest)
		s.loopOf[others] = s.of(to)
		rest = []*ir.Block{others}
	}
	s.preds[to.ID] = append(rest, n)
	s.changed = true
}

func (s *loopSimplifier) preheader(l *analysis.Loop) {
	outside := func(b *ir.Block) bool { return !s.inside(l, b) }
	var out []*ir.Block
	for _, p := range s.preds[l.Header.ID] {
		if outside(p) {
			out = append(out, p)
		}
	}
	if len(out) == 1 && len(out[0].Succs()) == 1 && out[0].Term().Op == ir.Br {
		return
	}
	s.split(l.Header, outside, "preheader", l.Parent)
}

func (s *loopSimplifier) latch(l *analysis.Loop) {
	inside := func(b *ir.Block) bool { return s.inside(l, b) }
	edges := 0
	for _, p := range s.preds[l.Header.ID] {
		if !inside(p) {
			continue
		}
		for _, t := range p.Succs() {
			if t == l.Header {
				edges++
			}
		}
	}
	if edges > 1 {
		s.split(l.Header, inside, "latch", l)
	}
}

// exits splits the exit blocks of l that have predecessors outside of it.
func (s *loopSimplifier) exits(l *analysis.Loop) {
	// Blocks that this pass put in never leave a loop that they belong to.
	for _, e := range l.ExitBlocks() {
		if s.inside(l, e) {
			continue
		}
		for _, p := range s.preds[e.ID] {
			if !s.inside(l, p) {
				s.split(e, func(q *ir.Block) bool { return s.inside(l, q) }, "loopexit", common(s.of(e), l))
				break
			}
		}
	}
}

// common is the innermost loop that contains both a and b.
func common(a, b *analysis.Loop) *analysis.Loop {
	for ; a != nil; a = a.Parent {
		if a.ContainsLoop(b) {
			return a
		}
	}
	return nil
}
