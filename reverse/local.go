package reverse

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// localAdjoint is the adjoint, so far, of a value whose uses are all reversed
// within one stretch of code: it needs no slot.
type localAdjoint struct {
	of ir.Value
	d  ir.Value // nil: nothing has been added yet, or it was taken
}

// local gives the adjoint of v that is a value at b, nil when v has a slot: its
// uses are in several blocks, or its elements are added to one by one.
func (r *reverser) local(v ir.Value) *localAdjoint {
	if k, ok := r.localOf[v]; ok {
		return r.locals[k]
	}
	i, ok := v.(*ir.Instr)
	if !ok || i.Parent != r.here || r.adjs[v] != nil || !r.s.at.adjType(v).IsFP() {
		return nil
	}
	for u := range ir.Uses(i) {
		if u.User.Parent != r.here || u.User.Op == ir.Phi {
			return nil
		}
	}
	a := &localAdjoint{of: v}
	r.localOf[v] = len(r.locals)
	r.locals = append(r.locals, a)
	return a
}

// endLocals ends the stretch: what has not been taken goes to slots.
func (r *reverser) endLocals() {
	r.eachLane(func() {
		for _, a := range r.locals {
			if a != nil && a.d != nil {
				r.adj(a.of)
			}
		}
		clear(r.localOf)
		r.locals = r.locals[:0]
	})
	r.here = nil
}

// spill moves the adjoint of v to its new slot.
func (r *reverser) spill(v ir.Value, slot *ir.Instr) {
	k, ok := r.localOf[v]
	if !ok {
		return
	}
	if d := r.locals[k].d; d != nil {
		r.b.Store(d, slot, 0)
	}
	delete(r.localOf, v)
	r.locals[k] = nil
}

// nothing reports whether d, which take gave, is none: no derivative depends on
// the value.
func nothing(d ir.Value) bool {
	c, ok := d.(*ir.Const)
	if ok && (c.Kind == ir.ConstSplat || c.Kind == ir.ConstVector) {
		return !slices.ContainsFunc(c.Elems, func(e ir.Value) bool { return !nothing(e) })
	}
	return ok && c.Kind == ir.ConstFP && c.Float == 0 && math.Signbit(c.Float)
}
