package analysis

import (
	"math/bits"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// TripCount is a number of times that a loop's backedge is taken, as an
// expression over values known before the loop.
type TripCount struct{ e *expr }

// Emit writes the count as an i64, to be read as unsigned. The builder must
// stand in the loop's preheader or at a place that it dominates. No instruction
// written can trap.
func (t *TripCount) Emit(b *ir.Builder) ir.Value {
	return (&emitter{b, map[*expr]ir.Value{}}).emit(t.e)
}

// Known reports whether ok holds for all values that the count is computed from.
func (t *TripCount) Known(ok func(ir.Value) bool) bool { return t.e.known(ok) }

func (e *expr) known(ok func(ir.Value) bool) bool {
	if e.leaf != nil && !ok(e.leaf) {
		return false
	}
	return !slices.ContainsFunc(e.args, func(a *expr) bool { return !a.known(ok) })
}

// Const is the count when it is constant and below 2^63.
func (t *TripCount) Const() (int64, bool) {
	v, ok := t.e.isInt()
	return v, ok && v >= 0
}

// BackedgeCount is the exact number of times the backedge of l is taken
// whenever the loop is left, nil when it cannot be computed before the loop.
// Every exit must be tested in each iteration and be countable; exits to blocks
// that come to an unreachable do not count. Executions that never leave the loop,
// or only through undefined behaviour, may have any count.
func BackedgeCount(l *Loop) *TripCount {
	exact, _ := backedgeCounts(l, true)
	return exact
}

// MaxBackedgeCount is an upper bound of the number of times the backedge of l
// is taken: that of the countable ones among its exits; nil when there is none.
// Its value is 2^64-1 where these turn out never to end the loop.
func MaxBackedgeCount(l *Loop) *TripCount {
	_, most := backedgeCounts(l, false)
	return most
}

// backedgeCounts are both counts; with onlyExact, it stops at the first exit that is not countable:
// loops around others may have hundreds of exits, each of which is a walk through the loop.
func backedgeCounts(l *Loop, onlyExact bool) (exact, most *TripCount) {
	edges := l.ExitEdges()
	c := &counter{l: l, ev: &evolution{l: l, seen: map[ir.Value]*Recurrence{}}, strict: len(edges) > 1}
	latch := l.Latch()
	if latch == nil {
		return nil, nil
	}
	var bound *expr
	all := true
	var from *ir.Block
	for _, edge := range edges {
		if l.info.EndsUnreachable(edge.To) {
			continue
		}
		if edge.From == from { // the same test leaves to two blocks
			all = false
		} else {
			from = edge.From
			n, isExact := c.exit(from, latch)
			all = all && isExact
			if n != nil {
				bound = minCount(bound, n)
			}
		}
		if onlyExact && !all {
			return nil, nil
		}
	}
	if bound == nil {
		return nil, nil
	}
	most = &TripCount{bound}
	if all {
		exact = most
	}
	return exact, most
}

func minCount(a, b *expr) *expr {
	if a == nil || sameExpr(a, b) {
		return b
	}
	return exprSelect(exprCmp(ir.ULT, b, a), b, a)
}

type counter struct {
	l      *Loop
	ev     *evolution
	strict bool // there are other ways out: a test that never ends the loop must not give a small count
}

// endless is the count of a test that never ends the loop.
var endless = exprInt(64, -1)

// exit counts how often the test at the end of b lets the loop go on before it
// leaves it; exact is false when that is only an upper bound.
func (c *counter) exit(b, latch *ir.Block) (n *expr, exact bool) {
	t := b.Term()
	if t.Op != ir.Br || len(t.Blocks) != 2 || !c.everyIteration(b, latch) {
		return nil, false
	}
	stay := c.l.Contains(t.Blocks[0])
	if stay == c.l.Contains(t.Blocks[1]) {
		return nil, false
	}
	return c.cond(t.Arg(0), stay, 0)
}

// everyIteration reports whether b is executed exactly once in each iteration:
// it lies in no inner loop, and every path from the header to the latch passes
// it.
func (c *counter) everyIteration(b, latch *ir.Block) bool {
	for _, in := range c.l.Inner {
		if in.Contains(b) {
			return false
		}
	}
	if b == latch || b == c.l.Header {
		return true
	}
	// Walk from the header without b: the latch must not be reached.
	seen := map[*ir.Block]bool{c.l.Header: true}
	work := []*ir.Block{c.l.Header}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == latch {
			return false
		}
		for _, s := range x.Succs() {
			if s != b && c.l.Contains(s) && !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return true
}

// cond counts the iterations until v first differs from stay.
func (c *counter) cond(v ir.Value, stay bool, depth int) (n *expr, exact bool) {
	i, ok := v.(*ir.Instr)
	if !ok || depth > 8 {
		return nil, false
	}
	// The loop goes on while both hold: the smaller count. Exact when both are.
	both := func(x, y ir.Value) (*expr, bool) {
		c.strict = true
		a, e1 := c.cond(x, stay, depth+1)
		b, e2 := c.cond(y, stay, depth+1)
		switch {
		case a == nil && b == nil:
			return nil, false
		case a == nil:
			return b, false
		case b == nil:
			return a, false
		}
		return minCount(a, b), e1 && e2
	}
	switch i.Op {
	case ir.And:
		if stay && i.Typ == ir.I1 {
			return both(i.Arg(0), i.Arg(1))
		}
	case ir.Or:
		if !stay && i.Typ == ir.I1 {
			return both(i.Arg(0), i.Arg(1))
		}
	case ir.Select:
		if stay && isBool(i.Arg(2), false) {
			return both(i.Arg(0), i.Arg(1))
		}
		if !stay && isBool(i.Arg(1), true) {
			return both(i.Arg(0), i.Arg(2))
		}
	case ir.Xor:
		if isBool(i.Arg(1), true) {
			return c.cond(i.Arg(0), !stay, depth+1)
		}
	case ir.ICmp:
		n = c.compare(i, stay)
		return n, n != nil
	}
	return nil, false
}

func isBool(v ir.Value, b bool) bool {
	n, ok := ir.IntValue(v)
	return ok && v.Type() == ir.I1 && (n != 0) == b
}

// Inverse is the comparison of integers that holds where p does not.
func Inverse(p ir.Pred) ir.Pred { return inverse[p] }

// Swapped is the comparison of integers that holds for y and x where p does for x and y.
func Swapped(p ir.Pred) ir.Pred { return swapped[p] }

var inverse = [...]ir.Pred{ir.EQ: ir.NE, ir.NE: ir.EQ, ir.UGT: ir.ULE, ir.UGE: ir.ULT, ir.ULT: ir.UGE, ir.ULE: ir.UGT, ir.SGT: ir.SLE, ir.SGE: ir.SLT, ir.SLT: ir.SGE, ir.SLE: ir.SGT}
var swapped = [...]ir.Pred{ir.EQ: ir.EQ, ir.NE: ir.NE, ir.UGT: ir.ULT, ir.UGE: ir.ULE, ir.ULT: ir.UGT, ir.ULE: ir.UGE, ir.SGT: ir.SLT, ir.SGE: ir.SLE, ir.SLT: ir.SGT, ir.SLE: ir.SGE}

// compare counts the iterations during which a comparison stays as it has to.
func (c *counter) compare(i *ir.Instr, stay bool) *expr {
	x, y := c.ev.of(i.Arg(0), 0), c.ev.of(i.Arg(1), 0)
	if x == nil || y == nil {
		return nil
	}
	p := i.Pred
	if !stay {
		p = inverse[p]
	}
	if x.step.is(0) {
		x, y, p = y, x, swapped[p]
	}
	w := x.Width
	if (p == ir.NE || p == ir.EQ) && !y.step.is(0) {
		// Both move: their distance does, towards 0.
		x = &Recurrence{Loop: c.l, Width: w, start: exprBin(ir.Sub, x.start, y.start), step: exprBin(ir.Sub, x.step, y.step)}
		y = c.ev.fixed(exprInt(w, 0))
	}
	if !y.step.is(0) {
		return nil
	}
	if x.step.is(0) { // never changes: left at once or never
		return exprSelect(exprCmp(p, x.start, y.start), endless, exprInt(64, 0))
	}
	switch p {
	case ir.NE:
		return c.notEqual(x, y.start)
	case ir.EQ:
		if _, ok := x.step.isInt(); !ok {
			return nil
		}
		return exprSelect(exprCmp(ir.EQ, x.start, y.start), exprInt(64, 1), exprInt(64, 0))
	}
	return c.ordered(p, x, y.start)
}

// notEqual solves start + k*step = end modulo 2^width for the least k. Where
// there is no solution the test never ends the loop.
func (c *counter) notEqual(x *Recurrence, end *expr) *expr {
	s, ok := x.step.isInt()
	if !ok {
		return nil
	}
	w := x.Width
	d := exprBin(ir.Sub, end, x.start)
	if s < 0 {
		d = exprBin(ir.Sub, x.start, end)
	}
	m := absInt(s)
	if w < 64 {
		m &= 1<<uint(w) - 1
	}
	if x.NSW || x.NUW || m == 1 {
		n := exprBin(ir.UDiv, exprCast(ir.ZExt, d, 64), exprInt(64, int64(m)))
		if c.strict && m != 1 {
			n = exprSelect(exprCmp(ir.EQ, exprBin(ir.Mul, n, exprInt(64, int64(m))), exprCast(ir.ZExt, d, 64)), n, endless)
		}
		return n
	}
	shift := bits.TrailingZeros64(m)
	odd := m >> uint(shift)
	inv := odd // Newton's iteration doubles the correct low bits: 3, 6, 12, 24, 48, 96
	for range 5 {
		inv *= 2 - odd*inv
	}
	k := exprBin(ir.LShr, d, exprInt(w, int64(shift)))
	k = exprBin(ir.Mul, k, exprInt(w, int64(inv)))
	if shift > 0 {
		k = exprBin(ir.And, k, exprInt(w, int64(uint64(1)<<uint(w-shift)-1)))
	}
	n := exprCast(ir.ZExt, k, 64)
	if c.strict && shift > 0 {
		low := exprBin(ir.And, d, exprInt(w, int64(uint64(1)<<uint(shift)-1)))
		n = exprSelect(exprCmp(ir.EQ, low, exprInt(w, 0)), n, endless)
	}
	return n
}

// ordered solves the least k for which start + k*step no longer stands in the
// relation p to end. Either the values on the way cannot wrap, because of flags
// or because steps of one meet the end exactly, or there is no answer.
func (c *counter) ordered(p ir.Pred, x *Recurrence, end *expr) *expr {
	w := x.Width
	signed := p == ir.SLT || p == ir.SLE || p == ir.SGT || p == ir.SGE
	down := p == ir.UGT || p == ir.UGE || p == ir.SGT || p == ir.SGE
	closed := p == ir.SLE || p == ir.ULE || p == ir.SGE || p == ir.UGE // end itself still goes on
	s, constant := x.step.isInt()

	if p == ir.ULT && constant && s == -1 { // for (i = n-1; i < n; i--), until it wraps below 0
		return exprSelect(exprCmp(ir.ULT, x.start, end), exprBin(ir.Add, exprCast(ir.ZExt, x.start, 64), exprInt(64, 1)), exprInt(64, 0))
	}
	safe := signed && x.NSW || !signed && x.NUW
	if !signed && x.NSW && constant && s > 0 && nonNegative(x.start) {
		safe = true // stays in the half where signed and unsigned agree
	}
	if constant {
		if down != (s < 0) {
			return nil
		}
		safe = safe || s == 1 || s == -1 || roomBehind(p, s, end, w)
	} else if down {
		return nil
	}
	if !safe {
		return nil
	}
	size := exprInt(64, int64(absInt(s)))
	var moves *expr // whether a step of unknown size goes up
	if !constant {
		size = exprCast(ir.ZExt, x.step, 64)
		moves = exprCmp(ir.NE, x.step, exprInt(w, 0))
		if signed {
			size = exprCast(ir.SExt, x.step, 64)
			moves = exprCmp(ir.SGT, x.step, exprInt(w, 0))
		}
		size = exprSelect(moves, size, exprInt(64, 1))
	}
	from, to := x.start, end
	if down {
		from, to = end, x.start
	}
	d := exprCast(ir.ZExt, exprBin(ir.Sub, to, from), 64) // exact when the test holds at first
	var n *expr
	switch {
	case closed:
		n = exprBin(ir.Add, exprBin(ir.UDiv, d, size), exprInt(64, 1))
	case size.is(1):
		n = d
	default:
		n = exprBin(ir.Add, exprBin(ir.UDiv, exprBin(ir.Sub, d, exprInt(64, 1)), size), exprInt(64, 1))
	}
	if moves != nil {
		n = exprSelect(moves, n, endless)
	}
	if closed && c.strict && !(signed && x.NSW || !signed && x.NUW) { // the last value of the type never ends the loop
		last := exprInt(w, -1)
		switch p {
		case ir.SLE:
			last = exprInt(w, int64(uint64(1)<<uint(w-1)-1))
		case ir.SGE:
			last = exprInt(w, -1<<uint(w-1))
		case ir.UGE:
			last = exprInt(w, 0)
		}
		n = exprSelect(exprCmp(ir.EQ, end, last), endless, n)
	}
	return exprSelect(exprCmp(p, x.start, end), n, exprInt(64, 0))
}

// roomBehind reports whether the values between a constant end and the limit of
// the type are enough for the last step not to wrap.
func roomBehind(p ir.Pred, s int64, end *expr, w int) bool {
	v, ok := end.isInt()
	if !ok {
		return false
	}
	// The last value that goes on is end or one before it; one step from there.
	switch p {
	case ir.SLT, ir.SLE:
		return v+s >= v && signExtend(v+s, w) == v+s
	case ir.SGT, ir.SGE:
		return v+s <= v && signExtend(v+s, w) == v+s
	case ir.ULT, ir.ULE:
		top := ^uint64(0)
		if w < 64 {
			top = 1<<uint(w) - 1
		}
		return top-end.unsigned() >= uint64(s)
	}
	return end.unsigned() >= absInt(s)
}

// Equal reports whether two counts are the same expression.
func (t *TripCount) Equal(u *TripCount) bool { return sameExpr(t.e, u.e) }
