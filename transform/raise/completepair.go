package raise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// Where the trip count is a constant multiple of the vector length, the two loops stand side
// by side:
//
//	guard:  pointers that may overlap?    scalar loop : vector loop, then exit both
//
// The scalar loop is then never entered after the vectors. The two are a pair if they have
// the same trip count, and the first iteration of the vector loop does in its first lanes
// what the first iteration of the scalar loop does.

// completePair reports whether the scalar loop does all iterations of the vector loop beside
// it.
func (r *vectorPart) completePair() bool {
	if len(r.loops) != 1 || len(r.loops[0].Blocks) != 1 || len(r.s.Blocks) != 1 || hasVectors(r.s) || r.loops[0].Preheader() == nil {
		return false
	}
	for b := range r.inside {
		if slices.ContainsFunc(b.Succs(), func(to *ir.Block) bool { return to == r.pre }) {
			return false
		}
	}
	v := r.loops[0]
	cv, cs := countingOf(v), countingOf(r.s)
	if cv == nil || cs == nil || cs.step != 1 && cs.step != -1 {
		return false
	}
	nv, ok := counted(v, cv)
	ns, ok2 := counted(r.s, cs)
	if !ok || !ok2 || nv != ns*cs.step {
		return false
	}
	sym := newSymbols(r.f.Module)
	wide, one := newFirstLane(sym, v), newFirstLane(sym, r.s)
	wide.before = r.inside
	if !wide.run() || !one.run() || len(one.stores) == 0 || wide.lanes != int64(len(one.stores))*cv.step {
		return false
	}
	for _, x := range one.stores {
		if !slices.Contains(wide.stores, x) {
			return false
		}
	}
	return true
}

// counted is the constant trip count of an induction variable.
func counted(l *analysis.Loop, c *counting) (int64, bool) {
	from, ok := ir.IntValue(c.phi.Incoming(l.Preheader()))
	to, ok2 := ir.IntValue(c.cond.Arg(1))
	return to - from, ok && ok2
}

// firstLane executes the first iteration of a loop of one block on terms: of vectors, the
// first lane.
type firstLane struct {
	*symbols
	l      *analysis.Loop
	before map[*ir.Block]bool // blocks that stand for the loop too: what is computed once for all its iterations
	vals   map[ir.Value]term
	stores []laneStore
	lanes  int64 // that all stores write
	failed bool
}

// laneStore is the store of the first lane.
type laneStore struct{ addr, val term }

func newFirstLane(sym *symbols, l *analysis.Loop) *firstLane {
	return &firstLane{symbols: sym, l: l, vals: map[ir.Value]term{}}
}

// run executes the block; false where terms cannot stand for it.
func (x *firstLane) run() bool {
	b := x.l.Header
	for _, p := range b.Phis() {
		x.vals[p] = x.of(p.Incoming(x.l.Preheader()))
	}
	for _, i := range b.Instrs[b.FirstNonPhi() : len(b.Instrs)-1] {
		switch {
		case i.Flags&(ir.Volatile|ir.Atomic) != 0:
			return false
		case i.Op == ir.Store:
			x.stores = append(x.stores, laneStore{x.of(i.Arg(1)), x.of(i.Arg(0))})
			x.lanes += lanesOf(i.Arg(0).Type())
		case canon.DeclaresScope(i):
		case i.Typ == ir.Void || canon.MayWrite(i):
			return false
		default:
			x.vals[i] = x.compute(i)
		}
	}
	return !x.failed
}

// lanesOf is the number of scalars in a value of type t.
func lanesOf(t *ir.Type) int64 {
	if t.Kind == ir.VectorKind {
		return t.Len
	}
	return 1
}

// elem is the type of a lane.
func elem(t *ir.Type) *ir.Type {
	if t.Kind == ir.VectorKind {
		return t.Elem
	}
	return t
}

