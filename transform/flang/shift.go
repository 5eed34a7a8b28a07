package flang

import "github.com/llad-ad/llad/ir"

// around is i modulo n, for n above zero.
func around(k *code, i, n ir.Value) ir.Value {
	r := k.Binary(ir.SRem, i, n)
	return k.Select(k.ICmp(ir.SLT, r, number(0)), k.Add(r, n), r)
}

// cshiftVector is CshiftVector(result, vector, shift, source, line).
func cshiftVector(s *site) func(k *code) {
	v, ok := s.moving(1)
	if !ok || v.b.rank != 1 {
		return nil
	}
	return func(k *code) {
		from := v.view(k)
		made, move := v.result(k, from.extents)
		n := from.extents[0]
		nest(k, made.extents, func(index []ir.Value) {
			move(elementAt(k, made, index), elementAt(k, from, []ir.Value{around(k, k.Add(index[0], k.F.Params[2]), n)}))
		})
	}
}

// eoshiftVector is EoshiftVector(result, vector, shift, boundary, source, line).
func eoshiftVector(s *site) func(k *code) {
	v, ok := s.moving(1)
	boundary := s.box(3)
	if !ok || v.b.rank != 1 || v.e.parts == 0 {
		return nil
	}
	return func(k *code) {
		from := v.view(k)
		made, move := v.result(k, from.extents)
		nest(k, made.extents, func(index []ir.Value) {
			p, at := elementAt(k, made, index), k.Add(index[0], k.F.Params[2])
			k.If(k.ICmp(ir.ULT, at, from.extents[0]), func() { move(p, elementAt(k, from, []ir.Value{at})) }, func() {
				edge(k, v, boundary, k.F.Params[3], nil, p)
			})
		})
	}
}

// edge stores what comes in behind an end: the boundary's element, zeros where there is none.
func edge(k *code, v moved, boundary box, at ir.Value, index []ir.Value, p ir.Value) {
	if boundary.null {
		storeElement(k, v.e.zero(), p)
		return
	}
	storeElement(k, loadElement(k, v.e, elementAt(k, viewOf(k, at, boundary.rank), index[:boundary.rank])), p)
}

// cshift is Cshift(result, array, shift, dimension, source, line), eoshift is Eoshift(result, array,
// shift, boundary, dimension, source, line).
func cshift(s *site) func(k *code) { return s.shift(3, -1) }

func eoshift(s *site) func(k *code) { return s.shift(4, 3) }

// shift is either, with the arguments that say the dimension and, if there is one, the boundary.
func (s *site) shift(dimAt, boundaryAt int) func(k *code) {
	v, ok := s.moving(1)
	by := s.box(2)
	counts, also := s.element(by)
	dims, chooses := s.dimensions(dimAt, v.b.rank)
	boundary := box{null: true}
	if boundaryAt >= 0 {
		boundary = s.box(boundaryAt)
	}
	inner := v.b.rank - 1
	if !ok || !also || !chooses || v.e.parts == 0 || counts.parts != 1 ||
		by.rank != 0 && by.rank != inner || !boundary.null && boundary.rank != 0 && boundary.rank != inner {
		return nil
	}
	s.note(counts)
	return func(k *code) {
		suppose(k, by, k.F.Params[2], counts, by.rank)
		from, shifts := v.view(k), viewOf(k, k.F.Params[2], by.rank)
		if !boundary.null {
			suppose(k, boundary, k.F.Params[boundaryAt], v.e, boundary.rank)
		}
		made, move := v.result(k, from.extents)
		dims.choose(k, func(dim int) {
			n := from.extents[dim-1]
			nest(k, made.extents, func(index []ir.Value) {
				rest := without(index, dim)
				c := convert(k, loadElement(k, counts, elementAt(k, shifts, rest[:by.rank])), typed(10))[0]
				p, at := elementAt(k, made, index), k.Add(index[dim-1], c)
				if boundaryAt < 0 {
					move(p, elementAt(k, from, with(rest, dim, around(k, at, n))))
					return
				}
				k.If(k.ICmp(ir.ULT, at, n), func() { move(p, elementAt(k, from, with(rest, dim, at))) }, func() {
					edge(k, v, boundary, k.F.Params[boundaryAt], rest, p)
				})
			})
		})
	}
}
