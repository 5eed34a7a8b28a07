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
func (ads *adjoints) local(v ir.Value) *localAdjoint {
	if k, ok := ads.inHand.localOf[v]; ok {
		return ads.inHand.locals[k]
	}
	i, ok := v.(*ir.Instr)
	if !ok || i.Parent != ads.here || ads.inHand.adjs[v] != nil || !ads.cu.s.at.adjType(v).IsFP() {
		return nil
	}
	for u := range ir.Uses(i) {
		if u.User.Parent != ads.here || u.User.Op == ir.Phi {
			return nil
		}
	}
	a := &localAdjoint{of: v}
	ads.inHand.localOf[v] = len(ads.inHand.locals)
	ads.inHand.locals = append(ads.inHand.locals, a)
	return a
}

// endLocals ends the stretch: what has not been taken goes to slots.
func (ads *adjoints) endLocals() {
	ads.eachLane(func() {
		for _, a := range ads.inHand.locals {
			if a != nil && a.d != nil {
				ads.adj(a.of)
			}
		}
		clear(ads.inHand.localOf)
		ads.inHand.locals = ads.inHand.locals[:0]
	})
	ads.here = nil
}

// spill moves the adjoint of v to its new slot.
func (ads *adjoints) spill(v ir.Value, slot *ir.Instr) {
	k, ok := ads.inHand.localOf[v]
	if !ok {
		return
	}
	if d := ads.inHand.locals[k].d; d != nil {
		ads.cu.b.Store(d, slot, 0)
	}
	delete(ads.inHand.localOf, v)
	ads.inHand.locals[k] = nil
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
