package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// VectorizeTrip3 vectorizes innermost loops of three iterations that update consecutive
// elements of arrays on the stack: coordinates, in rows of four or more elements. Compilers
// make a pair and a scalar of them, if anything. A row is loaded and stored together with the
// element after it, which is written back unchanged; the array gets one more element for that.
// It reports whether anything changed.
func VectorizeTrip3(f *ir.Function) bool {
	if !slices.ContainsFunc(f.Entry().Instrs, isNumbers) {
		return false
	}
	alias := edit.NewAlias(f)
	var found []*trip3Vectorizer
	for _, l := range analysis.Loops(f, ir.Dominators(f)).All {
		t := &trip3Vectorizer{f: f, l: l, layout: f.Module.Layout, alias: alias, row: map[*ir.Instr]*ir.Instr{}}
		if t.find() {
			found = append(found, t)
		}
	}
	grown := map[*ir.Instr]bool{}
	for _, t := range found {
		for _, a := range t.arrays {
			if !grown[a] {
				grown[a] = true
				grow(a)
			}
		}
		t.write()
	}
	for _, t := range found {
		edit.Jump(t.l.Header, t.exit)
	}
	edit.RemoveUnreachable(f)
	for _, t := range found {
		for _, i := range t.old {
			edit.Kill(i)
		}
	}
	edit.Compact(f)
	return len(found) > 0
}

const trip3 = 3

// trip3Vectorizer is a loop that becomes straight-line code.
type trip3Vectorizer struct {
	f      *ir.Function
	l      *analysis.Loop
	layout *ir.Layout
	alias  *analysis.Alias
	down   bool // addresses fall from iteration to iteration
	exit   *ir.Block
	old    []*ir.Instr // what the loop consisted of

	accesses []*ir.Instr             // loads and stores of consecutive elements
	row      map[*ir.Instr]*ir.Instr // stores that add to what a load read, with that load: whole rows
	arrays   []*ir.Instr             // what the rows are in
	varying  map[ir.Value]bool       // floats that differ from iteration to iteration
	sums     map[*ir.Instr]*ir.Instr // phis of sums, with the addition

	b      *ir.Builder
	scalar map[scalarAt]ir.Value
	vector map[ir.Value]ir.Value
	wide   map[*ir.Instr]ir.Value // loads of whole rows
}

// scalarAt is a value in an iteration.
type scalarAt struct {
	v    ir.Value
	iter int64
}

// find decides whether the loop is changed, and how.
func (t *trip3Vectorizer) find() bool {
	l := t.l
	if l.Parent == nil || len(l.Inner) > 0 || l.Preheader() == nil || len(l.Blocks) > 2 || len(l.Latches) != 1 || len(l.ExitEdges()) != 1 ||
		l.ExitEdges()[0].From != l.Header {
		return false
	}
	if n := analysis.BackedgeCount(l); n == nil {
		return false
	} else if c, ok := n.Const(); !ok || c != trip3-1 {
		return false
	}
	if latch := l.Latches[0]; latch != l.Header && slices.ContainsFunc(latch.Instrs, func(i *ir.Instr) bool { return !t.index(i) && i != latch.Term() }) {
		return false
	}
	t.varying, t.sums = map[ir.Value]bool{}, map[*ir.Instr]*ir.Instr{}
	for _, i := range l.Header.Instrs {
		if i != l.Header.Term() && !t.index(i) && !t.float(i) {
			return false
		}
	}
	return len(t.accesses) > 0 && t.sumsAlone() && t.ordered() && t.wholeRows()
}

// index reports whether i is index arithmetic that at can compute.
func (t *trip3Vectorizer) index(i *ir.Instr) bool {
	switch {
	case i.Op == ir.Phi:
		r := t.l.Recurrence(i)
		if r == nil || !i.Typ.IsInt() {
			return false
		}
		_, ok := r.Step()
		return ok
	case i.Op == ir.GetElementPtr || i.Op == ir.BitCast:
		return i.Typ.IsPtr()
	case i.Op == ir.ICmp:
		for u := range ir.Uses(i) {
			if u.User != t.l.Header.Term() {
				return false
			}
		}
		return true // goes with the branch
	}
	return i.Typ.IsInt() && (i.Op.IsBinary() && i.Op != ir.SDiv && i.Op != ir.UDiv && i.Op != ir.SRem && i.Op != ir.URem ||
		i.Op == ir.Trunc || i.Op == ir.SExt || i.Op == ir.ZExt)
}

