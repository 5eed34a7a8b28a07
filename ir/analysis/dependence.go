package analysis

import "github.com/llad-ad/llad/ir"

// DependenceTest proves the absence of anti-dependences: that later stores do not overwrite
// what a load has read, as in the solution of a triangular system, a recurrence kept in an
// array, an elimination row by row. It is a snapshot of a function.
type DependenceTest struct {
	f        *ir.Function
	loops    *LoopInfo
	order    map[*ir.Block]int
	dt       *ir.DomTree
	enters   map[*ir.Block]*ir.Block // the block that a block is entered from, where it is one
	counters map[*ir.Instr]*loopCounter
	known    map[[2]*ir.Instr]bool
	assumed  map[ir.Value]int64 // see Assuming
}

// loopCounter is an induction variable with a constant step.
type loopCounter struct {
	loop        *Loop
	phi         *ir.Instr
	start       ir.Value
	step        int64    // not zero, at most maxCounterStep up or down
	bound       ir.Value // of the test that ends the loop, nil where none is understood
	off         int64    // the last value is bound + off, or less where the step is more than one
	notInHeader bool     // where the header tests it has one value more
	late        bool     // the first value may lie beyond: the loop tests behind its first iteration
}

// maxCounterStep is the largest step by which no loop runs long enough to wrap 64 bits.
const maxCounterStep = 1 << 16

func (c *loopCounter) down() bool { return c.step < 0 }

// NewDependenceTest prepares the analysis of f, whose blocks are in reverse post-order.
func NewDependenceTest(f *ir.Function, loops *LoopInfo) *DependenceTest {
	x := &DependenceTest{f: f, loops: loops, dt: ir.Dominators(f), enters: map[*ir.Block]*ir.Block{}, order: map[*ir.Block]int{}, counters: map[*ir.Instr]*loopCounter{}, known: map[[2]*ir.Instr]bool{}}
	for k, b := range ir.RPO(f) {
		x.order[b] = k
	}
	for k, preds := range f.Preds() {
		if len(preds) == 1 {
			x.enters[f.Blocks[k]] = preds[0]
		}
	}
	return x
}

// NoAntiDependence reports whether the store w never writes, after the load l has run, what l
// read: both address one object by sums of induction variables, and after each execution of l
// all that w still writes is above what l read, or all of it below.
func (x *DependenceTest) NoAntiDependence(l, w *ir.Instr) bool {
	key := [2]*ir.Instr{l, w}
	r, ok := x.known[key]
	if !ok {
		r = l.Op == ir.Load && w.Op == ir.Store && x.findNoAntiDependence(l, w)
		x.known[key] = r
	}
	return r
}

func (x *DependenceTest) findNoAntiDependence(l, w *ir.Instr) bool {
	var common []*Loop // from the outermost one
	for m := x.loops.Of(l.Parent); m != nil; m = m.Parent {
		if m.Contains(w.Parent) {
			common = append([]*Loop{m}, common...)
		}
	}
	for level := range len(common) + 1 {
		if level == len(common) && !x.follows(l, w, common) {
			continue
		}
		q := &dependenceQuery{x: x, l: l, w: w, common: common, level: level, number: map[queryLeaf]int{}}
		if !q.apart() {
			return false
		}
	}
	return true
}

// NoDependenceIn reports whether the store w of loop m, in any iteration, writes other memory
// than the load l reads in any iteration, where the address of one of them is invariant in m.
func (x *DependenceTest) NoDependenceIn(m *Loop, l, w *ir.Instr) bool {
	if l.Op != ir.Load || w.Op != ir.Store || !m.Invariant(l.Arg(0)) && !m.Invariant(w.Arg(1)) {
		return false
	}
	var around []*Loop
	for o := m.Parent; o != nil; o = o.Parent {
		around = append(around, o)
	}
	q := &dependenceQuery{x: x, l: l, w: w, common: around, level: len(around), number: map[queryLeaf]int{}}
	return q.apart()
}

// StoresApart reports whether the stores a and b of loop m, or one store twice, never write the same memory in different
// iterations of m, in one run of it.
func (x *DependenceTest) StoresApart(m *Loop, a, b *ir.Instr) bool {
	if a.Op != ir.Store || b.Op != ir.Store || !m.Contains(a.Parent) || !m.Contains(b.Parent) {
		return false
	}
	var common []*Loop
	for o := m; o != nil; o = o.Parent {
		common = append([]*Loop{o}, common...)
	}
	for _, pair := range [][2]*ir.Instr{{a, b}, {b, a}} {
		q := &dependenceQuery{x: x, l: pair[0], w: pair[1], common: common, level: len(common) - 1, number: map[queryLeaf]int{}}
		if !q.apart() {
			return false
		}
		if a == b {
			break
		}
	}
	return true
}

