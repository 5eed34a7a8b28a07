package flang

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// assign is Assign(to, from) and AssignTemporary: an array or a scalar is copied, an allocatable
// variable gets the shape of what is assigned.
func assign(s *site) func(k *code) {
	to, from := s.box(0), s.box(1)
	e, ok := s.elementOf(from, to)
	rank := to.rank
	if rank < 0 && from.rank > 0 {
		rank = from.rank
	}
	if ok && rank < 0 && from.rank == 0 && s.name == "Assign" {
		s.note(e)
		return scalarToAny(to, from, e)
	}
	if !ok || rank < 0 || from.rank > 0 && rank != from.rank {
		return nil
	}
	s.note(e, rank)
	fresh := s.name == "AssignTemporary"
	return func(k *code) {
		suppose(k, to, k.F.Params[0], e, rank)
		if fresh && to.attribute != allocatable {
			initializeAll(k, e, viewOf(k, k.F.Params[0], rank))
		}
		copies := func(fromRank int) {
			suppose(k, from, k.F.Params[1], e, fromRank)
			c := copying{k: k, e: e, to: k.F.Params[0], from: k.F.Params[1], rank: rank, fromRank: fromRank}
			if !fresh {
				c.finalize()
			}
			c.assign(to.attribute, to.open)
		}
		if from.rank >= 0 || rank == 0 {
			copies(max(from.rank, 0))
			return
		}
		// A caller that this does not see passes a scalar or an array.
		k.If(byteIs(k, k.F.Params[1], atRank, 0), func() { copies(0) }, func() { copies(rank) })
	}
}

// scalarToAny assigns a scalar to an array or a scalar whose rank is known when the program runs.
func scalarToAny(to, from box, e element) func(k *code) {
	return func(k *code) {
		p, q := k.F.Params[0], k.F.Params[1]
		suppose(k, to, p, e, -1)
		suppose(k, from, q, e, 0)
		k.If(byteIs(k, p, atRank, 0), func() {
			copying{k: k, e: e, to: p, from: q}.assign(to.attribute, to.open)
		}, func() {
			base, source := k.Ptr(p, atBase), k.Ptr(q, atBase)
			stop(k, not(k, byteIs(k, p, atAttribute, allocatable)), wrongRank)
			stop(k, isNull(k, base), "a scalar is assigned to an array that is not allocated")
			bytes := e.bytes(k, p)
			k.Times(anySize(k, p), func(n ir.Value) { moveElement(k, e, k.Offset(base, k.Mul(n, bytes)), source, p, q) })
		})
	}
}

// elementOf is the type of elements that the first of some descriptors whose type is known has.
func (s *site) elementOf(boxes ...box) (element, bool) {
	for _, b := range boxes {
		if e, ok := s.element(b); ok {
			return e, true
		}
	}
	return element{}, false
}

// copying is a copy from one descriptor's array to another's.
type copying struct {
	k              *code
	e              element
	to, from       ir.Value // descriptors
	rank, fromRank int

	old, oldSize structured.Var // memory that the target had, and how many elements
	realloc      bool           // it may be allocated anew
}

// assign copies, with reallocation of what is allocatable.
func (c copying) assign(attribute int, open bool) {
	from := viewOf(c.k, c.from, c.fromRank)
	c.realloc = attribute == allocatable || attribute < 0 || open
	if c.realloc {
		c.old, c.oldSize = c.k.NewVar(nullAddress(c.k)), c.k.NewVar(number(0))
		if attribute == allocatable && !open {
			c.fit(from)
		} else {
			c.k.If(byteIs(c.k, c.to, atAttribute, allocatable), func() { c.fit(from) })
		}
	}
	to := viewOf(c.k, c.to, c.rank)
	if c.fromRank > 0 {
		for n := range to.extents {
			stop(c.k, c.k.ICmp(ir.NE, to.extents[n], from.extents[n]), "arrays of different shapes are assigned")
		}
	}
	c.copy(to, from)
	if c.realloc {
		old := c.old.Get()
		c.k.If(not(c.k, isNull(c.k, old)), func() {
			n := []ir.Value{c.oldSize.Get()}
			destroyAll(c.k, c.e, view{old, n, packedStrides(c.k, c.e.bytes(c.k, c.to), n)})
			release(c.k, old)
		})
	}
}

