package analysis

import "github.com/llad-ad/llad/ir"

func (s *Bounds) phi(i *ir.Instr, w int) *span {
	l := s.li.Of(i.Parent)
	if l == nil || l.Header != i.Parent {
		var x *span
		for k := range i.Blocks {
			if ir.IsUndef(i.Arg(k)) {
				continue
			}
			y := s.of(i.Arg(k))
			if y == nil {
				return nil
			}
			if x == nil {
				x = y
			} else {
				x = s.hull(x, y)
			}
		}
		return x
	}
	r := l.Recurrence(i)
	if r == nil {
		return nil
	}
	start, step := s.expr(r.start), s.expr(r.step)
	if start == nil || step == nil {
		return nil
	}
	n := s.count(l)
	if n == nil {
		return nil
	}
	far := s.mul(step, n)
	if far == nil {
		return nil
	}
	zero := ir.NewInt(ir.I64, 0)
	way := &span{s.min(far.lo, zero), s.max(far.hi, zero), far.bits}
	if i.Typ.IsPtr() {
		return s.add(start, way)
	}
	if last := s.last(l, r, start); last != nil {
		return s.narrow(last, w)
	}
	return s.narrow(s.add(start, way), w)
}

// last is the range of r by its last value; nil where it is no tighter than from the ranges of start and number of iterations.
// These may depend on outer loops alike: the last value of j from i to n is n - 1 for every i.
func (s *Bounds) last(l *Loop, r *Recurrence, start *span) *span {
	step, ok := r.Step()
	t := BackedgeCount(l)
	if t == nil {
		t = MaxBackedgeCount(l)
	}
	if !ok || t == nil || absInt(step) >= 1<<20 {
		return nil
	}
	from, ok := s.sumOf(r.start, 0)
	n, always := whereItRuns(t.e)
	times, ok2 := s.sumOf(n, 0)
	if !ok || !ok2 {
		return nil
	}
	sum := from.plus(times, step)
	if s.behindExit(l) {
		sum.c -= step
	}
	cancels := false
	for k := range from.terms {
		if _, outer := k.(*Loop); outer && sum.terms[k] == 0 {
			cancels = true
		}
	}
	if !cancels {
		return nil
	}
	x := constSpan(sum.c)
	for k, factor := range sum.terms {
		v, ok := k.(ir.Value)
		if !ok || len(sum.terms) > 1 {
			return nil // sums of several would be added in any order
		}
		x = s.add(x, s.mul(s.of(v), constSpan(factor)))
	}
	switch { // the loop is entered, and starts on this side of its end
	case x == nil:
		return nil
	case always && step > 0:
		return &span{start.lo, x.hi, max(start.bits, x.bits)}
	case always && step < 0:
		return &span{x.lo, start.hi, max(start.bits, x.bits)}
	}
	return s.hull(start, x)
}

// whereItRuns is a number of iterations in the case that there are some; always says that there is no other.
func whereItRuns(e *expr) (n *expr, always bool) {
	for always = true; ; {
		switch e.op {
		case ir.ZExt:
			e = e.args[0]
		case ir.Select:
			if c, ok := e.args[2].isInt(); !ok || c != 0 {
				return e, false
			}
			e, always = e.args[1], false
		default:
			return e, always
		}
	}
}

// count is the range, from 0, of how often the backedge of l is taken before the block of
// interest runs.
func (s *Bounds) count(l *Loop) *span {
	if n, ok := s.counts[l]; ok {
		return n
	}
	s.counts[l] = nil
	base, spans := s.base, s.spans
	s.base, s.spans = nil, map[ir.Value]*span{}
	defer func() { s.base, s.spans = base, spans }()
	exact := true
	t := BackedgeCount(l)
	if t == nil {
		t, exact = MaxBackedgeCount(l), false
	}
	if t == nil {
		return nil
	}
	outer := s.counting
	s.counting = l
	n := s.expr(t.e)
	s.counting = outer
	if n == nil {
		return nil
	}
	if !exact {
		// Where the tests that are counted never end the loop, the count is negative.
		n = s.nonNegative(n)
	}
	hi := n.hi
	if s.behindExit(l) {
		hi = s.b.Sub(hi, ir.NewInt(ir.I64, 1))
	}
	// A loop that is entered with a negative count would run for centuries.
	hi = s.max(hi, ir.NewInt(ir.I64, 0))
	n = &span{ir.NewInt(ir.I64, 0), hi, n.bits + 1}
	s.counts[l] = n
	return n
}

// behindExit reports whether the block of interest follows, in an iteration of l, the only
// exit of the loop: it does not run in the last iteration.
func (s *Bounds) behindExit(l *Loop) bool {
	edges := l.ExitEdges()
	return len(edges) == 1 && l.Contains(s.block) && edges[0].From != s.block && s.dt.Dominates(edges[0].From, s.block)
}

// expr is the range of an expression over values available before a loop.
func (s *Bounds) expr(e *expr) *span {
	if c, ok := e.isInt(); ok {
		return constSpan(c)
	}
	if s.left--; s.left < 0 {
		return nil
	}
	if e.op == ir.BadOp {
		return s.of(e.leaf)
	}
	switch e.op {
	case ir.SExt:
		return s.expr(e.args[0])
	case ir.ZExt:
		if a := e.args[0]; a.op == ir.BadOp && a.leaf != nil {
			return s.cast(ir.ZExt, a.leaf, e.width, false)
		}
		x := s.expr(e.args[0])
		if x != nil && s.counting != nil && s.testedBefore(s.counting, e.args[0]) {
			return s.atLeast0(x)
		}
		return s.nonNegative(x)
	case ir.Trunc:
		return s.narrow(s.expr(e.args[0]), e.width)
	case ir.Select:
		return s.choice(e)
	case ir.Add, ir.Sub, ir.Mul, ir.And, ir.UDiv, ir.LShr, ir.Shl:
		return s.arith(e.op, s.expr(e.args[0]), s.expr(e.args[1]), e.width)
	}
	return nil
}

// choice is the range of a select; exact where its condition is available.
func (s *Bounds) choice(e *expr) *span {
	x, y := s.expr(e.args[1]), s.expr(e.args[2])
	if x == nil || y == nil {
		return nil
	}
	if c := e.args[0]; c.op == ir.ICmp && x.exact() && y.exact() {
		before := len(s.conds)
		p, q := s.expr(c.args[0]), s.expr(c.args[1])
		if p != nil && q != nil && p.exact() && q.exact() {
			v := s.b.Select(s.b.ICmp(c.pred, p.lo, q.lo), x.lo, y.lo)
			return &span{v, v, max(x.bits, y.bits)}
		}
		s.conds = s.conds[:before]
	}
	return s.hull(x, y)
}
