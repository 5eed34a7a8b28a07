package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// shadowMasked treats a masked access while shadows are inserted: it moves
// floats, or loads addresses. false when i is none.
func (ins *inserter) shadowMasked(i *ir.Instr) bool {
	m := rules.MaskedOf(i)
	if m.Kind == rules.NotMasked {
		return false
	}
	if m.Load && i.Typ.Scalar().IsPtr() && ins.sh.shadowOf(i.Arg(m.Addr)) != nil {
		ins.sh.eachLane(func() { ins.sh.shadowMaskedLoad(i, m) })
		return true
	}
	v := ir.Value(i)
	if !m.Load {
		v = i.Arg(0)
	}
	if !v.Type().IsFP() && (ins.sh.shadowOf(i.Arg(m.Addr)) != nil || ins.fn.info.Shadow(v) || ins.fn.info.FloatLanes(v) != nil) {
		ins.fn.fail(i, "L0311", "cannot follow pointers or bits of floats through %s", i.CalledName())
	}
	return true
}

// shadowMaskedLoad makes the shadows of addresses that i loads: they are loaded from shadow memory.
func (shs *shadows) shadowMaskedLoad(i *ir.Instr, m rules.Masked) {
	c := i.Copy()
	c.SetArg(m.Addr, shs.shadowOf(i.Arg(m.Addr)))
	c.SetArg(m.Otherwise, shs.shadowOrSelf(i.Arg(m.Otherwise)))
	c.DropMetadata()
	after(i).Insert(c)
	shs.isShadow[c] = true
	shs.shadows[i] = c
}

// maskedReversal reports whether the reverse sweep does something for a masked
// access.
func (shs *shadows) maskedReversal(i *ir.Instr) bool {
	m := rules.MaskedOf(i)
	return m.Kind != rules.NotMasked && !m.Load && shs.shadowOf(i.Arg(m.Addr)) != nil
}

// masked writes the adjoint of a masked access.
func (acs *accesses) masked(i *ir.Instr, m rules.Masked) {
	mask := acs.lk.lookup(i.Arg(m.Mask))
	if m.Load {
		d := acs.ad.take(i)
		zero := ir.Zero(d.Type())
		acs.ad.add(i.Arg(m.Otherwise), acs.cu.b.Select(mask, zero, d))
		acs.addMasked(i, m, mask, d)
		return
	}
	v := i.Arg(0)
	d := acs.takeMasked(i, m, mask, v.Type())
	acs.ad.add(v, d)
}

// addMasked adds d to the shadow memory that was loaded from. One element
// after the other: two of them may share a place.
func (acs *accesses) addMasked(i *ir.Instr, m rules.Masked, mask, d ir.Value) {
	p := i.Arg(m.Addr)
	if acs.cu.s.sh.shadowOf(p) == nil {
		return
	}
	acs.ad.shared = acs.cu.s.fn.parallel
	for k, at := range acs.maskedPlaces(i, m, mask, d.Type()) {
		n := ir.NewInt(ir.I32, int64(k))
		acs.ad.addAt(at, acs.cu.b.ExtractElement(d, n), 0)
	}
	acs.ad.shared = false
}

// takeMasked reads and clears the shadow memory that was stored to; zero for
// elements that were not. The last of several stores to one place counts, so
// the elements are taken in falling order.
func (acs *accesses) takeMasked(i *ir.Instr, m rules.Masked, mask ir.Value, t *ir.Type) ir.Value {
	places := acs.maskedPlaces(i, m, mask, t)
	d := ir.Zero(t)
	for k := len(places) - 1; k >= 0; k-- {
		x := acs.cu.b.Load(t.Elem, places[k], 0)
		acs.cu.b.Store(ir.Zero(t.Elem), places[k], 0)
		d = acs.cu.b.InsertElement(d, x, ir.NewInt(ir.I32, int64(k)))
	}
	return d
}

// maskedPlaces gives the shadow addresses of the elements of an access. An
// element without one goes to a slot of the function's own, which is zero when
// it is read to be cleared.
func (acs *accesses) maskedPlaces(i *ir.Instr, m rules.Masked, mask ir.Value, t *ir.Type) []ir.Value {
	if t.Scalable {
		acs.cu.s.fn.fail(i, "L0205", "a masked access to a scalable vector")
		return nil
	}
	p := i.Arg(m.Addr)
	dp := acs.lk.lookup(acs.cu.s.sh.shadowOf(p))
	if ok := acs.lk.differs(p); ok != nil {
		mask = acs.cu.b.Select(ok, mask, ir.Zero(mask.Type()))
	}
	junk := acs.cu.slot(t.Elem)
	if !m.Load {
		acs.cu.top.Store(ir.Zero(t.Elem), junk, 0)
	}
	var base ir.Value
	if m.Kind == rules.OneAddress {
		base = acs.cu.b.Cast(ir.BitCast, dp, junk.Typ)
	}
	places := make([]ir.Value, t.NumElems())
	for k := range places {
		n := ir.NewInt(ir.I32, int64(k))
		at := base
		if m.Kind == rules.ManyAddresses {
			at = acs.cu.b.Cast(ir.BitCast, acs.cu.b.ExtractElement(dp, n), junk.Typ)
		} else if k > 0 {
			at = acs.cu.b.GEP(t.Elem, base, ir.NewInt(ir.I64, int64(k)))
		}
		places[k] = acs.cu.b.Select(acs.cu.b.ExtractElement(mask, n), at, junk)
	}
	return places
}
