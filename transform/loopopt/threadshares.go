package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// sharedLoop is a loop whose iterations a team of threads shares: the counter goes through numbers that
// no other thread gets.
type sharedLoop struct {
	*splitLoop
	calls   []*ir.Instr // of the runtime library's function that hands out the iterations, by where control comes from
	share   rules.Share
	opens   *ir.Instr     // the call that opens the loop for all threads, where its iterations are handed out in several parts
	ext     ir.Op         // how the counter was made of the first iteration: SExt, ZExt, BadOp if it is that
	last    ir.Value      // the last iteration, or one before it, as the library gives it
	counted *countedTrips // nil, or how the counter counts from 0
	chunks  *chunks       // nil, or how the thread gets parts in turn
}

// countedTrips are what a counter that counts from 0 counts: iterations are counter and first.
type countedTrips struct {
	first ir.Value // iteration
	trips ir.Value // how many there are
}

// sharedLoopOf gives l as such a loop; nil where it is not known to be one.
func (t *threadReads) sharedLoopOf(l *analysis.Loop) *sharedLoop {
	pre, latch := l.Predecessor(), l.Latch()
	edges := l.ExitEdges()
	if pre == nil || pre.Term().Op != ir.Br || latch == nil || len(edges) != 1 {
		return nil
	}
	for _, phi := range l.Header.Phis() {
		if !phi.Typ.IsInt() || phi.Typ.Bits > 64 {
			continue
		}
		lower, ext := extended(phi.Incoming(pre))
		calls, share := t.handOut(lower, func(s rules.Share) int { return s.Lower })
		next, _ := phi.Incoming(latch).(*ir.Instr)
		var parts *chunks
		if calls == nil {
			if parts = t.chunksFrom(phi.Incoming(pre)); parts != nil {
				calls, share, ext = []*ir.Instr{parts.call}, parts.share, parts.ext
			}
		}
		if calls == nil || next == nil || next.Op != ir.Add || next.Arg(0) != ir.Value(phi) || !isInt(next.Arg(1), 1) {
			continue
		}
		x := &sharedLoop{splitLoop: &splitLoop{loop: l, pre: pre, latch: latch, phi: phi, next: next, step: 1}, calls: calls, share: share, ext: ext, chunks: parts}
		if share.Repeats {
			if x.opens = t.opening(calls[0]); x.opens == nil {
				continue
			}
		}
		if t.staysWithin(x, edges[0], lower) {
			return x
		}
	}
	return t.countedShare(l, edges[0])
}

// countedShare gives l as a shared loop whose counter counts from 0 the iterations that the thread got, as MLIR's
// lowering has it; nil where it is none.
func (t *threadReads) countedShare(l *analysis.Loop, exit ir.Edge) *sharedLoop {
	x := &splitLoop{loop: l, pre: l.Predecessor(), latch: l.Latch()}
	if exit.From != x.latch || !x.counts() || x.step != 1 || !ir.IsZero(x.phi.Incoming(x.pre)) {
		return nil
	}
	trips, ok := x.test.Arg(1).(*ir.Instr)
	if !ok || trips.Op != ir.Add || !isInt(trips.Arg(1), 1) {
		return nil
	}
	distance, ok := trips.Arg(0).(*ir.Instr)
	if !ok || distance.Op != ir.Sub {
		return nil
	}
	last, first := distance.Arg(0), distance.Arg(1)
	calls, share := t.handOut(first, func(s rules.Share) int { return s.Lower })
	ends, _ := t.handOut(last, func(s rules.Share) int { return s.Upper })
	if len(calls) != 1 || share.Repeats || !slices.Equal(calls, ends) {
		return nil
	}
	return &sharedLoop{splitLoop: x, calls: calls, share: share, last: last, counted: &countedTrips{first, trips}}
}

// begins is the call by which the threads begin the loop together.
func (x *sharedLoop) begins() *ir.Instr {
	if x.opens != nil {
		return x.opens
	}
	return x.calls[0]
}

func isInt(v ir.Value, c int64) bool {
	n, ok := ir.IntValue(v)
	return ok && n == c
}

// extended is what v extends, and how; BadOp where it is no extension.
func extended(v ir.Value) (ir.Value, ir.Op) {
	if i, ok := v.(*ir.Instr); ok && (i.Op == ir.SExt || i.Op == ir.ZExt) {
		return i.Arg(0), i.Op
	}
	return v, ir.BadOp
}

