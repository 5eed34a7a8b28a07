package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// shadowMasked treats a masked access while shadows are inserted: it moves
// floats only. false when i is none.
func (ins *inserter) shadowMasked(i *ir.Instr) bool {
	m := rules.MaskedOf(i)
	if m.Kind == rules.NotMasked {
		return false
	}
	v := ir.Value(i)
	if !m.Load {
		v = i.Arg(0)
	}
	if !v.Type().IsFP() && (ins.sh.shadowOf(i.Arg(m.Addr)) != nil || ins.fn.info.Shadow(v) || ins.fn.info.FloatLanes(v) != nil) {
		ins.fn.fail(i, "L0301", "cannot follow pointers or bits of floats through %s", i.CalledName())
	}
	return true
}

// maskedReversal reports whether the reverse sweep does something for a masked
// access.
func (shs *shadows) maskedReversal(i *ir.Instr) bool {
	m := rules.MaskedOf(i)
	return m.Kind != rules.NotMasked && !m.Load && shs.shadowOf(i.Arg(m.Addr)) != nil
}

// masked writes the adjoint of a masked access.
func (r *reverser) masked(i *ir.Instr, m rules.Masked) {
	mask := r.lookup(i.Arg(m.Mask))
	if m.Load {
		d := r.take(i)
		zero := ir.Zero(d.Type())
		r.add(i.Arg(m.Otherwise), r.b.Select(mask, zero, d))
		r.addMasked(i, m, mask, d)
		return
	}
	v := i.Arg(0)
	d := r.takeMasked(i, m, mask, v.Type())
	r.add(v, d)
}

// addMasked adds d to the shadow memory that was loaded from. One element
// after the other: two of them may share a place.
func (r *reverser) addMasked(i *ir.Instr, m rules.Masked, mask, d ir.Value) {
	p := i.Arg(m.Addr)
	if r.s.sh.shadowOf(p) == nil {
		return
	}
	r.shared = r.s.fn.parallel
	for k, at := range r.maskedPlaces(i, m, mask, d.Type()) {
		n := ir.NewInt(ir.I32, int64(k))
		r.addAt(at, r.b.ExtractElement(d, n), 0)
	}
	r.shared = false
}

// takeMasked reads and clears the shadow memory that was stored to; zero for
// elements that were not. The last of several stores to one place counts, so
// the elements are taken in falling order.
func (r *reverser) takeMasked(i *ir.Instr, m rules.Masked, mask ir.Value, t *ir.Type) ir.Value {
	places := r.maskedPlaces(i, m, mask, t)
	d := ir.Zero(t)
	for k := len(places) - 1; k >= 0; k-- {
		x := r.b.Load(t.Elem, places[k], 0)
		r.b.Store(ir.Zero(t.Elem), places[k], 0)
		d = r.b.InsertElement(d, x, ir.NewInt(ir.I32, int64(k)))
	}
	return d
}

// maskedPlaces gives the shadow addresses of the elements of an access. An
// element without one goes to a slot of the function's own, which is zero when
// it is read to be cleared.
func (r *reverser) maskedPlaces(i *ir.Instr, m rules.Masked, mask ir.Value, t *ir.Type) []ir.Value {
	if t.Scalable {
		r.s.fn.fail(i, "L0205", "a masked access to a scalable vector")
		return nil
	}
	p := i.Arg(m.Addr)
	dp := r.lookup(r.s.sh.shadowOf(p))
	if ok := r.differs(p); ok != nil {
		mask = r.b.Select(ok, mask, ir.Zero(mask.Type()))
	}
	junk := r.slot(t.Elem)
	if !m.Load {
		r.top.Store(ir.Zero(t.Elem), junk, 0)
	}
	var base ir.Value
	if m.Kind == rules.OneAddress {
		base = r.b.Cast(ir.BitCast, dp, junk.Typ)
	}
	places := make([]ir.Value, t.NumElems())
	for k := range places {
		n := ir.NewInt(ir.I32, int64(k))
		at := base
		if m.Kind == rules.ManyAddresses {
			at = r.b.Cast(ir.BitCast, r.b.ExtractElement(dp, n), junk.Typ)
		} else if k > 0 {
			at = r.b.GEP(t.Elem, base, ir.NewInt(ir.I64, int64(k)))
		}
		places[k] = r.b.Select(r.b.ExtractElement(mask, n), at, junk)
	}
	return places
}
