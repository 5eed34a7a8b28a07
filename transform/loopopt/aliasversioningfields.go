package loopopt

import (
	"slices"
	"strconv"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// The data pointers of vectors and matrices are members of objects passed by reference, and a
// loop loads them again where it may overwrite them. Where the check finds the object disjoint
// from what is written, they may be loaded once before the loop: a reference is
// dereferenceable.

// field is a pointer member of an object that a parameter points to.
type field struct {
	of     ir.Value
	off    int64
	loads  []*ir.Instr
	guards [][]guard // for each load, when it is executed for certain; none where the member may be read in any case
	value  ir.Value  // read ahead, nil if it was not
	asked  bool      // whether the ranges depend on it
}

type fieldKey struct {
	of  ir.Value
	off int64
	typ *ir.Type
}

// fieldOf is the member that the load v reads; nil where v is no such load, or the member may
// not be loaded before the versions.
func (a *aliasVersioner) fieldOf(v ir.Value) *field {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.Load || i.Flags&(ir.Volatile|ir.Atomic) != 0 || !a.inside(i) {
		return nil
	}
	layout := a.f.Module.Layout
	p, off, ok := constantAddress(layout, i.Arg(0))
	param, isParam := p.(*ir.Param)
	size := layout.StoreSize(i.Typ)
	if !ok || !isParam || off < 0 {
		return nil
	}
	if a.fields == nil {
		a.fields = map[fieldKey]*field{}
	}
	key := fieldKey{p, off, i.Typ}
	f := a.fields[key]
	if f != nil && slices.Contains(f.loads, i) {
		return f
	}
	guarded := off+size > dereferenceable(param)
	var when []guard
	if guarded {
		if len(a.reads) > 0 {
			return nil // too late
		}
		if when, ok = a.guards(i); !ok {
			return nil
		}
	}
	if f == nil {
		f = &field{of: p, off: off}
		a.fields[key] = f
		if guarded {
			a.guarded = append(a.guarded, f)
		}
	}
	f.loads = append(f.loads, i)
	if guarded {
		f.guards = append(f.guards, when)
	}
	return f
}

// dereferenceable is the number of bytes that p is known to be dereferenceable for.
func dereferenceable(p *ir.Param) int64 {
	text, _ := p.Attr("dereferenceable")
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// constantAddress splits an address into a base and a constant offset.
func constantAddress(layout *ir.Layout, p ir.Value) (base ir.Value, off int64, ok bool) {
	for range 100 {
		i, isInstr := p.(*ir.Instr)
		if !isInstr || i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
			return p, off, true
		}
		if i.Op == ir.GetElementPtr {
			n, ok := edit.ConstOffset(layout, i)
			if !ok {
				return nil, 0, false
			}
			off += n
		}
		p = i.Arg(0)
	}
	return nil, 0, false
}

// ahead loads the member that i reads where the versions begin.
func (a *aliasVersioner) ahead(i *ir.Instr) ir.Value {
	f := a.fieldOf(i)
	if f == nil {
		return nil
	}
	a.objects[f.of], f.asked = true, true
	if f.value == nil {
		b := a.bounds.Builder()
		p := f.of
		if i.Arg(0) != p || f.off != 0 {
			p = b.Offset(p, ir.NewInt(ir.I64, f.off))
		}
		f.value = b.Load(i.Typ, p, 1)
		f.value.(*ir.Instr).Align = i.Align
	}
	return f.value
}

// needed removes from l the accesses through members of objects that are not in l.
func (a *aliasVersioner) needed(l []*pointerAccesses) []*pointerAccesses {
	has := map[ir.Value]bool{}
	for _, r := range l {
		if r.field == nil {
			has[r.ptr] = true
		}
	}
	for of := range a.objects {
		if !has[of] {
			return nil
		}
	}
	return l
}

// fieldsStay reports whether no store in the versions may change a member loaded ahead, given
// that the ranges of l are disjoint.
func (a *aliasVersioner) fieldsStay(l []*pointerAccesses) bool {
	apart := map[*ir.Instr]ir.Value{} // stores, to the pointer that they go through
	for _, r := range l {
		for _, w := range r.stores {
			apart[w] = r.ptr
		}
	}
	var alias *analysis.Alias
	for _, f := range a.fields {
		if !f.asked {
			continue
		}
		if alias == nil {
			alias = edit.NewAlias(a.f)
		}
		for _, b := range a.f.Blocks {
			for _, i := range b.Instrs {
				if !canon.MayWrite(i) || !a.inside(i) {
					continue
				}
				if p, ok := apart[i]; ok && p != f.of {
					continue
				}
				if alias.MayWrite(i, f.loads[0].Arg(0), a.f.Module.Layout.StoreSize(f.loads[0].Typ)) {
					return false
				}
			}
		}
	}
	return true
}
