package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// A loop over the points of a periodic grid reads y[(i + 1) % n], and one over a grid with walls
// asks i > 0 and i < n - 1: the neighbours of a point are at fixed distances in all iterations but
// the first and the last. What lies between them, once those are peeled off, has no divisions, selects
// or branches, so that adjoints of neighbours are summed in registers, and LLVM vectorizes it.
// LLVM's own loop peeling takes the first iterations only, and compares only.

const (
	maxPeeled       = 4       // iterations at each end
	maxPeeledInstrs = 150     // of a loop that is peeled
	maxPeeledParts  = 500     // instructions of an unrolled loop that is peeled
	maxPeeledStep   = 16      // of the counter of an unrolled loop
	maxPeeledLoops  = 12      // in a function
	maxLimited      = 1 << 28 // of numbers that are compared with it when the program runs
	maxLimitedStart = 1 << 16
	minPeeledTrips  = 8 // of a loop that runs a constant number of times
)

// LoopPeeling peels the first and the last iterations of innermost loops where in all others conditions on the counter
// are decided, or remainders are the counter and a constant. It needs single latches, and reports whether
// anything changed.
func LoopPeeling(f *ir.Function) bool {
	return peelLoops(f, false)
}

// UnrolledLoopPeeling is LoopPeeling for unrolled loops that run a constant number of times. The compiler simplifies the parts
// of an unrolled body each by itself: where it knows that the counter is a multiple of 4, only the last of 4 parts wraps around.
// Without the first and the last of its iterations the parts are alike, and Devectorize takes one of them.
func UnrolledLoopPeeling(f *ir.Function) bool {
	return peelLoops(f, true)
}

func peelLoops(f *ir.Function, unrolled bool) bool {
	seen := map[*ir.Block]bool{} // headers of loops that were looked at, and of parts
	peeled, simpler := 0, false
	for peeled < maxPeeledLoops {
		p, changed := nextPeeling(f, seen, unrolled)
		simpler = simpler || changed
		if p == nil {
			break
		}
		for _, header := range newPeeledParts(f, p).write() {
			seen[header] = true
		}
		peeled++
	}
	if peeled == 0 && !simpler {
		return false
	}
	canon.InstSimplify(f)
	canon.SimplifyCFG(f)
	if peeled > 0 {
		canon.LoopSimplify(f)
		edit.SortBlocks(f)
	}
	return true
}

// nextPeeling finds the next loop that is to be peeled, nil where there is none. What holds in all iterations of the loops
// before it is simplified; changed reports whether there was anything.
func nextPeeling(f *ir.Function, seen map[*ir.Block]bool, unrolled bool) (next *peeling, changed bool) {
	dt := ir.Dominators(f)
	for _, l := range analysis.Loops(f, dt).All {
		if seen[l.Header] {
			continue
		}
		seen[l.Header] = true
		p := newPeeling(l, dt, unrolled)
		switch {
		case p == nil:
		case p.first+p.last > 0:
			return p, changed
		case !unrolled:
			changed = p.simplify() || changed
		}
	}
	return nil, changed
}

// peeling is a loop whose first and last iterations are to be peeled.
type peeling struct {
	*splitLoop
	counterRange
	deadEnds    []*ir.Block          // where the loop leads to when a check fails
	copied      []*ir.Block          // those of them that nothing else leads to
	first, last int                  // iterations
	decided     map[*ir.Instr]bool   // conditions in all other iterations
	sums        map[*ir.Instr]int64  // integers that are the counter plus this in all other iterations
	forms       map[ir.Value]*affine // of integers, nil for those without
	same        map[*ir.Instr]bool   // integers that are their first operand in all other iterations
	gains       int                  // instructions that get simpler
	whole       bool                 // all iterations stay in the loop
}

// newPeeling gives loop l as it is to be peeled; nil where nothing is known of its counter.
func newPeeling(l *analysis.Loop, dt *ir.DomTree, unrolled bool) *peeling {
	x := &splitLoop{loop: l, pre: l.Predecessor(), latch: l.Latch()}
	if x.pre == nil || x.pre.Term().Op != ir.Br || x.latch == nil || !x.counts() || x.phi.Typ != ir.I64 && x.phi.Typ != ir.I32 {
		return nil
	}
	r, ok := rangeOfCounter(x, dt)
	if !ok {
		return nil
	}
	p := &peeling{splitLoop: x, counterRange: r}
	if !p.findDeadEnds() {
		return nil
	}
	if len(l.Inner) > 0 || !x.closed(p.deadEnds...) || !p.copyable(x.mostInstrs(unrolled)) || !p.often() || unrolled && !p.wholeSteps() {
		p.whole = true
	}
	if p.base == nil || p.base.Type() != ir.I32 || p.whole || p.start > maxLimitedStart {
		if p.unknown {
			return nil
		}
		p.study()
		return p
	}
	// Sums such as i+n-1 may wrap for numbers near the limit: then all iterations count as the last.
	q := *p
	q.most, q.limited = min(q.most, maxLimited), true
	if q.study() > 0 && (p.unknown || q.gains > p.study()) {
		return &q
	}
	if p.unknown {
		return nil
	}
	return p
}

