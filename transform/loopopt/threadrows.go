package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// rowBounds are the bounds of a row of a sparse matrix (compressed rows): iteration i goes through the elements from the number that
// an array has at one place to the one that it has at the next place, without that one.
type rowBounds struct {
	end      *ir.Instr // the load of the second number
	per, low edit.Stride
	ext      ir.Op // how the counter is extended in its address
	wide     ir.Op // how the number is extended
	root     ir.Value
	checked  *checkedRows
}

// checkedRows is what is known of all rows when the program runs.
type checkedRows struct {
	ordered     ir.Value // whether each ends where the next one begins, or before
	first, last ir.Value // where the first begins and the last ends, in 64 bits
}

// rowFinder finds the rows that a shared loop goes through.
type rowFinder struct{ reads *threadReads }

// rowOf gives what is known of load i, whose distance from root is s, where x reads by it a row of elements in each iteration; nil where that is not known.
func (t rowFinder) rowOf(x *sharedLoop, r *threadRead, s edit.Stride) *threadRead {
	phi, op := t.reads.innerCounter(x, s)
	if phi == nil || x.share.Repeats || x.chunks != nil { // all rows would be looked at for each part
		return nil
	}
	step, low, ok := t.reads.strides.Split(s, phi, op)
	known := func(v ir.Value, _ ir.Op) bool { return t.reads.knownBefore(x, v) }
	width, isConst := step.Const()
	if !ok || !isConst || width < r.size || !t.reads.strides.Leaves(low, known) {
		return nil
	}
	begin, end := t.rowIn(x, phi)
	if end == nil || !t.unwritten(end) {
		return nil
	}
	b := t.boundsAt(x, end)
	if b == nil || !t.beginsRow(x, b, begin) {
		return nil
	}
	b.wide = ir.SExt
	if end.Typ == ir.I64 {
		b.wide = ir.BadOp
	}
	r.row, r.low, r.step = b, low, width
	return r
}

// rowIn gives the numbers that phi, which counts up by one in a loop inside x, counts from and to, where these are a value of each iteration of
// x and a load that each has; nil where it does not.
func (t rowFinder) rowIn(x *sharedLoop, phi *ir.Instr) (begin ir.Value, end *ir.Instr) {
	l := t.reads.li.Of(phi.Parent)
	if l == nil || l.Header != phi.Parent || l.Latch() == nil || l.Predecessor() == nil || len(l.ExitEdges()) != 1 || l.ExitEdges()[0].From != l.Latch() {
		return nil, nil
	}
	next, ok := phi.Incoming(l.Latch()).(*ir.Instr)
	test, ok2 := l.Latch().Term().Arg(0).(*ir.Instr)
	if !ok || !ok2 || next.Op != ir.Add || next.Arg(0) != ir.Value(phi) || !isInt(next.Arg(1), 1) || test.Op != ir.ICmp || test.Arg(0) != ir.Value(next) {
		return nil, nil
	}
	p := test.Pred
	if l.Latch().Term().Blocks[0] != l.Header {
		p = analysis.Inverse(p)
	}
	if p != ir.NE && p != ir.SLT {
		return nil, nil
	}
	begin, wide := extended(phi.Incoming(l.Predecessor()))
	bound, wide2 := extended(test.Arg(1))
	end, ok = bound.(*ir.Instr)
	if !ok || end.Op != ir.Load || end.Flags&(ir.Volatile|ir.Atomic) != 0 || wide != wide2 || wide == ir.ZExt || begin.Type() != end.Typ ||
		end.Typ != ir.I64 && end.Typ != ir.I32 || phi.Typ != ir.I64 || !x.loop.Contains(end.Parent) || !t.reads.dt.Dominates(end.Parent, x.latch) ||
		!t.reads.li.Of(end.Parent).ContainsLoop(l) || t.reads.li.Of(end.Parent) != x.loop || !t.less(l.Predecessor(), l.Header, begin, end) {
		return nil, nil
	}
	return begin, end
}

// less reports whether control comes from block b to to only where x is less than y, as signed numbers.
func (t rowFinder) less(b, to *ir.Block, x, y ir.Value) bool {
	for ; b != nil; b = t.reads.dt.Idom(b) {
		c, holds := decidedBy(b, to, t.reads.dt)
		if c == nil {
			continue
		}
		p, first, second := c.Pred, c.Arg(0), c.Arg(1)
		if !holds {
			p = analysis.Inverse(p)
		}
		if first == y && second == x {
			p, first, second = analysis.Swapped(p), second, first
		}
		if first == x && second == y && p == ir.SLT {
			return true
		}
	}
	return false
}

// unwritten reports whether nothing that threads may run at the same time writes what i loads.
func (t rowFinder) unwritten(i *ir.Instr) bool {
	return !slices.ContainsFunc(t.reads.writers, func(w *ir.Instr) bool { return t.reads.same.phase.runs[w] && t.reads.alias.Clobbers(w, i) })
}

// boundsAt is the row that ends at the number that is loaded by end, nil where its place is not known.
func (t rowFinder) boundsAt(x *sharedLoop, end *ir.Instr) *rowBounds {
	b := &rowBounds{end: end, root: startOf(end.Arg(0))}
	s, ok := t.reads.strides.Between(b.root, end.Arg(0))
	if !ok || !t.reads.sameInAll(b.root) {
		return nil
	}
	if b.per, b.low, b.ext, ok = t.reads.byCounter(x, s); !ok || len(b.per) == 0 {
		return nil
	}
	known := func(v ir.Value, _ ir.Op) bool { return t.reads.knownBefore(x, v) }
	if !t.reads.knownBefore(x, b.root) || !t.reads.strides.Leaves(b.per, known) || !t.reads.strides.Leaves(b.low, known) {
		return nil
	}
	return b
}

