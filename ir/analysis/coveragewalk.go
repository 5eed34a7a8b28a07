package analysis

import "github.com/llad-ad/llad/ir"

// walk is an integer header phi that grows by a constant step until a test exits the loop.
type walk struct {
	loop  *Loop
	phi   *ir.Instr
	step  int64
	start linear
	exit  *ir.Block // where the test stands
	bound linear    // the loop goes on while phi is below it, or (equal) is not it
	equal bool
	by    *walk // the tests are of another phi, which steps by one
}

// exits lists the exit edges that do not lead to unreachable.
func (l *Loop) exits() []ir.Edge {
	var out []ir.Edge
	for _, e := range l.ExitEdges() {
		if !l.info.EndsUnreachable(e.To) {
			out = append(out, e)
		}
	}
	return out
}

// walkOf is the walk of a header phi of l among the terms of x, nil if there is none.
func (c *Coverage) walkOf(l *Loop, x linear) *walk {
	for _, t := range x.terms {
		i, ok := t.v.(*ir.Instr)
		if !ok || t.zext || i.Op != ir.Phi || i.Parent != l.Header {
			continue
		}
		w, seen := c.walks[i]
		if !seen {
			w = c.findWalk(l, i)
			c.walks[i] = w
		}
		return w
	}
	return nil
}

func (c *Coverage) findWalk(l *Loop, phi *ir.Instr) *walk {
	latch, pre := l.Latch(), l.Preheader()
	if latch == nil || pre == nil || phi.NumArgs() != 2 {
		return nil
	}
	start, ok := linearOf(phi.Incoming(pre))
	next, ok2 := linearOf(phi.Incoming(latch))
	if !ok || !ok2 || next.factor(phi) != 1 {
		return nil
	}
	step, ok := next.minus(linear{terms: []linearTerm{{phi, false, 1}}})
	if !ok || step <= 0 {
		return nil
	}
	w := &walk{loop: l, phi: phi, step: step, start: start}
	for _, e := range l.exits() {
		if w.tested(c, e.From) {
			return w
		}
	}
	c.walks[phi] = nil
	for _, other := range l.Header.Phis() {
		if other == phi || !other.Typ.IsInt() {
			continue
		}
		by, seen := c.walks[other]
		if !seen {
			by = c.findWalk(l, other)
			c.walks[other] = by
		}
		if by != nil && by.by == nil && by.step == 1 {
			w.by, w.exit = by, by.exit
			return w
		}
	}
	return nil
}

// tested reports whether the branch at the end of b, which every iteration executes, exits the
// loop by the value of the phi, and records how.
func (w *walk) tested(c *Coverage, b *ir.Block) bool {
	t := b.Term()
	l := w.loop
	if t.Op != ir.Br || len(t.Blocks) != 2 || !c.dt.Dominates(b, l.Latch()) || c.loops.Of(b) != l {
		return false
	}
	cmp, ok := t.Arg(0).(*ir.Instr)
	if !ok || cmp.Op != ir.ICmp {
		return false
	}
	p := cmp.Pred
	if !l.Contains(t.Blocks[0]) {
		p = inverse[p]
	}
	x, y, ok := c.compared(cmp)
	if !ok {
		return false
	}
	if x.factor(w.phi) == 0 {
		x, y, p = y, x, swapped[p]
	}
	if x.factor(w.phi) != 1 || y.factor(w.phi) != 0 {
		return false
	}
	// phi + rest p y
	rest, ok := x.plus(linear{terms: []linearTerm{{w.phi, false, 1}}}, -1)
	if !ok {
		return false
	}
	bound, ok := y.plus(rest, -1)
	if !ok || !l.invariantTerms(bound) {
		return false
	}
	switch p {
	case ir.SLE:
		bound.c++
	case ir.SLT:
	case ir.NE:
		// Only a test that is met exactly ends the loop: any other way on would
		// wrap, which the phi's arithmetic does not.
		if w.step != 1 || len(l.exits()) != 1 {
			return false
		}
		w.equal = true
	default:
		return false
	}
	w.exit, w.bound = b, bound
	return true
}

// compared gives the operands of cmp as linear sums: integers, or two addresses in one object
// that are compared for equality, divided by the element size.
func (c *Coverage) compared(cmp *ir.Instr) (x, y linear, ok bool) {
	if t := cmp.Arg(0).Type(); !t.IsPtr() {
		x, ok = linearOf(cmp.Arg(0))
		y, ok2 := linearOf(cmp.Arg(1))
		return x, y, ok && ok2 && t.IsInt()
	}
	layout := c.f.Module.Layout
	p, x, ok := linearAddress(layout, cmp.Arg(0))
	q, y, ok2 := linearAddress(layout, cmp.Arg(1))
	if !ok || !ok2 || p != q || cmp.Pred != ir.EQ && cmp.Pred != ir.NE {
		return x, y, false
	}
	var g uint64
	for _, l := range []linear{x, y} {
		g = gcd(g, absInt(l.c))
		for _, t := range l.terms {
			g = gcd(g, absInt(t.factor))
		}
	}
	if g > 1 {
		x, y = x.over(int64(g)), y.over(int64(g))
	}
	return x, y, true
}

// over is x divided by g, which divides it.
func (x linear) over(g int64) linear {
	out := linear{c: x.c / g}
	for _, t := range x.terms {
		t.factor /= g
		out.terms = append(out.terms, t)
	}
	return out
}

func (l *Loop) invariantTerms(x linear) bool {
	for _, t := range x.terms {
		if !l.Invariant(t.v) {
			return false
		}
	}
	return true
}

// bounds is the range of the phi at block b of the loop: from first to the largest of lasts.
// met says that it takes all values of the range there, given that b runs in every iteration
// that reaches the latch.
func (w *walk) bounds(c *Coverage, b *ir.Block) (first linear, lasts []linear, met bool) {
	if w.by != nil {
		from, to, met := w.by.bounds(c, b)
		for _, last := range to {
			n, ok := last.plus(from, -1)
			if ok {
				n, ok = w.start.plus(n, w.step)
			}
			if !ok {
				return w.start, nil, false
			}
			lasts = append(lasts, n)
		}
		return w.start, lasts, met && w.step == 1
	}
	t := w.exit.Term()
	stay := t.Blocks[0]
	if !w.loop.Contains(stay) {
		stay = t.Blocks[1]
	}
	last := w.bound
	last.c--
	if stay != w.loop.Header && c.dt.Dominates(stay, b) && c.onlyFrom(stay, w.exit) {
		return w.start, []linear{last}, w.step == 1
	}
	// The test comes behind b: all iterations but the first have passed it one
	// step before.
	last.c += w.step
	met = w.step == 1 && c.dt.Dominates(b, w.exit)
	if w.equal {
		return w.start, []linear{last}, met
	}
	return w.start, []linear{w.start, last}, met
}

// onlyFrom reports whether p is the only predecessor of b.
func (c *Coverage) onlyFrom(b, p *ir.Block) bool {
	if c.preds == nil {
		c.preds = c.f.Preds()
	}
	ps := c.preds[b.ID]
	return len(ps) == 1 && ps[0] == p
}