// opening is the last call in front of i, on every way there, that opens a loop for all threads.
func (t *threadReads) opening(i *ir.Instr) *ir.Instr {
	for b := i.Parent; b != nil; b = t.dt.Idom(b) {
		for _, c := range slices.Backward(b.Instrs) {
			if f := c.CalledFunc(); f != nil && c.Op == ir.Call && (b != i.Parent || b.Index(c) < b.Index(i)) {
				if _, _, ok := rules.OpensLoop(f.Name); ok {
					return c
				}
			}
		}
	}
	return nil
}

// handOut gives the calls that put what v is loaded from there, or what a phi v gets from each of its blocks, in
// their order; nil where v is nothing like that.
func (t *threadReads) handOut(v ir.Value, which func(rules.Share) int) (calls []*ir.Instr, share rules.Share) {
	phi, ok := v.(*ir.Instr)
	if !ok || phi.Op != ir.Phi {
		if call, share := t.handsOut(v, rules.StaticSchedule, which); call != nil {
			return []*ir.Instr{call}, share
		}
		return nil, share
	}
	for _, a := range phi.Args() {
		call, s := t.handsOut(a, rules.StaticSchedule, which)
		if call == nil || !s.Repeats {
			return nil, share
		}
		calls, share = append(calls, call), s
	}
	return calls, share
}

// handsOut gives the call that puts what v is loaded from there, as the argument that which says, by that schedule; nil where v
// is nothing like that.
func (t *threadReads) handsOut(v ir.Value, schedule int64, which func(rules.Share) int) (*ir.Instr, rules.Share) {
	load, ok := v.(*ir.Instr)
	if !ok || load.Op != ir.Load {
		return nil, rules.Share{}
	}
	slot, ok := load.Arg(0).(*ir.Instr)
	if !ok || slot.Op != ir.Alloca {
		return nil, rules.Share{}
	}
	b := load.Parent
	for k := b.Index(load) - 1; k >= 0; k-- {
		i := b.Instrs[k]
		if i.Op == ir.Store && i.Arg(1) == ir.Value(slot) {
			break
		}
		f := i.CalledFunc()
		if f == nil || i.Op != ir.Call || !slices.Contains(i.CallArgs(), ir.Value(slot)) {
			continue
		}
		share, ok := rules.ShareOf(f.Name)
		if !ok || i.NumCallArgs() <= max(share.Lower, share.Upper) || i.Arg(which(share)) != ir.Value(slot) {
			break
		}
		if share.Schedule > 0 {
			if kind, ok := ir.IntValue(i.Arg(share.Schedule)); !ok || kind&rules.ScheduleBits != schedule {
				break
			}
		}
		return i, share
	}
	return nil, rules.Share{}
}

// staysWithin reports whether the counter of x, in all iterations, is at most the last iteration that
// the thread got. It notes the bound.
func (t *threadReads) staysWithin(x *sharedLoop, exit ir.Edge, lower ir.Value) bool {
	term := exit.From.Term()
	if exit.From != x.latch && exit.From != x.loop.Header || term.Op != ir.Br || len(term.Blocks) != 2 {
		return false
	}
	test, ok := term.Arg(0).(*ir.Instr)
	if !ok || test.Op != ir.ICmp || !x.loop.Contains(test.Parent) {
		return false
	}
	pred, left, right := test.Pred, test.Arg(0), test.Arg(1)
	if x.loop.Invariant(left) {
		pred, left, right = analysis.Swapped(pred), right, left
	}
	if term.Blocks[0] == exit.To {
		pred = analysis.Inverse(pred)
	}
	ahead, ok := x.ahead(left)
	behind, ok2 := t.lastOf(x, right)
	if !ok || !ok2 {
		return false
	}
	// The loop goes on where counter+ahead pred last+behind. The next counter is then at most the last, or,
	// where the test stands at the head, this one.
	d, slack := behind-ahead, int64(0)
	if exit.From != x.latch {
		slack = 1
	}
	switch pred {
	case ir.SLT, ir.ULT:
		return d <= slack && (slack == 1 || t.begun(x, lower))
	case ir.SLE, ir.ULE:
		return d+1 <= slack && (slack == 1 || t.begun(x, lower))
	case ir.NE:
		return d == slack && t.begun(x, lower)
	}
	return false
}

// ahead is how much v is more than the counter.
func (x *sharedLoop) ahead(v ir.Value) (int64, bool) {
	for range 4 {
		i, ok := v.(*ir.Instr)
		switch {
		case v == ir.Value(x.phi):
			return 0, true
		case v == ir.Value(x.next):
			return 1, true
		case !ok:
			return 0, false
		case i.Op == ir.SExt, i.Op == ir.ZExt, i.Op == ir.Trunc:
			v = i.Arg(0)
		default:
			return 0, false
		}
	}
	return 0, false
}

