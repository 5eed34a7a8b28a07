package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// PreventSLP keeps compilers from vectorizing updates of neighbouring elements, p[i] and p[i +
// 1], in innermost loops with stride one (SLP vectorization): the vector load would overlap
// what the iteration before has stored, and wait until that store has reached memory. The
// address of every second neighbour is computed from a base that goes through a call which
// hides where it comes from. ScatterToGather does better where it applies. It must run after
// all passes that analyse addresses; it needs preheaders, and reports whether anything
// changed.
func PreventSLP(f *ir.Function) bool {
	li := analysis.Loops(f, ir.Dominators(f))
	changed := false
	for _, l := range li.All {
		if len(l.Inner) > 0 || l.Preheader() == nil {
			continue
		}
		s := &slpPreventer{l: l, layout: f.Module.Layout, hidden: map[ir.Value]ir.Value{}}
		changed = s.loop() || changed
	}
	return changed
}

const maxMemorySums = 64 // additions in one loop

// memorySum is an update that adds to an element.
type memorySum struct{ load, store *ir.Instr }

// slpPreventer is the state of PreventSLP in one innermost loop.
type slpPreventer struct {
	l      *analysis.Loop
	layout *ir.Layout
	hidden map[ir.Value]ir.Value // bases
}

func (s *slpPreventer) loop() bool {
	var sums []memorySum
	for _, b := range s.l.Blocks {
		for _, i := range b.Instrs {
			if sum, ok := s.sum(i); ok {
				sums = append(sums, sum)
			}
		}
	}
	if len(sums) < 2 || len(sums) > maxMemorySums {
		return false
	}
	x := edit.NewStrides(s.layout)
	apart := make([]bool, len(sums)) // whose base is hidden
	changed := false
	for k, b := range sums {
		for _, a := range sums[:k] {
			if apart[k] || s.isHidden(a) || !ir.Same(a.load.Typ, b.load.Typ) {
				continue
			}
			size := uint64(s.layout.StoreSize(b.load.Typ))
			d, ok := x.Between(a.load.Arg(0), b.load.Arg(0))
			if ok && (d.Equal(edit.ConstStride(size)) || d.Equal(edit.ConstStride(-size))) {
				apart[k] = true
			}
		}
		if apart[k] && s.hide(b) {
			changed = true
		}
	}
	return changed
}

// sum matches the store of an update of an array element with stride one.
func (s *slpPreventer) sum(i *ir.Instr) (memorySum, bool) {
	if i.Op != ir.Store || i.Flags&(ir.Volatile|ir.Atomic) != 0 || !i.Arg(0).Type().IsFP() {
		return memorySum{}, false
	}
	add, ok := i.Arg(0).(*ir.Instr)
	if !ok || add.Op != ir.FAdd && add.Op != ir.FSub && edit.LanewiseIntrinsic(add) != "fmuladd" {
		return memorySum{}, false
	}
	for _, a := range add.Args() {
		load, ok := a.(*ir.Instr)
		if !ok || load.Op != ir.Load || load.Arg(0) != i.Arg(1) || load.Parent != i.Parent || load.Flags&(ir.Volatile|ir.Atomic) != 0 {
			continue
		}
		rec := s.l.Recurrence(i.Arg(1))
		if rec == nil {
			return memorySum{}, false
		}
		step, ok := rec.Step()
		return memorySum{load, i}, ok && max(step, -step) == s.layout.StoreSize(load.Typ)
	}
	return memorySum{}, false
}

func (s *slpPreventer) isHidden(a memorySum) bool {
	p, ok := a.load.Arg(0).(*ir.Instr)
	for ok && p.Op == ir.GetElementPtr {
		for _, h := range s.hidden {
			if h == p.Arg(0) {
				return true
			}
		}
		p, ok = p.Arg(0).(*ir.Instr)
	}
	return false
}

// hide recomputes the address of an update from a hidden base.
func (s *slpPreventer) hide(b memorySum) bool {
	p := s.again(b.load.Arg(0), b.load, 0)
	if p == nil {
		return false
	}
	b.load.SetArg(0, p)
	b.store.SetArg(1, p)
	return true
}

// again recomputes the address p before at from a hidden base; nil where no base is available
// before the loop.
func (s *slpPreventer) again(p ir.Value, at *ir.Instr, depth int) ir.Value {
	if s.l.Invariant(p) {
		if depth == 0 {
			return nil
		}
		if s.hidden[p] == nil {
			b := ir.NewBuilder(s.l.Preheader())
			b.Before(s.l.Preheader().Term())
			s.hidden[p] = b.Intrinsic("launder.invariant.group", p.Type(), []*ir.Type{p.Type()}, p)
		}
		return s.hidden[p]
	}
	i, ok := p.(*ir.Instr)
	if !ok || i.Op != ir.GetElementPtr || depth > 4 {
		return nil
	}
	base := s.again(i.Arg(0), at, depth+1)
	if base == nil {
		return nil
	}
	c := i.Copy()
	c.SetArg(0, base)
	b := ir.NewBuilder(at.Parent)
	b.Before(at)
	return b.Insert(c)
}