// follows reports whether w may run after l in the same iteration of their common loops.
func (x *DependenceTest) follows(l, w *ir.Instr, common []*Loop) bool {
	a, b := x.step(l.Parent, common), x.step(w.Parent, common)
	if a == b && l.Parent == w.Parent {
		return a.Index(l) < a.Index(w)
	}
	return x.order[a] <= x.order[b]
}

// step is b, or the header of the outermost loop around it that is not in common.
func (x *DependenceTest) step(b *ir.Block, common []*Loop) *ir.Block {
	for m := x.loops.Of(b); m != nil && (len(common) == 0 || m != common[len(common)-1]); m = m.Parent {
		b = m.Header
	}
	return b
}

// counter is what is known of phi as an induction variable, nil if it is none.
func (x *DependenceTest) counter(phi *ir.Instr) *loopCounter {
	c, seen := x.counters[phi]
	if !seen {
		c = x.findCounter(phi)
		x.counters[phi] = c
	}
	return c
}

// together is the representative of the induction variables that differ from phi by a
// constant, one with a known end if there is any, and phi minus it.
func (x *DependenceTest) together(phi *ir.Instr) (*ir.Instr, int64) {
	c := x.counter(phi)
	if c == nil {
		return phi, 0
	}
	start, ok := counted(c.start)
	if !ok {
		return phi, 0
	}
	first, more := phi, int64(0)
	for _, other := range c.loop.Header.Phis() {
		o := x.counter(other)
		if o == nil || o.step != c.step || other.Typ != phi.Typ {
			continue
		}
		from, ok := counted(o.start)
		if !ok {
			continue
		}
		d, ok := start.minus(from)
		if !ok {
			continue
		}
		if o.bound != nil {
			return other, d
		}
		if first == phi {
			first, more = other, d
		}
	}
	return first, more
}

func (x *DependenceTest) findCounter(phi *ir.Instr) *loopCounter {
	l := x.loops.Of(phi.Parent)
	if phi.Op != ir.Phi || l == nil || l.Header != phi.Parent || !phi.Typ.IsInt() || phi.NumArgs() != 2 {
		return nil
	}
	latch, pre := l.Latch(), l.Preheader()
	if latch == nil || pre == nil || phi.Incoming(latch) == nil || phi.Incoming(pre) == nil {
		return nil
	}
	self := linear{terms: []linearTerm{{phi, false, 1}}}
	next, ok := counted(phi.Incoming(latch))
	if !ok {
		return nil
	}
	step, ok := next.minus(self)
	if !ok || step == 0 || max(step, -step) > maxCounterStep {
		return nil
	}
	c := &loopCounter{loop: l, phi: phi, start: phi.Incoming(pre), step: step}
	x.findBound(c, latch)
	if c.bound != nil && c.late && !x.startsWithin(c, pre) {
		c.bound = nil
	}
	return c
}

// counted is linearOf for 64-bit induction variables, whose additions need no nsw: no loop
// runs long enough to wrap them.
func counted(v ir.Value) (linear, bool) {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.Add && i.Op != ir.Sub || i.Typ != ir.I64 {
		return linearOf(v)
	}
	by, ok := ir.IntValue(i.Arg(1))
	if !ok || tooLarge(by) {
		return linearOf(v)
	}
	if i.Op == ir.Sub {
		by = -by
	}
	x, ok := counted(i.Arg(0))
	return x, ok && x.addConst(by, 1)
}

// signed is p as a signed predicate, where induction variables that count up from v, and what
// they are compared with, are not negative: a loop to a negative unsigned bound would not end.
func (x *DependenceTest) signed(p ir.Pred, v ir.Value, down bool) ir.Pred {
	if s, ok := map[ir.Pred]ir.Pred{ir.ULT: ir.SLT, ir.ULE: ir.SLE}[p]; ok && !down && x.fromZero(v, 0) {
		return s
	}
	return p
}

// fromZero reports whether v counts up from 0 or more.
func (x *DependenceTest) fromZero(v ir.Value, depth int) bool {
	if c, ok := ir.IntValue(v); ok {
		return c >= 0
	}
	i, ok := v.(*ir.Instr)
	if !ok || i.Typ != ir.I64 || depth > 8 {
		return false
	}
	if i.Op == ir.Add {
		by, ok := ir.IntValue(i.Arg(1))
		return ok && by >= 0 && x.fromZero(i.Arg(0), depth+1)
	}
	c := x.counter(i)
	return c != nil && !c.down() && x.fromZero(c.start, depth+1)
}