// lastOf is how much v is more than the last iteration of the thread, or a smaller number; it notes that.
func (t *threadReads) lastOf(x *sharedLoop, v ir.Value) (int64, bool) {
	v, _ = extended(v)
	more := int64(0)
	if i, ok := v.(*ir.Instr); ok && i.Op == ir.Add {
		if c, ok := ir.IntValue(i.Arg(1)); ok && (c == 1 || c == -1) {
			v, _ = extended(i.Arg(0))
			more = c
		}
	}
	x.last = v
	if x.chunks != nil {
		return more, t.endsChunk(x, v)
	}
	isUpper := func(u ir.Value) bool {
		u, _ = extended(u)
		calls, _ := t.handOut(u, func(s rules.Share) int { return s.Upper })
		if len(calls) > 1 {
			from, _ := extended(x.phi.Incoming(x.pre))
			if !slices.Equal(from.(*ir.Instr).Blocks, u.(*ir.Instr).Blocks) || from.(*ir.Instr).Parent != u.(*ir.Instr).Parent {
				return false
			}
		}
		return slices.Equal(calls, x.calls)
	}
	if i, ok := v.(*ir.Instr); ok {
		if p, ok := edit.Extremum(i); ok && (p == ir.SLE || p == ir.ULE) {
			return more, isUpper(i.Arg(0)) || isUpper(i.Arg(1))
		}
		if c, ok := selectedMinimum(i); ok {
			return more, isUpper(c.Arg(0)) || isUpper(c.Arg(1))
		}
	}
	return more, isUpper(v)
}

// selectedMinimum gives the comparison by which the select i is the smaller of two numbers.
func selectedMinimum(i *ir.Instr) (c *ir.Instr, ok bool) {
	if i.Op != ir.Select {
		return nil, false
	}
	c, ok = i.Arg(0).(*ir.Instr)
	if !ok || c.Op != ir.ICmp {
		return nil, false
	}
	p := c.Pred
	switch {
	case c.Arg(0) == i.Arg(1) && c.Arg(1) == i.Arg(2):
	case c.Arg(0) == i.Arg(2) && c.Arg(1) == i.Arg(1):
		p = analysis.Inverse(p)
	default:
		return nil, false
	}
	return c, p == ir.SLT || p == ir.SLE || p == ir.ULT || p == ir.ULE
}

// begun reports whether the loop is only entered where its first iteration is at most the last.
func (t *threadReads) begun(x *sharedLoop, lower ir.Value) bool {
	return t.ordered(x.pre, x.loop.Header, lower, x.last) || x.chunks != nil && t.chunksBegun(x)
}

// ordered reports whether control comes from block b to to only where the iteration lower is at most last.
func (t *threadReads) ordered(b, to *ir.Block, lower, last ir.Value) bool {
	for ; b != nil; b = t.dt.Idom(b) {
		if c, holds := decidedBy(b, to, t.dt); c != nil {
			first, _ := extended(c.Arg(0))
			second, _ := extended(c.Arg(1))
			p := c.Pred
			if !holds {
				p = analysis.Inverse(p)
			}
			if first == last && second == lower {
				first, second, p = second, first, analysis.Swapped(p)
			}
			below := p == ir.SLT || p == ir.ULT
			if first == lower && second == last && (below || p == ir.SLE || p == ir.ULE || p == ir.EQ) {
				return true
			}
			if i, ok := second.(*ir.Instr); ok && first == lower && below && i.Op == ir.Add && i.Arg(0) == last && isInt(i.Arg(1), 1) {
				return true
			}
		}
	}
	return false
}

// decidedBy is the comparison at the end of b that has a known result where to, which b dominates, runs, and that
// result; nil where there is none.
func decidedBy(b, to *ir.Block, dt *ir.DomTree) (c *ir.Instr, holds bool) {
	term := b.Term()
	if term.Op != ir.Br || len(term.Blocks) != 2 || term.Blocks[0] == term.Blocks[1] {
		return nil, false
	}
	c, ok := term.Arg(0).(*ir.Instr)
	if !ok || c.Op != ir.ICmp {
		return nil, false
	}
	preds := b.Parent.Preds()
	for k, s := range term.Blocks {
		alone := len(preds[s.ID]) == 1 && dt.Dominates(s, to)
		if alone || s == to { // the header, which its own latch leads to as well
			return c, k == 0
		}
	}
	return nil, false
}
