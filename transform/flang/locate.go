package flang

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// place is a search for an element: how one beats another (MAXLOC, MINLOC), or equals a target
// (FINDLOC).
type place struct {
	e       element
	f, i    ir.Pred
	target  ir.Value // the address of what is looked for; nil for extremes
	targetE element
	back    ir.Value // of equal ones the last
}

// placeOf is the search that a function's name begins with.
func placeOf(name string, e element) place {
	if strings.HasPrefix(name, "Maxloc") {
		return place{e: e, f: ir.OGT, i: ir.SGT}
	}
	return place{e: e, f: ir.OLT, i: ir.SLT}
}

// found reports whether x is to be taken, where best is what has been found and any whether there is
// something.
func (p place) found(k *code, x, best value, any ir.Value) ir.Value {
	first := not(k, any)
	if p.target != nil {
		y := loadElement(k, p.targetE, p.target)
		w := wider(p.e, p.targetE)
		a, b := convert(k, x, w), convert(k, y, w)
		if p.e.logical() {
			return k.Binary(ir.And, k.ICmp(ir.EQ, isTrue(k, x), isTrue(k, y)), k.Binary(ir.Or, first, p.back))
		}
		same := ir.Value(ir.NewBool(true))
		for n := range a {
			if w.float() {
				same = k.Binary(ir.And, same, k.FCmp(ir.OEQ, a[n], b[n]))
			} else {
				same = k.Binary(ir.And, same, k.ICmp(ir.EQ, a[n], b[n]))
			}
		}
		return k.Binary(ir.And, same, k.Binary(ir.Or, first, p.back))
	}
	equal := beats(k, ir.OEQ, ir.EQ, x, best)
	better := k.Binary(ir.Or, beats(k, p.f, p.i, x, best), k.Binary(ir.And, equal, p.back))
	return k.Binary(ir.Or, first, better)
}

// locate is MaxlocReal8(result, array, kind, source, line, mask, back) and MinlocReal8.
func locate(s *site) func(k *code) {
	e, _ := named(s.name)
	return s.locate(placeOf(s.name, e), 2, -1, 5)
}

// find is Findloc(result, array, target, kind, source, line, mask, back).
func find(s *site) func(k *code) { return s.locate(place{}, 3, 2, 6) }

// locate writes a search whose result has the numbers of all dimensions.
func (s *site) locate(p place, kindAt, targetAt, maskAt int) func(k *code) {
	b := s.box(1)
	kind, constant := s.constant(kindAt)
	m, ok := s.mask(maskAt, b.rank)
	result, known := s.indices(kind)
	if targetAt < 0 && p.e.parts != 1 || !constant || !known || !ok || b.rank < 1 || !s.searches(&p, b, targetAt) {
		return nil
	}
	return func(k *code) {
		suppose(k, b, k.F.Params[1], p.e, b.rank)
		p := p.ready(k, targetAt, maskAt)
		v := viewOf(k, k.F.Params[1], b.rank)
		made := establish(k, k.F.Params[0], k.F.Params[1], result, result.bytes(k, nil), []ir.Value{number(int64(b.rank))})
		best, any := variable(k, p.e.zero()), variable(k, value{ir.NewBool(false)})
		at := make([]variables, b.rank)
		for n := range at {
			at[n] = variable(k, value{number(0)})
		}
		eachChosen(k, m, k.F.Params[maskAt], v.extents, func(index []ir.Value) {
			x := loadElement(k, p.e, elementAt(k, v, index))
			k.If(p.found(k, x, best.get(), any.get()[0]), func() {
				best.set(x)
				any.set(value{ir.NewBool(true)})
				for n := range at {
					at[n].set(value{k.Add(index[n], number(1))})
				}
			})
		})
		for n := range at {
			storeElement(k, convert(k, at[n].get(), result), elementAt(k, made, []ir.Value{number(int64(n))}))
		}
	}
}

// indices is the type of integers of a kind.
func (s *site) indices(kind int) (element, bool) {
	e := typed(map[int]int{1: 7, 2: 8, 4: 9, 8: 10}[kind])
	return e, e.parts == 1
}

