package flang

import "github.com/llad-ad/llad/ir"

// moved is what functions have in common that give an array of the elements of another: source is
// the argument that has them.
type moved struct {
	*site
	source int
	b      box
	e      element
}

// moving is that of a call whose result is the first argument and whose elements are those of
// another. Where nothing tells what that has, as a component of an object, the result's descriptor does, which
// the program has made for the call.
func (s *site) moving(source int) (v moved, ok bool) {
	v = moved{site: s, source: source, b: s.box(source)}
	if more, tells := rankLost[s.name]; tells && v.b.code == 0 && v.b.rank < 0 {
		if r := s.memory.box(s.call.Arg(0)); r.code != codeDerived && r.rank >= 0 && r.rank+more >= 0 {
			v.b = box{rank: r.rank + more, code: r.code, attribute: -1, open: true}
			s.note(v.b)
		}
	}
	v.e, ok = s.element(v.b)
	s.note(v.e)
	return v, ok && v.b.rank >= 0
}

// rankLost has the functions whose result tells the rank of the source, and by how much that is greater.
var rankLost = map[string]int{"Spread": -1, "Transpose": 0, "Cshift": 0, "Eoshift": 0, "CshiftVector": 0, "EoshiftVector": 0}

// viewOf reads the source.
func (v moved) view(k *code) view {
	suppose(k, v.b, k.F.Params[v.source], v.e, v.b.rank)
	return viewOf(k, k.F.Params[v.source], v.b.rank)
}

// result makes the result, and gives what copies an element to it.
func (v moved) result(k *code, extents []ir.Value) (view, func(to, from ir.Value)) {
	made := establish(k, k.F.Params[0], k.F.Params[v.source], v.e, v.e.bytes(k, k.F.Params[v.source]), extents)
	v.table(k, len(extents))
	return made, func(to, from ir.Value) { push(k, v.e, to, from, k.F.Params[0], k.F.Params[v.source]) }
}

// table has the result's descriptor name a derived type.
func (v moved) table(k *code, rank int) {
	if v.e.of != nil {
		end := atDimensions + int64(rank)*dimension
		k.Store(ir.NewInt(ir.I8, 1), k.At(k.F.Params[0], atExtra), 0)
		k.Put(v.e.of.table, k.F.Params[0], end)
		k.Put(number(0), k.F.Params[0], end+8)
	}
}

// transpose is Transpose(result, matrix, source, line).
func transpose(s *site) func(k *code) {
	v, ok := s.moving(1)
	if !ok || v.b.rank != 2 {
		return nil
	}
	return func(k *code) {
		from := v.view(k).turned()
		made, move := v.result(k, from.extents)
		nest(k, made.extents, func(index []ir.Value) { move(elementAt(k, made, index), elementAt(k, from, index)) })
	}
}

// spread is Spread(result, array, dimension, copies, source, line).
func spread(s *site) func(k *code) {
	v, ok := s.moving(1)
	dims, chooses := s.dimensions(2, v.b.rank+1)
	if !ok || !chooses || v.b.rank == maxRank {
		return nil
	}
	return func(k *code) {
		from := v.view(k)
		copies := k.Select(k.ICmp(ir.SGT, k.F.Params[3], number(0)), ir.Value(k.F.Params[3]), number(0))
		dims.choose(k, func(dim int) {
			made, move := v.result(k, with(from.extents, dim, copies))
			nest(k, made.extents, func(index []ir.Value) { move(elementAt(k, made, index), elementAt(k, from, without(index, dim))) })
		})
	}
}

// newCursor goes through the elements of an array in their order.
type cursor struct {
	v     view
	index []variables
}

// newCursor begins at the first element.
func newCursor(k *code, v view) cursor {
	c := cursor{v: v}
	for range v.extents {
		c.index = append(c.index, variable(k, value{number(0)}))
	}
	return c
}

// advance gives the address of an element and goes on to the next one; behind the last is the first.
func advance(k *code, c cursor) ir.Value {
	index := make([]ir.Value, len(c.index))
	for n := range index {
		index[n] = c.index[n].get()[0]
	}
	p := elementAt(k, c.v, index)
	carry := ir.Value(ir.NewBool(true))
	for n, i := range index {
		up := k.Add(i, k.Select(carry, number(1), number(0)))
		over := k.ICmp(ir.SGE, up, c.v.extents[n])
		c.index[n].set(value{k.Select(over, number(0), up)})
		carry = k.Binary(ir.And, carry, over)
	}
	return p
}

// integers reads the elements of an array of integers of rank one.
func integers(k *code, e element, v view, count int) []ir.Value {
	list := make([]ir.Value, count)
	for n := range list {
		list[n] = convert(k, loadElement(k, e, elementAt(k, v, []ir.Value{number(int64(n))})), typed(10))[0]
	}
	return list
}

