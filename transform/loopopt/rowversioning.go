package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// The columns of a[400][400] that a loop to n goes through are those of one row where n is at most 400:
// code that computes addresses does not say so, and an index beyond its row leads to the next one. A derivative then
// keeps what loops read of memory that they update in place, as in an elimination. RowVersioning makes a
// second version of the loops, for indices that stay in their rows, where a test before the loops
// finds that; LoopAliasVersioning makes one version for both.

const (
	maxRowPairs  = 400 // pairs of a load and a store that are looked at
	maxRowLimits = 8   // numbers that are tested
)

// RowVersioning makes two versions of the loops where that proves that loads are of memory which later
// stores leave alone. It must run before LoopSimplify and LCSSA, and reports whether
// anything changed.
func RowVersioning(f *ir.Function) bool {
	if !unversioned(f) {
		return false
	}
	edit.SortBlocks(f)
	dt := ir.Dominators(f)
	a := &aliasVersioner{f: f, dt: dt, li: analysis.Loops(f, dt), roots: map[ir.Value]*pointerAccesses{}}
	if len(a.li.All) == 0 || len(ir.Irreducible(f, dt)) > 0 {
		return false
	}
	r := a.rows()
	if r == nil {
		return false
	}
	a.order = []*pointerAccesses{{all: r.pairs}}
	if !a.place() || !a.before(r.ptr) || !r.known(a) {
		return false
	}
	b := ir.NewBuilder(a.at)
	b.Before(a.at.Instrs[a.from])
	// The check has one pointer, which is apart from nothing: it tells of the versions.
	zero := ir.NewInt(ir.I64, 0)
	c := r.and(b, b.CallFunc(f.Module.Declare(AliasCheck, f.Module.Types.Func(ir.I1, nil, true)), zero, zero, zero))
	a.versions(c, []*pointerAccesses{{ptr: r.ptr}}, 0)
	return true
}

// rowTests are what is tested of the columns of arrays.
type rowTests struct {
	ptr    ir.Value    // what an array is accessed through
	pairs  []*ir.Instr // loads and stores for which it matters
	limits []analysis.Limit
}

// rows finds limits under which more loads are of memory that later stores leave alone; nil for none.
func (a *aliasVersioner) rows() *rowTests {
	loads, stores := map[ir.Value][]*ir.Instr{}, map[ir.Value][]*ir.Instr{}
	var order []ir.Value
	for _, b := range a.f.Blocks {
		if a.li.Of(b) == nil {
			continue
		}
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Load && i.Typ.Scalar().IsFP():
				root := rootOf(i.Arg(0))
				if loads[root] == nil {
					order = append(order, root)
				}
				loads[root] = append(loads[root], i)
			case i.Op == ir.Store && i.Arg(0).Type().Scalar().IsFP():
				stores[rootOf(i.Arg(1))] = append(stores[rootOf(i.Arg(1))], i)
			}
		}
	}
	test, asked := analysis.NewDependenceTest(a.f, a.li), 0
	found := &rowTests{}
	for _, root := range order {
		for _, l := range loads[root] {
			for _, w := range stores[root] {
				if asked++; asked > maxRowPairs {
					return nil
				}
				limits := test.RowLimits(l, w)
				if len(limits) == 0 || test.NoAntiDependence(l, w) || !test.Assuming(limits).NoAntiDependence(l, w) {
					continue
				}
				found.ptr, found.pairs = root, append(found.pairs, l, w)
				found.add(limits)
			}
		}
	}
	if found.ptr == nil || len(found.limits) > maxRowLimits {
		return nil
	}
	return found
}

// add adds limits, the lowest for each number.
func (r *rowTests) add(limits []analysis.Limit) {
next:
	for _, l := range limits {
		for k := range r.limits {
			if r.limits[k].V == l.V {
				r.limits[k].Most = min(r.limits[k].Most, l.Most)
				continue next
			}
		}
		r.limits = append(r.limits, l)
	}
}

// known reports whether the numbers are known where the versions begin.
func (r *rowTests) known(a *aliasVersioner) bool {
	for _, l := range r.limits {
		if !a.before(l.V) {
			return false
		}
	}
	return true
}

// and emits c and the tests.
func (r *rowTests) and(b *ir.Builder, c ir.Value) ir.Value {
	for _, l := range r.limits {
		c = b.Binary(ir.And, c, b.ICmp(ir.SLE, l.V, ir.NewInt(l.V.Type(), l.Most)))
	}
	return c
}