// searches completes a search with the type of the array and that of the target, if there is one.
func (s *site) searches(p *place, b box, targetAt int) bool {
	if p.e.parts > 0 && targetAt < 0 {
		return true
	}
	var ok, also bool
	if p.e, ok = s.element(b); ok && targetAt >= 0 {
		p.targetE, also = s.element(s.box(targetAt))
		s.note(p.targetE)
		return also && p.e.parts > 0 && p.targetE.parts > 0
	}
	s.note(p.e)
	return ok && p.e.parts == 1
}

// ready is the search in a body: the target's address, and whether the last is looked for.
func (p place) ready(k *code, targetAt, maskAt int) place {
	if targetAt >= 0 {
		p.target = k.Ptr(k.F.Params[targetAt], atBase)
	}
	p.back = k.F.Params[maskAt+1]
	return p
}

// locateDim is MaxlocDim(result, array, kind, dimension, source, line, mask, back) and MinlocDim.
func locateDim(s *site) func(k *code) {
	return s.locateDim(placeOf(s.name, element{}), 2, -1, 6)
}

// findDim is FindlocDim(result, array, target, kind, dimension, source, line, mask, back).
func findDim(s *site) func(k *code) { return s.locateDim(place{}, 3, 2, 7) }

// locateDim writes a search along a dimension.
func (s *site) locateDim(p place, kindAt, targetAt, maskAt int) func(k *code) {
	b := s.box(1)
	kind, constant := s.constant(kindAt)
	dims, also := s.dimensions(kindAt+1, b.rank)
	m, ok := s.mask(maskAt, b.rank)
	result, known := s.indices(kind)
	if !constant || !also || !known || !ok || !s.searches(&p, b, targetAt) {
		return nil
	}
	return func(k *code) {
		suppose(k, b, k.F.Params[1], p.e, b.rank)
		p := p.ready(k, targetAt, maskAt)
		v, chosen := viewOf(k, k.F.Params[1], b.rank), maskView(k, m, k.F.Params[maskAt])
		dims.choose(k, func(dim int) {
			made := establish(k, k.F.Params[0], k.F.Params[1], result, result.bytes(k, nil), without(v.extents, dim))
			nest(k, made.extents, func(index []ir.Value) {
				best, at := variable(k, p.e.zero()), variable(k, value{number(0)})
				k.Times(v.extents[dim-1], func(n ir.Value) {
					full := with(index, dim, n)
					k.If(isChosen(k, m, chosen, full), func() {
						x := loadElement(k, p.e, elementAt(k, v, full))
						any := k.ICmp(ir.NE, at.get()[0], number(0))
						k.If(p.found(k, x, best.get(), any), func() {
							best.set(x)
							at.set(value{k.Add(n, number(1))})
						})
					})
				})
				storeElement(k, convert(k, at.get(), result), elementAt(k, made, index))
			})
		})
	}
}

// truths is All(mask, source, line, dimension), Any and Count.
func truths(s *site) func(k *code) {
	b := s.box(0)
	e, ok := s.element(b)
	if !ok || e.parts != 1 || e.float() || b.rank < 0 {
		return nil
	}
	s.note(e)
	return func(k *code) {
		suppose(k, b, k.F.Params[0], e, b.rank)
		count, all := variable(k, value{number(0)}), variable(k, value{number(0)})
		v := viewOf(k, k.F.Params[0], b.rank)
		each(k, v, func(p ir.Value) {
			one := k.Select(isTrue(k, loadElement(k, e, p)), number(1), number(0))
			count.set(value{k.Add(count.get()[0], one)})
			all.set(value{k.Add(all.get()[0], number(1))})
		})
		k.Return(tally(k, s.name, count.get()[0], all.get()[0]))
	}
}

// tally is what a function says of how many of all are true.
func tally(k *code, name string, count, all ir.Value) ir.Value {
	switch {
	case strings.HasPrefix(name, "All"):
		return k.ICmp(ir.EQ, count, all)
	case strings.HasPrefix(name, "Any"):
		return k.ICmp(ir.NE, count, number(0))
	}
	return count
}