// of is the term of the first lane of v.
func (x *firstLane) of(v ir.Value) term {
	if t, ok := x.vals[v]; ok {
		return t
	}
	if i, ok := v.(*ir.Instr); ok && x.before[i.Parent] && i.Parent != x.l.Header && !i.Typ.IsPtr() && !i.Typ.IsInt() {
		t := x.compute(i)
		x.vals[v] = t
		return t
	}
	if v.Type().Kind != ir.VectorKind {
		return x.open(v)
	}
	switch v := v.(type) {
	case *ir.Const:
		switch {
		case len(v.Elems) > 0:
			return x.open(v.Elems[0])
		case v.Kind == ir.ConstZero:
			return x.open(ir.Zero(v.Typ.Elem))
		}
	case *ir.Instr:
		if v.Op == ir.InsertElement || v.Op == ir.ShuffleVector {
			return x.compute(v)
		}
	}
	return x.open(v)
}

// read is the term of the first lane that i loads at p.
func (x *firstLane) read(i *ir.Instr, p ir.Value) term {
	return x.intern(fmt.Sprintf("load %s %d", elem(i.Typ), x.of(p)), edit.IntWidth(elem(i.Typ)))
}

// gathersAll reports whether i is a gather with an all-true mask.
func gathersAll(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil || !strings.HasPrefix(f.Name, "llvm.masked.gather.") {
		return false
	}
	mask, ok := i.Arg(i.NumCallArgs() - 2).(*ir.Const)
	return ok && len(mask.Elems) > 0 && !slices.ContainsFunc(mask.Elems, func(v ir.Value) bool {
		on, ok := ir.IntValue(v)
		return !ok || on == 0
	})
}

// compute is the term of the first lane of i.
func (x *firstLane) compute(i *ir.Instr) term {
	switch i.Op {
	case ir.InsertElement:
		if k := laneNumber(i.Arg(2), i.Typ); k == 0 {
			return x.of(i.Arg(1))
		} else if k > 0 {
			return x.of(i.Arg(0))
		}
	case ir.ShuffleVector:
		switch mask, n := edit.ShuffleMask(i.Arg(2), i.Typ.Len), lanesOf(i.Arg(0).Type()); {
		case len(mask) > 0 && mask[0] == 0:
			return x.of(i.Arg(0))
		case len(mask) > 0 && mask[0] == n:
			return x.of(i.Arg(1))
		}
	case ir.ExtractElement:
		if laneNumber(i.Arg(1), i.Arg(0).Type()) == 0 {
			return x.of(i.Arg(0))
		}
	case ir.Load:
		return x.read(i, i.Arg(0))
	case ir.Call:
		if gathersAll(i) {
			return x.read(i, i.Arg(0))
		}
		if edit.LanewiseIntrinsic(i) == "" {
			x.failed = true
		}
	case ir.Freeze, ir.Alloca, ir.VAArg, ir.Phi:
		x.failed = true
	}
	args := make([]term, 0, i.NumArgs())
	for _, a := range vectorArgs(i) {
		t := x.of(a)
		x.vals[a] = t
		args = append(args, t)
	}
	if w := edit.IntWidth(elem(i.Typ)); w > 0 {
		if t, ok := (&symbolicRun{symbols: x.symbols, vals: x.vals}).integer(i, w); ok {
			return t
		}
	}
	switch i.Op {
	case ir.FAdd, ir.FMul, ir.Mul, ir.And, ir.Or, ir.Xor:
		slices.Sort(args)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d %d %s %s %v", i.Op, i.Pred, i.Flags&^(ir.NUW|ir.NSW|ir.Exact|ir.InBounds|ir.NUSW|ir.NNeg|ir.Disjoint|ir.SameSign|ir.TailCall|ir.NoTail),
		elem(i.Typ), edit.LanewiseIntrinsic(i), args)
	return x.intern(b.String(), edit.IntWidth(elem(i.Typ)))
}
