package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// readExtent finds out whether a nest reads both the first and the last element of a range.
// All memory between the two may then be read for the copy; where only bounds are known, the
// object may end earlier.
type readExtent struct {
	*nestCopy
	s      *analysis.Bounds // asked of the load's address last
	in     map[*analysis.Loop]bool
	varies map[*analysis.Loop]bool // loops that the numbers of iterations of those depend on
}

// certain reports whether the nest is known to read both ends of the range of load i. The
// conditions for that are added to those of the copy.
func (n *nestCopy) certain(s *analysis.Bounds, i *ir.Instr) bool {
	w := &readExtent{nestCopy: n, s: s, in: map[*analysis.Loop]bool{}, varies: map[*analysis.Loop]bool{}}
	if !w.onceEach(i.Arg(0), 0) {
		return false
	}
	for l := range w.in {
		if !w.extent(l) {
			return false
		}
	}
	b := i.Parent
	var inner *analysis.Loop
	for l := n.li.Of(b); w.runs(b, l, inner); l = l.Parent {
		if l == n.l {
			return true
		}
		b, inner = l.Preheader(), l
	}
	return false
}

// onceEach reports whether v is a sum in which each loop's induction variable occurs once: its
// minimum and maximum are then reached where these reach theirs.
func (w *readExtent) onceEach(v ir.Value, depth int) bool {
	if v == w.root || w.l.Invariant(v) {
		return true
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > 30 {
		return false
	}
	switch i.Op {
	case ir.Phi:
		l := w.countedBy(i)
		if l == nil || w.in[l] {
			return false
		}
		w.in[l] = true
		return true
	case ir.Mul, ir.Shl:
		if !w.l.Invariant(i.Arg(1)) && (i.Op == ir.Shl || !w.l.Invariant(i.Arg(0))) {
			return false
		}
	case ir.Or:
		if i.Flags&ir.Disjoint == 0 {
			return false
		}
	case ir.Add, ir.Sub, ir.GetElementPtr, ir.BitCast, ir.SExt, ir.ZExt, ir.Trunc:
	default:
		return false
	}
	for _, a := range i.Args() {
		if !w.onceEach(a, depth+1) {
			return false
		}
	}
	return true
}

// countedBy is the loop of the nest whose induction variable with a constant step phi is; nil
// if there is none.
func (w *readExtent) countedBy(phi *ir.Instr) *analysis.Loop {
	l := w.li.Of(phi.Parent)
	if l == nil || l.Header != phi.Parent || !w.l.ContainsLoop(l) {
		return nil
	}
	if r := l.Recurrence(phi); r != nil {
		if _, ok := r.Step(); ok {
			return l
		}
	}
	return nil
}

// extent reports whether an induction variable of l reaches both ends of its range: it starts
// from one value, and ends at one value or together with an outer loop that the address does
// not depend on.
func (w *readExtent) extent(l *analysis.Loop) bool {
	edges := w.ends(l)
	if len(edges) != 1 {
		return false
	}
	for _, phi := range l.Header.Phis() {
		if phi.Typ.IsInt() && !w.l.Invariant(first(l, phi)) && w.countedBy(phi) != nil {
			return false
		}
	}
	test, ok := edges[0].From.Term().Arg(0).(*ir.Instr)
	if !ok || test.Op != ir.ICmp {
		return false
	}
	on := map[*analysis.Loop]bool{}
	if !w.loopsOf(test.Arg(0), on) || !w.loopsOf(test.Arg(1), on) {
		return false
	}
	delete(on, l)
	for d := range on {
		if w.in[d] || w.varies[d] || !d.ContainsLoop(l) || !w.fixed(d) {
			return false
		}
		w.varies[d] = true
	}
	return true
}

// fixed reports whether the bounds of l are invariant in the nest.
func (w *readExtent) fixed(l *analysis.Loop) bool {
	edges := w.ends(l)
	if len(edges) != 1 {
		return false
	}
	test, ok := edges[0].From.Term().Arg(0).(*ir.Instr)
	if !ok || test.Op != ir.ICmp {
		return false
	}
	on := map[*analysis.Loop]bool{}
	for _, phi := range l.Header.Phis() {
		if w.countedBy(phi) != nil && !w.l.Invariant(first(l, phi)) {
			return false
		}
	}
	return w.loopsOf(test.Arg(0), on) && w.loopsOf(test.Arg(1), on) && len(on) == 1 && on[l]
}

// first is the value of a header phi when the loop is entered.
func first(l *analysis.Loop, phi *ir.Instr) ir.Value { return phi.Incoming(l.Preheader()) }

// ends are the exits of l that do not lead to unreachable.
func (w *readExtent) ends(l *analysis.Loop) []ir.Edge {
	return slices.DeleteFunc(slices.Clone(l.ExitEdges()), func(e ir.Edge) bool {
		return w.li.EndsUnreachable(e.To)
	})
}

// loopsOf collects the loops of the nest whose induction variables v is a sum of; false where
// anything else varies.
func (w *readExtent) loopsOf(v ir.Value, on map[*analysis.Loop]bool) bool {
	if w.l.Invariant(v) {
		return true
	}
	i := v.(*ir.Instr)
	switch i.Op {
	case ir.Phi:
		l := w.countedBy(i)
		if l == nil {
			return false
		}
		on[l] = true
		return w.l.Invariant(first(l, i)) || w.loopsOf(first(l, i), on)
	case ir.Add, ir.Sub, ir.SExt, ir.ZExt, ir.Trunc:
		for _, a := range i.Args() {
			if !w.loopsOf(a, on) {
				return false
			}
		}
		return true
	case ir.Select, ir.ICmp: // of what does not vary: it may stand inside the nest all the same
		own := map[*analysis.Loop]bool{}
		for _, a := range i.Args() {
			if !w.loopsOf(a, own) {
				return false
			}
		}
		return len(own) == 0
	}
	return false
}

// runs reports whether b runs in every iteration of l, or in those where the induction
// variables of the address are at their ends; inner, whose preheader b may be, has iterations.
func (w *readExtent) runs(b *ir.Block, l, inner *analysis.Loop) bool {
	edges := w.ends(l)
	latch := l.Latch()
	if b == nil || latch == nil || len(edges) != 1 || analysis.BackedgeCount(l) == nil {
		return false
	}
	for !w.dt.Dominates(b, latch) {
		from := w.dt.Idom(b)
		if from == nil || !l.Contains(from) || from.Term().Op != ir.Br || len(from.Succs()) != 2 {
			return false
		}
		way := slices.IndexFunc(from.Succs(), func(s *ir.Block) bool { return w.dt.Dominates(s, b) })
		if way < 0 || !w.li.EndsUnreachable(from.Succs()[1-way]) && !w.holds(from.Term().Arg(0), way == 0, inner) {
			return false
		}
		b = from
	}
	if from := edges[0].From; from != latch {
		return from == l.Header && w.holds(from.Term().Arg(0), l.Contains(from.Succs()[0]), l)
	}
	return true
}

// holds reports whether the condition v is want in the first iteration of l, where v is the
// loop's own test: it is invariant in the nest, or asks whether l has iterations.
func (w *readExtent) holds(v ir.Value, want bool, l *analysis.Loop) bool {
	b := w.s.Builder()
	add := func(c ir.Value) bool {
		if !want {
			c = b.Binary(ir.Xor, c, ir.NewInt(ir.I1, 1))
		}
		w.conds = append(w.conds, c)
		return true
	}
	if w.l.Invariant(v) {
		return add(v)
	}
	test := v.(*ir.Instr)
	if test.Op != ir.ICmp || l == nil {
		return false
	}
	var sides [2]ir.Value
	on := map[*analysis.Loop]bool{}
	for k := range sides {
		sides[k] = test.Arg(k)
		if phi, ok := sides[k].(*ir.Instr); ok && phi.Op == ir.Phi && phi.Parent == l.Header {
			sides[k] = first(l, phi)
		}
		if !w.loopsOf(sides[k], on) {
			return false
		}
	}
	if len(on) == 0 && w.l.Invariant(sides[0]) && w.l.Invariant(sides[1]) {
		return add(b.ICmp(test.Pred, sides[0], sides[1]))
	}
	for d := range on {
		if w.in[d] || d == l || w.varies[d] && !w.in[l] {
			return false
		}
		w.varies[d] = true
	}
	if !w.limits(sides[0], l) || !w.limits(sides[1], l) {
		return false
	}
	trips := w.s.Trips(l)
	if trips == nil {
		return false
	}
	w.conds = append(w.conds, b.ICmp(ir.SGE, trips, ir.NewInt(ir.I64, 1)))
	return true
}

// limits reports whether v is a constant, or a start or bound of l.
func (w *readExtent) limits(v ir.Value, l *analysis.Loop) bool {
	if v = plainNumber(v); ir.IsConstant(v) {
		return true
	}
	for _, phi := range l.Header.Phis() {
		if phi.Typ.IsInt() && plainNumber(first(l, phi)) == v {
			return true
		}
	}
	test, ok := w.ends(l)[0].From.Term().Arg(0).(*ir.Instr)
	return ok && test.Op == ir.ICmp && (plainNumber(test.Arg(0)) == v || plainNumber(test.Arg(1)) == v)
}

// plainNumber strips added constants and extensions from v.
func plainNumber(v ir.Value) ir.Value {
	for {
		i, ok := v.(*ir.Instr)
		switch {
		case ok && (i.Op == ir.SExt || i.Op == ir.ZExt || i.Op == ir.Trunc):
		case ok && (i.Op == ir.Add || i.Op == ir.Sub) && ir.IsConstant(i.Arg(1)):
		default:
			return v
		}
		v = i.Arg(0)
	}
}