// float reports whether i is an operation on doubles, or an access, that has a vector form,
// and records it.
func (t *trip3Vectorizer) float(i *ir.Instr) bool {
	switch i.Op {
	case ir.Phi:
		next, ok := i.Incoming(t.l.Latches[0]).(*ir.Instr)
		if !ok || i.Typ != ir.Double || next.Op != ir.FAdd || next.Parent != t.l.Header {
			return false
		}
		t.sums[i] = next
		t.varying[i] = true
		return true
	case ir.Load, ir.Store:
		p, v := i.Arg(0), ir.Value(i)
		if i.Op == ir.Store {
			p, v = i.Arg(1), i.Arg(0)
		}
		r := t.l.Recurrence(p)
		if r == nil || v.Type() != ir.Double || i.Flags&(ir.Volatile|ir.Atomic) != 0 || p.Type().AddrSpace != 0 {
			return false
		}
		step, ok := r.Step()
		if !ok || step != 8 && step != -8 || len(t.accesses) > 0 && t.down != (step < 0) {
			return false
		}
		t.down = step < 0
		t.accesses = append(t.accesses, i)
		t.varying[i] = true
		return i.Op == ir.Load || t.varying[v] || t.l.Invariant(v)
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FNeg:
		if i.Typ != ir.Double {
			return false
		}
		for k := range i.NumArgs() {
			if x := i.Arg(k); !t.varying[x] && !t.l.Invariant(x) {
				return false
			}
		}
		t.varying[i] = true
		return true
	}
	return false
}

// sumsAlone reports whether reductions are used by their addition alone.
func (t *trip3Vectorizer) sumsAlone() bool {
	for phi, next := range t.sums {
		if next.Arg(0) == phi && next.Arg(1) == phi {
			return false
		}
		for u := range ir.Uses(phi) {
			if u.User != next {
				return false
			}
		}
		for u := range ir.Uses(next) {
			if u.User != phi && t.l.Contains(u.User.Parent) {
				return false
			}
		}
	}
	return true
}

// ordered reports whether the iterations are independent.
func (t *trip3Vectorizer) ordered() bool {
	for _, w := range t.accesses {
		if w.Op != ir.Store {
			continue
		}
		for _, i := range t.accesses {
			d, ok := analysis.Distance(t.layout, w.Arg(1), address(i))
			switch {
			case ok && (d == 0 || d <= -8*trip3 || d >= 8*trip3):
			case ok || t.alias.AliasAnytime(w.Arg(1), 8*trip3, address(i), 8*trip3) != analysis.NoAlias:
				return false
			}
		}
	}
	return true
}

func address(i *ir.Instr) ir.Value {
	if i.Op == ir.Store {
		return i.Arg(1)
	}
	return i.Arg(0)
}

// wholeRows finds the updates of rows of four or more elements on the stack, where the element
// after a row is not accessed in between, nor updated soon by a neighbouring row, which would
// have to wait. There must be some.
func (t *trip3Vectorizer) wholeRows() bool {
	for k, i := range t.accesses {
		if i.Op != ir.Store || k == 0 {
			continue
		}
		sum, ok := i.Arg(0).(*ir.Instr)
		load := t.accesses[k-1]
		if !ok || sum.Op != ir.FAdd || sum.Arg(0) != load && sum.Arg(1) != load || load.Op != ir.Load {
			continue
		}
		if d, ok := analysis.Distance(t.layout, load.Arg(0), i.Arg(1)); !ok || d != 0 || !t.spaced(i) {
			continue
		}
		a := t.array(i.Arg(1))
		if a == nil {
			continue
		}
		if !slices.Contains(t.arrays, a) {
			t.arrays = append(t.arrays, a)
		}
		t.row[i] = load
	}
	return len(t.row) > 0
}

// spaced reports whether the rows that the loop and the one around it update leave room for an
// element after each.
func (t *trip3Vectorizer) spaced(store *ir.Instr) bool {
	for _, i := range t.accesses {
		if d, ok := analysis.Distance(t.layout, store.Arg(1), address(i)); ok && d != 0 && -32 < d && d < 32 {
			return false
		}
	}
	gep, ok := store.Arg(1).(*ir.Instr)
	for ok && !t.l.Invariant(gep) && (gep.Op == ir.GetElementPtr || gep.Op == ir.BitCast) {
		gep, ok = gep.Arg(0).(*ir.Instr)
	}
	if !ok || !t.l.Invariant(gep) || !gep.Typ.IsPtr() {
		return false
	}
	r := t.l.Parent.Recurrence(gep)
	if r == nil {
		return false
	}
	step, ok := r.Step()
	return ok && (step >= 32 || step <= -32)
}

// array is the stack array of doubles that p points into, nil if it is none.
func (t *trip3Vectorizer) array(p ir.Value) *ir.Instr {
	a, ok := t.alias.Base(p).(*ir.Instr)
	if !ok || a.Parent != t.f.Entry() || !isNumbers(a) {
		return nil
	}
	return a
}

// isNumbers reports whether a allocates an array of doubles.
func isNumbers(a *ir.Instr) bool {
	if a.Op != ir.Alloca || a.Elem.Kind != ir.ArrayKind || a.Elem.Elem != ir.Double {
		return false
	}
	n, ok := ir.IntValue(a.Arg(0))
	return ok && n == 1
}
