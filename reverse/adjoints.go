package reverse

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// localAdjoint is the adjoint, so far, of a value whose uses are all reversed
// within one stretch of code: it needs no slot.
type localAdjoint struct {
	of ir.Value
	d  ir.Value // nil: nothing has been added yet, or it was taken
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

// laneAdjoints are the adjoints of one lane.
type laneAdjoints struct {
	adjs    map[ir.Value]*ir.Instr // slots
	locals  []*localAdjoint        // of values of the block being reversed, in the order they came up
	localOf map[ir.Value]int       // numbers of them
}

// adjoints has the adjoints of values, lane by lane.
type adjoints struct {
	cu *cursor

	inHand *laneAdjoints // of the lane at hand
	lanes  []*laneAdjoints
	here   *ir.Block // whose instructions are being reversed
	shared bool      // addAt adds to memory that other threads add to
}

func newAdjoints(cu *cursor) *adjoints {
	ads := &adjoints{cu: cu}
	for range cu.s.fn.env.Width {
		ads.lanes = append(ads.lanes, &laneAdjoints{adjs: map[ir.Value]*ir.Instr{}, localOf: map[ir.Value]int{}})
	}
	ads.setLane(0)
	return ads
}

// adj gives the adjoint slot of v, cleared at the function's entry.
func (ads *adjoints) adj(v ir.Value) *ir.Instr {
	if a, ok := ads.inHand.adjs[v]; ok {
		return a
	}
	t := ads.cu.s.at.adjType(v)
	a := ads.cu.slot(t)
	ads.cu.top.Store(none(t), a, 0)
	ads.inHand.adjs[v] = a
	ads.spill(v, a)
	return a
}

// take reads the adjoint of v, which is complete, and clears it.
func (ads *adjoints) take(v ir.Value) ir.Value {
	if l := ads.local(v); l != nil {
		d := l.d
		l.d = nil
		if d == nil {
			d = none(ads.cu.s.at.adjType(v))
		}
		return d
	}
	a := ads.adj(v)
	d := ads.cu.b.Load(a.Elem, a, 0)
	ads.cu.b.Store(none(a.Elem), a, 0)
	return d
}

// add adds d to the adjoint of v; nothing happens when v is not active.
func (ads *adjoints) add(v ir.Value, d ir.Value) {
	if !ads.cu.s.rv.isActive(v) || ir.IsZero(d) {
		return
	}
	d = ads.cu.as(d, ads.cu.s.at.adjType(v))
	if l := ads.local(v); l != nil {
		if l.d != nil {
			d = ads.cu.b.FAdd(l.d, d)
		}
		l.d = d
		return
	}
	flags := ads.cu.b.Flags
	ads.cu.b.Flags |= ads.anyOrder(v)
	ads.addTo(ads.adj(v), d)
	ads.cu.b.Flags = flags
}

// anyOrder is the flag for what an innermost loop adds up for v, a value that it
// uses in all its iterations: nobody has said in which order, so that compilers
// may add lane by lane. Where they may not contract, they may not do that either,
// nor where all strategies of checkpointing have to give the same bits.
func (ads *adjoints) anyOrder(v ir.Value) ir.Flags {
	l := ads.cu.loop
	if l == nil || len(l.Inner) > 0 || ads.cu.s.fn.contract == 0 || !ads.cu.s.fn.env.checkpoints.None() || !l.Invariant(v) || ads.cu.s.callsOut(l) {
		return 0
	}
	return ir.FMFReassoc
}

// addAt adds the floats of d to memory at p, member by member in an aggregate.
func (ads *adjoints) addAt(p ir.Value, d ir.Value, align int) {
	t := d.Type()
	if !t.IsAggregate() {
		if t.IsFP() && ads.shared {
			ads.addShared(p, d)
		} else if t.IsFP() {
			env := ads.cu.s.fn.env
			old := env.accesses(ads.cu.b.Load(t, p, align), tape.Shadow)
			env.accesses(ads.cu.b.Store(ads.cu.b.FAdd(old, d), p, align), tape.Shadow)
		}
		return
	}
	for k := range t.NumElems() {
		if t.At(k).HasFloat() {
			q := ads.cu.b.GEP(t, p, ir.NewInt(ir.I32, 0), ir.NewInt(ir.I32, int64(k)))
			ads.addAt(q, ads.cu.b.ExtractValue(d, k), 0)
		}
	}
}

// part gives the address of a member of the adjoint slot of v.
func (ads *adjoints) part(v ir.Value, path []int) ir.Value {
	idx := []ir.Value{ir.NewInt(ir.I32, 0)}
	for _, k := range path {
		idx = append(idx, ir.NewInt(ir.I32, int64(k)))
	}
	return ads.cu.b.GEP(ads.cu.s.at.adjType(v), ads.adj(v), idx...)
}

func (ads *adjoints) addIf(v ir.Value, d func() ir.Value) {
	if ads.cu.s.rv.isActive(v) {
		ads.add(v, d())
	}
}

// addElement adds d to an element of the adjoint of a vector: in registers where it is known which, as a vector that is loaded
// right after one of its elements was stored waits for the store.
func (ads *adjoints) addElement(vec, n, d ir.Value) {
	t := ads.cu.s.at.adjType(vec)
	if _, known := ir.IntValue(n); !known || !t.IsVector() || !ir.Same(t.Elem, d.Type()) {
		ads.addAt(ads.element(vec, n, d.Type()), d, 0)
		return
	}
	b := ads.cu.b
	plus := func(old ir.Value) ir.Value { return b.InsertElement(old, b.FAdd(b.ExtractElement(old, n), d), n) }
	if l := ads.local(vec); l != nil {
		if l.d == nil {
			l.d = b.InsertElement(none(t), d, n)
		} else {
			l.d = plus(l.d)
		}
		return
	}
	a := ads.adj(vec)
	b.Store(plus(b.Load(t, a, 0)), a, 0)
}

// element is the address of an element in the adjoint slot of a vector, whose
// adjoint is a t: a vector itself for an integer that carries several floats.
func (ads *adjoints) element(vec, n ir.Value, t *ir.Type) ir.Value {
	if t.IsVector() {
		return ads.cu.b.GEP(t, ads.cu.b.Cast(ir.BitCast, ads.adj(vec), ads.cu.s.fn.m.PtrTo(t)), n)
	}
	return ads.cu.b.GEP(ads.cu.s.at.adjType(vec), ads.adj(vec), ir.NewInt(ir.I32, 0), n)
}

// takePhis reads the adjoints of the active phis of b and clears them, all
// before any is passed on: phis take effect together. Those of a phi follow each
// other lane by lane.
func (ads *adjoints) takePhis(b *ir.Block) (phis []*ir.Instr, adjs []ir.Value) {
	for _, phi := range b.Phis() {
		if ads.cu.s.rv.isActive(phi) && !ads.cu.s.sh.isShadow[phi] {
			phis = append(phis, phi)
			ads.eachLane(func() { adjs = append(adjs, ads.take(phi)) })
		}
	}
	return phis, adjs
}

// passOn adds the phis' adjoints to what came from block `from`.
func (ads *adjoints) passOn(phis []*ir.Instr, adjs []ir.Value, from *ir.Block) {
	for k, phi := range phis {
		ads.cu.b.Flags = phi.Flags&ir.FastMath | ads.cu.s.fn.contract
		v := phi.Incoming(from)
		ads.eachLane(func() { ads.add(v, adjs[k*ads.cu.s.fn.env.Width+ads.cu.s.sh.lane]) })
	}
	ads.cu.b.Flags = 0
}

// loadPlaces adds the floats of d to shadow memory at p, place by place.
func (ads *adjoints) loadPlaces(p, d ir.Value, holds []bool) {
	t := d.Type().Scalar()
	for k, h := range holds {
		if h {
			ads.addAt(ads.cu.b.GEP(t, p, i64(int64(k))), ads.cu.b.ExtractElement(d, ir.NewInt(ir.I32, int64(k))), 1)
		}
	}
}

// storePlaces reads and clears the floats of shadow memory at p, place by place.
func (ads *adjoints) storePlaces(p ir.Value, vt *ir.Type, holds []bool) ir.Value {
	t := vt.Scalar()
	d := none(vt)
	for k, h := range holds {
		if h {
			q := ads.cu.b.GEP(t, p, i64(int64(k)))
			d = ads.cu.b.InsertElement(d, ads.cu.b.Load(t, q, 1), ir.NewInt(ir.I32, int64(k)))
			ads.cu.b.Store(ir.Zero(t), q, 1)
		}
	}
	return d
}

// local gives the adjoint of v that is a value at b, nil when v has a slot: its
// uses are in several blocks.
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

// addTo adds d to the adjoint at p, a slot or a part of one. What is not known
// to carry floats may still hold their bits when it only passes through here:
// then one of those that meet is zero.
func (ads *adjoints) addTo(p, d ir.Value) {
	t := d.Type()
	switch {
	case t.IsAggregate():
		for k := range t.NumElems() {
			ads.addTo(ads.cu.b.GEP(t, p, ir.NewInt(ir.I32, 0), ir.NewInt(ir.I32, int64(k))), ads.cu.b.ExtractValue(d, k))
		}
	case t.IsInt():
		ads.cu.b.Store(ads.cu.b.Binary(ir.Or, ads.cu.b.Load(t, p, 0), d), p, 0)
	default:
		ads.addAt(p, d, 0)
	}
}

// addShared adds d, a floating-point number, to memory at p that other threads
// may add to.
func (ads *adjoints) addShared(p, d ir.Value) {
	t := d.Type()
	if t.IsVector() {
		q := ads.cu.b.Cast(ir.BitCast, p, ads.cu.s.fn.m.PtrTo(t.Elem))
		for k := range t.NumElems() {
			ads.addShared(ads.cu.b.GEP(t.Elem, q, i64(int64(k))), ads.cu.b.ExtractElement(d, ir.NewInt(ir.I32, int64(k))))
		}
		return
	}
	if t.Kind != ir.FloatKind && t.Kind != ir.DoubleKind {
		ads.cu.s.fn.fail(ads.cu.now, "L0109", "threads add to the derivative of a %s", t)
		return
	}
	i := ir.NewInstr(ir.AtomicRMW, t, p, d)
	i.Extra().RMWOp, i.X.Ordering = "fadd", "monotonic"
	ads.cu.b.Insert(i)
}

// setLane makes lane k the one whose shadows and adjoints are seen.
func (ads *adjoints) setLane(k int) {
	ads.cu.s.sh.setLane(k)
	ads.inHand = ads.lanes[k]
}

// eachLane runs f for every lane.
func (ads *adjoints) eachLane(f func()) {
	for k := range ads.cu.s.fn.env.Width {
		ads.setLane(k)
		f()
	}
	ads.setLane(0)
}