// reshape is Reshape(result, array, shape, pad, order, source, line).
func reshape(s *site) func(k *code) {
	v, ok := s.moving(1)
	result, shape, pad, order := s.memory.box(s.call.Arg(0)), s.box(2), s.box(3), s.box(4)
	rank := result.rank
	if n := s.memory.holds(s.call.Arg(2), extentAt(0), 8); n.v != nil && !n.many {
		if c, ok := ir.IntValue(n.v); ok && c >= 0 && c <= maxRank {
			rank = int(c)
		}
	}
	counts, also := s.element(shape)
	if !ok || !also || counts.parts != 1 || shape.rank != 1 || rank < 0 || !pad.null && pad.rank < 0 {
		return nil
	}
	turns, ordered := s.element(order)
	if !order.null && (!ordered || turns.parts != 1 || order.rank != 1) {
		return nil
	}
	s.note(rank, counts, turns)
	return func(k *code) {
		suppose(k, shape, k.F.Params[2], counts, 1)
		from, extents := v.view(k), integers(k, counts, viewOf(k, k.F.Params[2], 1), rank)
		for n, e := range extents {
			extents[n] = k.Select(k.ICmp(ir.SGT, e, number(0)), e, number(0))
		}
		made, move := v.result(k, extents)
		if !order.null {
			suppose(k, order, k.F.Params[4], turns, 1)
			made = reordered(k, made, integers(k, turns, viewOf(k, k.F.Params[4], 1), rank))
		}
		all := sizeOf(k, from.extents)
		if pad.null {
			stop(k, k.ICmp(ir.SGT, sizeOf(k, extents), all), "reshape has too few elements")
			c := newCursor(k, from)
			each(k, made, func(p ir.Value) { move(p, advance(k, c)) })
			return
		}
		suppose(k, pad, k.F.Params[3], v.e, pad.rank)
		filler := viewOf(k, k.F.Params[3], pad.rank)
		c, d, done := newCursor(k, from), newCursor(k, filler), variable(k, value{number(0)})
		each(k, made, func(p ir.Value) {
			n := done.get()[0]
			k.If(k.ICmp(ir.SLT, n, all), func() { move(p, advance(k, c)) }, func() { move(p, advance(k, d)) })
			done.set(value{k.Add(n, number(1))})
		})
	}
}

// reordered is an array whose dimensions stand in an order, of numbers from one.
func reordered(k *code, v view, order []ir.Value) view {
	w := view{base: v.base}
	for _, dim := range order {
		extent, stride := v.extents[0], v.stride[0]
		for n := range v.extents {
			is := k.ICmp(ir.EQ, dim, number(int64(n)+1))
			extent, stride = k.Select(is, v.extents[n], extent), k.Select(is, v.stride[n], stride)
		}
		w.extents, w.stride = append(w.extents, extent), append(w.stride, stride)
	}
	return w
}

// pack is Pack(result, array, mask, vector, source, line).
func pack(s *site) func(k *code) {
	v, ok := s.moving(1)
	m, masked := s.mask(2, v.b.rank)
	vector := s.box(3)
	if !ok || !masked || m.null || !vector.null && vector.rank != 1 {
		return nil
	}
	return func(k *code) {
		from := v.view(k)
		chosen := maskView(k, m, k.F.Params[2])
		count := variable(k, value{number(0)})
		nest(k, from.extents, func(index []ir.Value) {
			one := k.Select(isChosen(k, m, chosen, index), number(1), number(0))
			count.set(value{k.Add(count.get()[0], one)})
		})
		var more view
		size := count.get()[0]
		if !vector.null {
			suppose(k, vector, k.F.Params[3], v.e, 1)
			more = viewOf(k, k.F.Params[3], 1)
			size = more.extents[0]
		}
		made, move := v.result(k, []ir.Value{size})
		count.set(value{number(0)})
		nest(k, from.extents, func(index []ir.Value) {
			k.If(isChosen(k, m, chosen, index), func() {
				n := count.get()[0]
				move(elementAt(k, made, []ir.Value{n}), elementAt(k, from, index))
				count.set(value{k.Add(n, number(1))})
			})
		})
		if !vector.null {
			done := count.get()[0]
			k.Times(k.Sub(size, done), func(n ir.Value) {
				at := []ir.Value{k.Add(done, n)}
				move(elementAt(k, made, at), elementAt(k, more, at))
			})
		}
	}
}

// unpack is Unpack(result, vector, mask, field, source, line).
func unpack(s *site) func(k *code) {
	v, ok := s.moving(1)
	m, masked := s.mask(2, s.memory.box(s.call.Arg(2)).rank)
	field := s.box(3)
	if !ok || !masked || m.null || v.b.rank != 1 || field.rank != 0 && field.rank != m.rank {
		return nil
	}
	return func(k *code) {
		from := v.view(k)
		chosen := maskView(k, m, k.F.Params[2])
		suppose(k, field, k.F.Params[3], v.e, field.rank)
		other := viewOf(k, k.F.Params[3], field.rank)
		made, move := v.result(k, chosen.extents)
		used := variable(k, value{number(0)})
		nest(k, made.extents, func(index []ir.Value) {
			p := elementAt(k, made, index)
			k.If(isChosen(k, m, chosen, index), func() {
				n := used.get()[0]
				move(p, elementAt(k, from, []ir.Value{n}))
				used.set(value{k.Add(n, number(1))})
			}, func() { move(p, elementAt(k, other, index[:field.rank])) })
		})
	}
}
