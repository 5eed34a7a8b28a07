package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// A loop over the columns j of a row that it updates by another element of that row, as in
// d[i][j] = min(d[i][j], d[i][k] + d[k][j]), reads an element at an invariant address that one
// of its iterations writes: the one where j is k (a weak-zero dependence). The load cannot leave the loop,
// and its adjoint is added up in memory, one iteration after the other. Index-set splitting
// (Allen and Kennedy 2001, chapter 5) runs the iterations before that one, that one, and those
// behind it as three parts; in the first and the last the element is loaded once.

const (
	maxSplitInstrs  = 80  // of a loop that is split
	maxSplitLoops   = 12  // in a function
	maxSplitQueries = 400 // pairs of a load and a store of a loop
	minSplitTrips   = 16  // of a loop that runs a constant number of times
)

// IndexSetSplitting splits loops that do nothing in one iteration (splitGuards), and innermost loops where single
// iterations write what all read. It needs preheaders, leaves them, single latches and dedicated exits as they
// are, and reports whether anything changed.
func IndexSetSplitting(f *ir.Function) bool {
	changed := splitGuards(f)
	s := newIndexSplitter(f)
	var found []*splitLoop
	for _, l := range s.li.All {
		if len(l.Inner) == 0 && len(found) < maxSplitLoops {
			if x := s.find(l); x != nil {
				found = append(found, x)
			}
		}
	}
	now := map[ir.Value]ir.Value{}
	for _, x := range found {
		for k, v := range x.at.Values {
			if n := now[v]; n != nil {
				x.at.Values[k] = n
			}
		}
		newIndexParts(f, x).split(now)
	}
	if len(found) > 0 {
		edit.SortBlocks(f)
	}
	return len(found) > 0 || changed
}

func newIndexSplitter(f *ir.Function) *indexSplitter {
	dt := ir.Dominators(f)
	return &indexSplitter{f: f, dt: dt, li: analysis.Loops(f, dt)}
}

type indexSplitter struct {
	f      *ir.Function
	dt     *ir.DomTree
	li     *analysis.LoopInfo
	alias  *analysis.Alias
	passed *analysis.DependenceTest
}

// splitLoop is a loop that is to be split.
type splitLoop struct {
	loop       *analysis.Loop
	pre, latch *ir.Block
	phi, next  *ir.Instr // the counter, and that of the next iteration
	step       int64     // what lies between them
	test       *ir.Instr // of next: the loop ends where it is the bound
	at         analysis.Crossing
	loads      []*ir.Instr // that only the iteration at the crossing writes to
	guard      *ir.Instr   // or the comparison by which that iteration does nothing
}

// find gives the loop l as it is to be split; nil where it is not.
func (s *indexSplitter) find(l *analysis.Loop) *splitLoop {
	x := s.counted(l)
	if x == nil {
		return nil
	}
	var loads, stores []*ir.Instr
	n := 0
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			n++
			switch {
			case i.Op == ir.Store && i.Flags&(ir.Volatile|ir.Atomic) == 0:
				stores = append(stores, i)
			case canon.MayWrite(i) && !canon.SetsErrno(i), canon.DeclaresScope(i):
				return nil
			case i.Op == ir.Load && i.Typ.IsFloat() && l.Invariant(i.Arg(0)) && s.dt.Dominates(b, x.latch):
				loads = append(loads, i)
			}
		}
	}
	if n > maxSplitInstrs || len(loads)*len(stores) > maxSplitQueries {
		return nil
	}
	for _, i := range loads {
		if c, ok := s.crossing(x, i, stores); ok && (len(x.loads) == 0 || sameCrossing(c, x.at)) {
			x.at, x.loads = c, append(x.loads, i)
		}
	}
	if len(x.loads) == 0 {
		return nil
	}
	return x
}

// counted gives loop l if its form is one that can be split.
func (s *indexSplitter) counted(l *analysis.Loop) *splitLoop {
	x := &splitLoop{loop: l, pre: l.Preheader(), latch: l.Latch()}
	if x.pre == nil || x.latch == nil || len(l.ExitEdges()) != 1 || !x.counts() || x.step != 1 || x.phi.Typ != ir.I64 || x.next.Flags&ir.NSW == 0 || x.short() || !x.closed() {
		return nil
	}
	return x
}

// counts finds the counter of the loop, which its latch compares with the bound.
func (x *splitLoop) counts() bool {
	t := x.latch.Term()
	if t.Op != ir.Br || len(t.Blocks) != 2 || t.Blocks[0] == t.Blocks[1] {
		return false
	}
	x.test, _ = t.Arg(0).(*ir.Instr)
	if x.test == nil || x.test.Op != ir.ICmp {
		return false
	}
	ends := ir.EQ
	if t.Blocks[0] == x.loop.Header {
		ends = ir.NE
	}
	x.next, _ = x.test.Arg(0).(*ir.Instr)
	if x.test.Pred != ends || x.next == nil || x.next.Op != ir.Add || !x.loop.Invariant(x.test.Arg(1)) {
		return false
	}
	x.step, _ = ir.IntValue(x.next.Arg(1))
	x.phi, _ = x.next.Arg(0).(*ir.Instr)
	return x.step > 0 && x.phi != nil && x.phi.Op == ir.Phi && x.phi.Parent == x.loop.Header && x.phi.Incoming(x.latch) == ir.Value(x.next)
}

// short reports whether the loop is known to run a few times only.
func (x *splitLoop) short() bool {
	from, ok := ir.IntValue(x.phi.Incoming(x.pre))
	to, ok2 := ir.IntValue(x.test.Arg(1))
	return ok && ok2 && to-from < minSplitTrips
}

// closed reports whether nothing of the loop is read behind it, but for the blocks besides, but what its header's phis would
// be in a next iteration.
func (x *splitLoop) closed(besides ...*ir.Block) bool {
	carried := map[ir.Value]bool{}
	for _, phi := range x.loop.Header.Phis() {
		carried[phi.Incoming(x.latch)] = true
	}
	for _, b := range x.loop.Blocks {
		for _, i := range b.Instrs {
			if carried[i] {
				continue
			}
			for u := range ir.Uses(i) {
				if !x.loop.Contains(u.User.Parent) && !slices.Contains(besides, u.User.Parent) {
					return false
				}
			}
		}
	}
	return true
}

// crossing finds the one iteration in which stores write to what i loads; false where there is none, or are more.
func (s *indexSplitter) crossing(x *splitLoop, i *ir.Instr, stores []*ir.Instr) (at analysis.Crossing, found bool) {
	if s.alias == nil {
		s.alias, s.passed = edit.NewAlias(s.f), analysis.NewDependenceTest(s.f, s.li)
	}
	layout := s.f.Module.Layout
	for _, w := range stores {
		if !s.alias.Clobbers(w, i) || s.passed.NoDependenceIn(x.loop, i, w) {
			continue
		}
		if !ir.Same(w.Arg(0).Type(), i.Typ) {
			return at, false
		}
		c, ok := analysis.Meet(layout, i.Arg(0), w.Arg(1), x.phi, layout.StoreSize(i.Typ))
		if !ok || slices.ContainsFunc(c.Values, func(v ir.Value) bool { return !x.loop.Invariant(v) }) || found && !sameCrossing(at, c) {
			return at, false
		}
		at, found = c, true
	}
	return at, found
}

func sameCrossing(a, b analysis.Crossing) bool {
	return a.Const == b.Const && slices.Equal(a.Values, b.Values) && slices.Equal(a.Factors, b.Factors)
}
