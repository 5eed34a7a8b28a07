package ir

// Passed proves that stores go on and leave behind what was read: the solution of a
// triangular system, a recurrence kept in an array, an elimination row by row. It is
// a snapshot of a function.
type Passed struct {
	f        *Function
	loops    *LoopInfo
	order    map[*Block]int
	counters map[*Instr]*passedCounter
	known    map[[2]*Instr]bool
}

// passedCounter is a phi that counts by one, up or down.
type passedCounter struct {
	loop        *Loop
	phi         *Instr
	start       Value
	down        bool
	bound       Value // of the test that ends the loop, nil where none is understood
	off         int64 // the last value is bound + off
	notInHeader bool  // where the header tests it has one value more
}

// NewPassed prepares the questions about f, whose blocks stand in reverse post-order
// by RPO.
func NewPassed(f *Function, loops *LoopInfo) *Passed {
	x := &Passed{f: f, loops: loops, order: map[*Block]int{}, counters: map[*Instr]*passedCounter{}, known: map[[2]*Instr]bool{}}
	for k, b := range RPO(f) {
		x.order[b] = k
	}
	return x
}

// Leaves reports whether the store w, whenever it runs after the load l did, writes
// elsewhere: both address one object by sums of counters, and after each run of l all
// that w still writes lies above what l read, or all of it below.
func (x *Passed) Leaves(l, w *Instr) bool {
	key := [2]*Instr{l, w}
	r, ok := x.known[key]
	if !ok {
		r = l.Op == Load && w.Op == Store && x.leaves(l, w)
		x.known[key] = r
	}
	return r
}

func (x *Passed) leaves(l, w *Instr) bool {
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
		q := &passedQuery{x: x, l: l, w: w, common: common, level: level, number: map[passedLeaf]int{}}
		if !q.apart() {
			return false
		}
	}
	return true
}

// follows reports whether w may run after l in the same iteration of the loops that
// they have in common.
func (x *Passed) follows(l, w *Instr, common []*Loop) bool {
	a, b := x.step(l.Parent, common), x.step(w.Parent, common)
	if a == b && l.Parent == w.Parent {
		return a.Index(l) < a.Index(w)
	}
	return x.order[a] <= x.order[b]
}

// step is b, or the header of the outermost loop around it that is none of common.
func (x *Passed) step(b *Block, common []*Loop) *Block {
	for m := x.loops.Of(b); m != nil && (len(common) == 0 || m != common[len(common)-1]); m = m.Parent {
		b = m.Header
	}
	return b
}

// counter is what is known of phi as a counter, nil if it is none.
func (x *Passed) counter(phi *Instr) *passedCounter {
	c, seen := x.counters[phi]
	if !seen {
		c = x.findCounter(phi)
		x.counters[phi] = c
	}
	return c
}

func (x *Passed) findCounter(phi *Instr) *passedCounter {
	l := x.loops.Of(phi.Parent)
	if phi.Op != Phi || l == nil || l.Header != phi.Parent || !phi.Typ.IsInt() || phi.NumArgs() != 2 {
		return nil
	}
	latch, pre := l.Latch(), l.Preheader()
	if latch == nil || pre == nil || phi.Incoming(latch) == nil || phi.Incoming(pre) == nil {
		return nil
	}
	self := linear{terms: []linearTerm{{phi, false, 1}}}
	next, ok := linearOf(phi.Incoming(latch))
	if !ok {
		return nil
	}
	step, ok := next.minus(self)
	if !ok || step != 1 && step != -1 {
		return nil
	}
	c := &passedCounter{loop: l, phi: phi, start: phi.Incoming(pre), down: step < 0}
	c.findBound(latch)
	return c
}

// findBound looks at the only test that ends the loop. Where it is met by one value
// only, the counter comes to that value: its arithmetic does not wrap, and the loop has
// no other end.
func (c *passedCounter) findBound(latch *Block) {
	exits := c.loop.exits()
	if len(exits) != 1 {
		return
	}
	from := exits[0].From
	t := from.Term()
	if t.Op != Br || len(t.Blocks) != 2 || from != latch && from != c.loop.Header {
		return
	}
	cmp, ok := t.Arg(0).(*Instr)
	if !ok || cmp.Op != ICmp || !cmp.Arg(0).Type().IsInt() {
		return
	}
	p, bound := cmp.Pred, cmp.Arg(1) // the loop goes on while p holds
	if !c.loop.Contains(t.Blocks[0]) {
		p = inverse[p]
	}
	a, ok := linearOf(cmp.Arg(0))
	if !ok || a.factor(c.phi) != 1 {
		if a, ok = linearOf(cmp.Arg(1)); !ok || a.factor(c.phi) != 1 {
			return
		}
		p, bound = swapped[p], cmp.Arg(0)
	}
	shift, ok := a.minus(linear{terms: []linearTerm{{c.phi, false, 1}}})
	if !ok || !c.loop.Invariant(bound) {
		return
	}
	header := from == c.loop.Header && from != latch
	end := int64(1) // the loop goes on while phi + shift < bound, downwards > bound
	if c.down {
		end = -1
	}
	switch {
	case p == NE && header:
		c.off = -shift - end
	case p == NE:
		c.off = -shift // the test stands behind what the iteration does
	case header && (p == SLT && !c.down || p == SGT && c.down):
		c.off = -shift - end
	case header && (p == SLE && !c.down || p == SGE && c.down):
		c.off = -shift
	default:
		return
	}
	c.bound, c.notInHeader = bound, header
}
