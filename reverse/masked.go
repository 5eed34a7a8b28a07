package reverse

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// maskedOp takes apart a call of an intrinsic that loads or stores the elements
// of a vector which a mask names. What it does not know (expandload,
// compressstore) has kind 0.
type maskedOp struct {
	kind      maskedKind
	load      bool
	addr      int // argument numbers
	mask      int
	otherwise int // load: what the elements that are not loaded become
}

type maskedKind uint8

const (
	notMasked maskedKind = iota
	oneAddress
	manyAddresses
)

func maskedOpOf(i *ir.Instr) maskedOp {
	f := i.CalledFunc()
	if f == nil || i.Op != ir.Call {
		return maskedOp{}
	}
	last := i.NumCallArgs() - 1
	for _, m := range []struct {
		name string
		op   maskedOp
	}{
		{"llvm.masked.load.", maskedOp{oneAddress, true, 0, last - 1, last}},
		{"llvm.masked.gather.", maskedOp{manyAddresses, true, 0, last - 1, last}},
		{"llvm.masked.store.", maskedOp{oneAddress, false, 1, last, 0}},
		{"llvm.masked.scatter.", maskedOp{manyAddresses, false, 1, last, 0}},
	} {
		if strings.HasPrefix(f.Name, m.name) {
			return m.op
		}
	}
	return maskedOp{}
}

// shadowMasked treats a masked access while shadows are inserted: it moves
// floats only. false when i is none.
func (s *synth) shadowMasked(i *ir.Instr) bool {
	m := maskedOpOf(i)
	if m.kind == notMasked {
		return false
	}
	v := ir.Value(i)
	if !m.load {
		v = i.Arg(0)
	}
	if !v.Type().IsFP() && (s.shadowOf(i.Arg(m.addr)) != nil || s.info.Shadow(v) || s.info.FloatLanes(v) != nil) {
		s.fail(i, "L0301", "cannot follow pointers or bits of floats through %s", i.CalledName())
	}
	return true
}

// maskedReversal reports whether the reverse sweep does something for a masked
// access.
func (s *synth) maskedReversal(i *ir.Instr) bool {
	m := maskedOpOf(i)
	return m.kind != notMasked && !m.load && s.shadowOf(i.Arg(m.addr)) != nil
}

// masked writes the adjoint of a masked access.
func (r *reverser) masked(i *ir.Instr, m maskedOp) {
	mask := r.lookup(i.Arg(m.mask))
	if m.load {
		d := r.take(i)
		zero := ir.Zero(d.Type())
		r.add(i.Arg(m.otherwise), r.b.Select(mask, zero, d))
		r.addMasked(i, m, mask, d)
		return
	}
	v := i.Arg(0)
	d := r.takeMasked(i, m, mask, v.Type())
	r.add(v, d)
}

// addMasked adds d to the shadow memory that was loaded from. One element
// after the other: two of them may share a place.
func (r *reverser) addMasked(i *ir.Instr, m maskedOp, mask, d ir.Value) {
	p := i.Arg(m.addr)
	if r.s.shadowOf(p) == nil {
		return
	}
	r.shared = r.s.parallel
	for k, at := range r.maskedPlaces(i, m, mask, d.Type()) {
		n := ir.NewInt(ir.I32, int64(k))
		r.addAt(at, r.b.ExtractElement(d, n), 0)
	}
	r.shared = false
}

// takeMasked reads and clears the shadow memory that was stored to; zero for
// elements that were not. The last of several stores to one place counts, so
// the elements are taken in falling order.
func (r *reverser) takeMasked(i *ir.Instr, m maskedOp, mask ir.Value, t *ir.Type) ir.Value {
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
func (r *reverser) maskedPlaces(i *ir.Instr, m maskedOp, mask ir.Value, t *ir.Type) []ir.Value {
	if t.Scalable {
		r.s.fail(i, "L0205", "a masked access to a scalable vector")
		return nil
	}
	p := i.Arg(m.addr)
	dp := r.lookup(r.s.shadowOf(p))
	if ok := r.differs(p); ok != nil {
		mask = r.b.Select(ok, mask, ir.Zero(mask.Type()))
	}
	junk := r.slot(t.Elem)
	if !m.load {
		r.top.Store(ir.Zero(t.Elem), junk, 0)
	}
	var base ir.Value
	if m.kind == oneAddress {
		base = r.b.Cast(ir.BitCast, dp, junk.Typ)
	}
	places := make([]ir.Value, t.NumElems())
	for k := range places {
		n := ir.NewInt(ir.I32, int64(k))
		at := base
		if m.kind == manyAddresses {
			at = r.b.Cast(ir.BitCast, r.b.ExtractElement(dp, n), junk.Typ)
		} else if k > 0 {
			at = r.b.GEP(t.Elem, base, ir.NewInt(ir.I64, int64(k)))
		}
		places[k] = r.b.Select(r.b.ExtractElement(mask, n), at, junk)
	}
	return places
}