// mostInstrs is how many instructions the loop may have.
func (x *splitLoop) mostInstrs(unrolled bool) int {
	switch {
	case !unrolled && x.step == 1:
		return maxPeeledInstrs
	case unrolled && x.step > 1 && x.step <= maxPeeledStep:
		return maxPeeledParts
	}
	return 0
}

// findDeadEnds finds the blocks that the loop leads to and from which nothing returns, as panics; it reports whether the loop leads
// elsewhere from its latch only.
func (p *peeling) findDeadEnds() bool {
	l := p.loop
	var preds [][]*ir.Block
	for _, e := range l.ExitEdges() {
		if e.From == p.latch || slices.Contains(p.deadEnds, e.To) {
			continue
		}
		if preds == nil {
			preds = l.Header.Parent.Preds()
		}
		own := []*ir.Block{e.To}
		if t := e.To.Term(); t.Op == ir.Invoke && t.Blocks[0].Term().Op == ir.Unreachable && len(preds[t.Blocks[0].ID]) == 1 {
			own = append(own, t.Blocks[0])
		} else if t.Op != ir.Unreachable {
			return false
		}
		p.deadEnds = append(p.deadEnds, own...)
		if !slices.ContainsFunc(preds[e.To.ID], func(b *ir.Block) bool { return !l.Contains(b) }) {
			p.copied = append(p.copied, own...)
		}
	}
	return true
}

// copyable reports whether the blocks of a loop of at most most instructions can be copied.
func (p *peeling) copyable(most int) bool {
	n := 0
	for _, b := range p.loop.Blocks {
		n += len(b.Instrs)
		for _, i := range b.Instrs {
			if i.Op == ir.Invoke || i.Op == ir.IndirectBr || i.Op == ir.CallBr || i.Op == ir.Alloca || i.Typ.Kind == ir.TokenKind || canon.DeclaresScope(i) {
				return false
			}
		}
	}
	return n <= most
}

// study finds what peeling decides, how many iterations it takes, and how many instructions get simpler, which it gives.
func (p *peeling) study() int {
	p.forms, p.decided, p.sums, p.same = map[ir.Value]*affine{}, map[*ir.Instr]bool{}, map[*ir.Instr]int64{}, map[*ir.Instr]bool{}
	for _, b := range p.loop.Blocks {
		for _, i := range b.Instrs {
			if ends, ok := p.gain(i); ok && !p.whole && p.leaves(ends) {
				p.gains++
				p.first, p.last = max(p.first, ends.first), max(p.last, ends.last)
			}
		}
	}
	for _, b := range p.loop.Blocks {
		for _, i := range b.Instrs {
			p.note(i)
		}
	}
	return p.gains
}

// leaves reports whether a loop that runs a constant number of times has an iteration left where the ends are peeled too: the
// parts of such a loop are entered without a test.
func (p *peeling) leaves(e ends) bool {
	peeled := max(p.first, e.first) + max(p.last, e.last)
	return p.base != nil || p.start+p.step*int64(peeled) < p.bound
}

// gain gives the iterations at the ends without which i gets simpler; ok is false where it does not.
func (p *peeling) gain(i *ir.Instr) (e ends, ok bool) {
	switch i.Op {
	case ir.Select, ir.Br:
		if len(i.Args()) == 0 || i == p.latch.Term() {
			return e, false
		}
		_, e, ok = p.decide(i.Arg(0))
	case ir.And, ir.URem, ir.SRem, ir.Call:
		a := p.of(i)
		if a == nil {
			return e, false
		}
		e, ok = a.ends, true
	}
	return e, ok && e.first+e.last > 0
}

// note keeps what is known of i between the peeled iterations.
func (p *peeling) note(i *ir.Instr) {
	if i.Typ == ir.I1 {
		if v, e, ok := p.decide(i); ok && e.first <= p.first && e.last <= p.last {
			p.decided[i] = v
		}
		return
	}
	a := p.of(i)
	if a != nil && (i.Op == ir.And || i.Op == ir.URem || i.Op == ir.SRem) && a.first <= p.first && a.last <= p.last {
		x := p.of(i.Arg(0))
		p.same[i] = a.counter == x.counter && a.base == x.base && a.c == x.c
	}
	if a == nil || a.counter != 1 || a.base != 0 || a.first > p.first || a.last > p.last || i == p.phi || i.Op == ir.Add && i.Arg(0) == ir.Value(p.phi) {
		return
	}
	if a.signed && i.Op != ir.Trunc && (i.Op != ir.Add || i.Typ == ir.I64) {
		p.sums[i] = a.c
	}
}