// beginsRow reports whether v is, in each iteration of x, the number one place in front of where the row ends.
func (t rowFinder) beginsRow(x *sharedLoop, b *rowBounds, v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok {
		return false
	}
	before := func(low edit.Stride) bool {
		return edit.AddStrides(low, b.per, 1).Equal(b.low)
	}
	switch {
	case i.Op == ir.Load && x.loop.Contains(i.Parent) && t.reads.dt.Dominates(i.Parent, x.latch):
		c := t.boundsAt(x, i)
		return c != nil && c.root == b.root && c.per.Equal(b.per) && c.ext == b.ext && before(c.low) && i.Flags&(ir.Volatile|ir.Atomic) == 0
	case i.Op == ir.Phi && i.Parent == x.loop.Header && x.counted == nil && i.Incoming(x.latch) == ir.Value(b.end):
		first, ok := i.Incoming(x.pre).(*ir.Instr)
		if !ok || first.Op != ir.Load || startOf(first.Arg(0)) != b.root || first.Flags&(ir.Volatile|ir.Atomic) != 0 || !t.reads.same.phase.runs[first] {
			return false
		}
		s, ok := t.reads.strides.Between(b.root, first.Arg(0))
		lower, op := extended(x.phi.Incoming(x.pre))
		if op == ir.BadOp {
			op = b.ext
		}
		per, low, ok2 := t.reads.strides.Split(s, lower, op)
		return ok && ok2 && per.Equal(b.per) && before(low)
	}
	return false
}

// checkRows emits, in front of the loop, a loop over the rows of all threads that finds out whether they are in order.
func (s *splitReads) checkRows(r *rowBounds) {
	f, pre := s.f, s.pre
	check, done := f.NewBlock(f.FreshName("rows")), f.NewBlock(f.FreshName("rows.checked"))
	check.Line, done.Line = pre.Line, pre.Line
	s.b.Before(pre.Term())
	from, to := s.all(r.ext)
	per := s.strides.WriteSum(s.b, r.per)
	start := s.b.Offset(s.b.Cast(ir.BitCast, r.root, f.Module.Ptr()), s.strides.WriteSum(s.b, edit.AddStrides(r.low, r.per, ^uint64(0))))
	load := func(b *ir.Builder, at ir.Value) ir.Value {
		p := b.Cast(ir.BitCast, b.Offset(start, b.Mul(at, per)), r.end.Arg(0).Type())
		v := b.Load(r.end.Typ, p, int(r.end.Align))
		v.Meta = r.end.Meta
		return v
	}
	wide := func(b *ir.Builder, v ir.Value) ir.Value {
		if r.wide == ir.BadOp {
			return v
		}
		return b.Cast(r.wide, v, ir.I64)
	}
	first := load(s.b, from)
	edit.RedirectEdges(pre, s.loop.Header, check)
	b := ir.NewBuilder(check)
	at, last, ordered := b.Phi(ir.I64), b.Phi(r.end.Typ), b.Phi(ir.I1)
	next := b.Add(at, ir.NewInt(ir.I64, 1))
	end := load(b, next)
	fine := b.Binary(ir.And, ordered, b.ICmp(ir.SLE, last, end))
	at.AddIncoming(from, pre)
	at.AddIncoming(next, check)
	last.AddIncoming(first, pre)
	last.AddIncoming(end, check)
	ordered.AddIncoming(ir.NewBool(true), pre)
	ordered.AddIncoming(fine, check)
	b.CondBr(b.ICmp(ir.SLE, next, to), check, done)
	b = ir.NewBuilder(done)
	r.checked = &checkedRows{first: wide(b, first), last: wide(b, end), ordered: fine}
	b.Br(s.loop.Header)
	edit.ReplaceIncomingBlock(s.loop.Header, pre, done)
	s.pre = done
}

// rowReach is what all threads read of the rows of reads, and requires that no two of these have an element in common.
func (s *splitReads) rowReach(root ir.Value, reads []*threadRead) reach {
	b := s.b
	rows, step := reads[0].row.checked, ir.NewInt(ir.I64, reads[0].step)
	out := reach{root: root}
	s.require(rows.ordered)
	s.require(s.cmp(ir.ULT, b.Add(rows.first, ir.NewInt(ir.I64, maxShared)), ir.NewInt(ir.I64, 2*maxShared)))
	s.require(s.cmp(ir.ULT, b.Sub(rows.last, rows.first), ir.NewInt(ir.I64, maxShared)))
	low := s.strides.WriteSum(b, reads[0].low)
	out.start = b.Add(b.Cast(ir.PtrToInt, root, ir.I64), low)
	out.low, out.end = b.Mul(rows.first, step), b.Mul(rows.last, step)
	most := int64(0)
	for _, r := range reads {
		off, _ := edit.AddStrides(r.low, reads[0].low, ^uint64(0)).Const()
		most = max(most, max(off, -off)+r.size)
	}
	out.low, out.end = b.Sub(out.low, ir.NewInt(ir.I64, most)), b.Add(out.end, ir.NewInt(ir.I64, most))
	return out
}