// finalize calls the final procedures of what is assigned to. They might end what is assigned, if that is
// a part of it.
func (c copying) finalize() {
	if c.e.of == nil || !c.e.of.finalizes() {
		return
	}
	to, from := viewOf(c.k, c.to, c.rank), viewOf(c.k, c.from, c.fromRank)
	shared := c.k.Binary(ir.Or, c.overlap(to, from), c.k.ICmp(ir.EQ, to.base, from.base))
	stop(c.k, shared, "an object with a final procedure is assigned to itself")
	finalizeAll(c.k, c.e, to)
}

// fit allocates the target anew where it has not the shape of what is assigned.
func (c copying) fit(from view) {
	was := viewOf(c.k, c.to, c.rank)
	fits := not(c.k, isNull(c.k, was.base))
	for n := range from.extents {
		fits = c.k.Binary(ir.And, fits, c.k.ICmp(ir.EQ, was.extents[n], from.extents[n]))
	}
	bytes := c.e.bytes(c.k, c.from)
	if c.e.text() {
		fits = c.k.Binary(ir.And, fits, c.k.ICmp(ir.EQ, bytes, c.k.Word(c.to, atLength)))
	}
	c.k.If(not(c.k, fits), func() {
		if c.rank > c.fromRank {
			stop(c.k, isNull(c.k, was.base), "a scalar is assigned to an array that is not allocated")
		}
		extents := from.extents
		if c.rank > c.fromRank {
			extents = was.extents
		}
		c.old.Set(was.base)
		c.oldSize.Set(sizeOf(c.k, was.extents))
		strides := packedStrides(c.k, bytes, extents)
		made := view{allocate(c.k, sizeOf(c.k, extents), bytes), extents, strides}
		initializeAll(c.k, c.e, made)
		c.k.Put(made.base, c.to, atBase)
		c.k.Put(bytes, c.to, atLength)
		for n := range from.extents {
			lower := c.k.Word(c.from, extentAt(n)-8)
			c.k.Put(c.k.Select(c.k.ICmp(ir.EQ, extents[n], number(0)), number(1), lower), c.to, extentAt(n)-8)
			c.k.Put(extents[n], c.to, extentAt(n))
			c.k.Put(strides[n], c.to, extentAt(n)+8)
		}
	})
}

// copy copies all elements, by way of other memory where the two arrays overlap.
func (c copying) copy(to, from view) {
	if c.fromRank == 0 {
		c.elements(to, func([]ir.Value) ir.Value { return from.base })
		return
	}
	base, between := c.k.NewVar(from.base), c.k.NewVar(nullAddress(c.k))
	strides := make([]structured.Var, len(from.stride))
	for n, s := range from.stride {
		strides[n] = c.k.NewVar(s)
	}
	bytes := c.e.bytes(c.k, c.from)
	packed := view{nil, from.extents, packedStrides(c.k, bytes, from.extents)}
	c.k.If(c.overlap(to, from), func() {
		packed.base = allocate(c.k, sizeOf(c.k, from.extents), bytes)
		initializeAll(c.k, c.e, packed)
		copying{k: c.k, e: c.e, to: c.from, from: c.from}.elements(packed, func(index []ir.Value) ir.Value { return elementAt(c.k, from, index) })
		base.Set(packed.base)
		between.Set(packed.base)
		for n, s := range packed.stride {
			strides[n].Set(s)
		}
	})
	source := view{base: base.Get()}
	for n := range strides {
		source.stride = append(source.stride, strides[n].Get())
	}
	c.elements(to, func(index []ir.Value) ir.Value { return elementAt(c.k, source, index) })
	held := between.Get()
	c.k.If(not(c.k, isNull(c.k, held)), func() {
		destroyAll(c.k, c.e, view{held, packed.extents, packed.stride})
		release(c.k, held)
	})
}

// eachElement copies to each element what source gives the address of.
func (c copying) elements(to view, source func(index []ir.Value) ir.Value) {
	nest(c.k, to.extents, func(index []ir.Value) {
		moveElement(c.k, c.e, elementAt(c.k, to, index), source(index), c.to, c.from)
	})
}

// overlap reports whether two arrays share memory and are not the same.
func (c copying) overlap(to, from view) ir.Value {
	low, high := c.ends(to, c.to)
	from0, from1 := c.ends(from, c.from)
	shared := c.k.Binary(ir.And, c.k.ICmp(ir.ULT, low, from1), c.k.ICmp(ir.ULT, from0, high))
	same := c.k.ICmp(ir.EQ, to.base, from.base)
	for n := range to.stride {
		same = c.k.Binary(ir.And, same, c.k.ICmp(ir.EQ, to.stride[n], from.stride[n]))
	}
	return c.k.Binary(ir.And, shared, not(c.k, same))
}