// findBound finds the end value in the only exit test of the loop. Where one value alone meets
// it, the induction variable reaches that value: its arithmetic does not wrap, and the loop
// has no other end.
func (x *DependenceTest) findBound(c *loopCounter, latch *ir.Block) {
	exits := c.loop.exits()
	if len(exits) != 1 {
		return
	}
	from := exits[0].From
	t := from.Term()
	if t.Op != ir.Br || len(t.Blocks) != 2 || from != latch && from != c.loop.Header {
		return
	}
	cmp, ok := t.Arg(0).(*ir.Instr)
	if !ok || cmp.Op != ir.ICmp || !cmp.Arg(0).Type().IsInt() {
		return
	}
	p, bound := cmp.Pred, cmp.Arg(1) // the loop goes on while p holds
	if !c.loop.Contains(t.Blocks[0]) {
		p = inverse[p]
	}
	a, ok := counted(cmp.Arg(0))
	if !ok || a.factor(c.phi) != 1 {
		if a, ok = counted(cmp.Arg(1)); !ok || a.factor(c.phi) != 1 {
			return
		}
		p, bound = swapped[p], cmp.Arg(0)
	}
	p = x.signed(p, c.start, c.down())
	shift, ok := a.minus(linear{terms: []linearTerm{{c.phi, false, 1}}})
	if !ok || !c.loop.Invariant(bound) {
		return
	}
	header := from == c.loop.Header && from != latch
	end := int64(1) // the loop goes on while phi + shift < bound, downwards > bound
	if c.down() {
		end = -1
	}
	switch {
	case p == ir.NE && header:
		c.off = -shift - c.step
	case p == ir.NE:
		c.off = -shift // the test stands behind what the iteration does
	case header && (p == ir.SLT && !c.down() || p == ir.SGT && c.down()):
		c.off = -shift - end
	case header && (p == ir.SLE && !c.down() || p == ir.SGE && c.down()):
		c.off = -shift
	case !header && (p == ir.SLT && !c.down() || p == ir.SGT && c.down()):
		c.off = -shift - end + c.step
	case !header && (p == ir.SLE && !c.down() || p == ir.SGE && c.down()):
		c.off = -shift + c.step
	default:
		return
	}
	c.bound, c.notInHeader, c.late = bound, header, !header && p != ir.NE
}

// startsWithin reports whether a test before the loop of c, which is entered from pre, implies
// that the start value is not beyond the end value; both may be constants.
func (x *DependenceTest) startsWithin(c *loopCounter, pre *ir.Block) bool {
	if first, ok := ir.IntValue(c.start); ok {
		if last, ok := ir.IntValue(c.bound); ok && !tooLarge(last) {
			last += c.off
			return first <= last && !c.down() || first >= last && c.down()
		}
	}
	start, ok := counted(c.start)
	if !ok {
		return false
	}
	return x.tested(pre, func(p ir.Pred, v, end ir.Value) bool {
		at, ok := counted(v)
		if end != c.bound || !ok {
			return false
		}
		p = x.signed(p, v, c.down())
		d, ok := start.minus(at) // the first value is d more than what was tested
		if c.down() {
			return ok && (p == ir.SGT && d+1 >= c.off || p == ir.SGE && d >= c.off)
		}
		return ok && (p == ir.SLT && d-1 <= c.off || p == ir.SLE && d <= c.off)
	})
}

// tested reports whether tells accepts a comparison that holds in block b, or its negation or
// swapped form.
func (x *DependenceTest) tested(b *ir.Block, tells func(p ir.Pred, v, w ir.Value) bool) bool {
	for ; b != nil; b = x.dt.Idom(b) {
		from := x.enters[b]
		if from == nil {
			continue
		}
		t := from.Term()
		if t.Op != ir.Br || len(t.Blocks) != 2 || t.Blocks[0] == t.Blocks[1] {
			continue
		}
		for _, cmp := range conjuncts(t.Arg(0), b == t.Blocks[0]) {
			p := cmp.Pred
			if b == t.Blocks[1] {
				p = inverse[p]
			}
			if tells(p, cmp.Arg(0), cmp.Arg(1)) || tells(swapped[p], cmp.Arg(1), cmp.Arg(0)) {
				return true
			}
		}
	}
	return false
}

// conjuncts are the comparisons that hold where v, a conjunction, does; v itself where it does not.
func conjuncts(v ir.Value, holds bool) (list []*ir.Instr) {
	i, ok := v.(*ir.Instr)
	switch {
	case !ok:
	case i.Op == ir.ICmp:
		return []*ir.Instr{i}
	case holds && i.Op == ir.And && i.Typ == ir.I1:
		return append(conjuncts(i.Arg(0), true), conjuncts(i.Arg(1), true)...)
	}
	return list
}