// ends is where an array's memory begins and ends.
func (c copying) ends(v view, descriptor ir.Value) (low, high ir.Value) {
	down, up := number(0), c.e.bytes(c.k, descriptor)
	for n := range v.extents {
		span := c.k.Mul(c.k.Sub(v.extents[n], number(1)), v.stride[n])
		negative := c.k.ICmp(ir.SLT, span, number(0))
		down = c.k.Add(down, c.k.Select(negative, span, number(0)))
		up = c.k.Add(up, c.k.Select(negative, number(0), span))
	}
	return c.k.Offset(v.base, down), c.k.Offset(v.base, up)
}

// moveElement copies an element; the descriptors state how long characters are, which are cut or filled
// with blanks.
func moveElement(k *code, e element, to, from, toBox, fromBox ir.Value) {
	switch {
	case e.of != nil:
		k.CallFunc(copyOf(k, e), to, from)
	case e.text():
		have, want := k.Word(fromBox, atLength), k.Word(toBox, atLength)
		shorter := k.Select(k.ICmp(ir.ULT, have, want), have, want)
		k.MemCpy(to, from, shorter)
		k.Times(k.Sub(want, shorter), func(n ir.Value) {
			k.Store(ir.NewInt(ir.I8, ' '), k.Offset(to, k.Add(shorter, n)), 0)
		})
	default:
		storeElement(k, loadElement(k, e, from), to)
	}
}

// copyIn is CopyInAssign(temporary, array): a section is copied into memory without gaps.
func copyIn(s *site) func(k *code) {
	from, e, ok := s.second()
	if !ok {
		return nil
	}
	return func(k *code) {
		suppose(k, from, k.F.Params[1], e, from.rank)
		v := viewOf(k, k.F.Params[1], from.rank)
		made := establish(k, k.F.Params[0], k.F.Params[1], e, e.bytes(k, k.F.Params[1]), v.extents)
		initializeAll(k, e, made)
		c := copying{k: k, e: e, to: k.F.Params[0], from: k.F.Params[1]}
		c.elements(made, func(index []ir.Value) ir.Value { return elementAt(k, v, index) })
	}
}

// copyOut is CopyOutAssign(array, temporary): what was copied in goes back, unless the array is
// none, and its memory is released.
func copyOut(s *site) func(k *code) {
	to, from := s.box(0), s.box(1)
	e, ok := s.elementOf(to, from)
	rank := max(to.rank, from.rank)
	if !ok || rank < 0 {
		return nil
	}
	s.note(e, rank)
	return func(k *code) {
		suppose(k, from, k.F.Params[1], e, rank)
		v := viewOf(k, k.F.Params[1], rank)
		c := copying{k: k, e: e, to: k.F.Params[0], from: k.F.Params[1]}
		if !to.null {
			k.If(not(k, isNull(k, k.F.Params[0])), func() {
				suppose(k, to, k.F.Params[0], e, rank)
				c.elements(viewOf(k, k.F.Params[0], rank), func(index []ir.Value) ir.Value { return elementAt(k, v, index) })
			})
		}
		destroyAll(k, e, v)
		release(k, v.base)
		k.Put(nullAddress(k), k.F.Params[1], atBase)
	}
}

// contiguous is IsContiguous(array).
func contiguous(s *site) func(k *code) {
	b := s.box(0)
	if b.rank < 0 {
		return nil
	}
	return func(k *code) {
		if b.open {
			stop(k, not(k, byteIs(k, k.F.Params[0], atRank, b.rank)), wrongRank)
		}
		v := viewOf(k, k.F.Params[0], b.rank)
		yes, bytes := ir.Value(ir.NewBool(true)), k.Word(k.F.Params[0], atLength)
		for n := range v.extents {
			one := k.ICmp(ir.EQ, v.extents[n], number(1))
			yes = k.Binary(ir.And, yes, k.Binary(ir.Or, one, k.ICmp(ir.EQ, v.stride[n], bytes)))
			bytes = k.Mul(bytes, v.extents[n])
		}
		k.Return(yes)
	}
}
