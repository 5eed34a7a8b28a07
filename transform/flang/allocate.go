package flang

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Results of allocation where the program asks for them, those of ISO_Fortran_binding.h.
const (
	baseNull    = 1
	baseNotNull = 2
)

// setBounds is AllocatableSetBounds(descriptor, dimension, lower, upper).
func setBounds(s *site) func(k *code) {
	dim, ok := s.constant(1)
	if !ok || dim < 0 || dim >= maxRank {
		return nil
	}
	return func(k *code) {
		lower, upper := k.F.Params[2], k.F.Params[3]
		n := k.Add(k.Sub(upper, lower), number(1))
		some := k.ICmp(ir.SGT, n, number(0))
		k.Put(k.Select(some, lower, number(1)), k.F.Params[0], extentAt(dim)-8)
		k.Put(k.Select(some, n, number(0)), k.F.Params[0], extentAt(dim))
	}
}

// allocation is AllocatableAllocate and PointerAllocate: memory for the shape that the descriptor has.
func allocation(s *site) func(k *code) {
	b := s.shaped(s.box(0))
	e, known := s.element(b)
	s.note(e)
	types := s.types.all()
	return s.allocation(b, e, func(k *code, v view) {
		if known {
			initializeAll(k, e, v)
			return
		}
		k.If(byteIs(k, k.F.Params[0], atType, codeDerived), func() {
			table, f := anyTable(k, k.F.Params[0]), initialOfAny(k, types)
			each(k, v, func(p ir.Value) { k.CallFunc(f, table, p) })
		})
	})
}

// shaped is what is known of the descriptor that memory is allocated for. Where nothing states its rank, as
// in a component of a polymorphic object, the calls before it do that give it its shape: one for each
// dimension, or one with the rank. The body compares it when it runs.
func (s *site) shaped(b box) box {
	if b.null || b.rank >= 0 {
		return b
	}
	b.rank, b.open = 0, true
	for u := range ir.Uses(s.call.Arg(0)) {
		i := u.User
		if !i.IsCall() || u.Index() != 0 || i.CalledFunc() == nil {
			continue
		}
		name, of := libraryName(i.CalledFunc())
		if !of || i.NumCallArgs() < 3 {
			continue
		}
		arg, more := 2, 0
		switch {
		case strings.Contains(name, "SetBounds"):
			arg, more = 1, 1
		case !strings.Contains(name, "ApplyMold") && !strings.Contains(name, "InitDerived"):
			continue
		}
		if n, ok := ir.IntValue(i.Arg(arg)); ok && n >= 0 && n < maxRank {
			b.rank = max(b.rank, int(n)+more)
		}
	}
	s.note(b)
	return b
}

// allocation allocates what the first argument describes, of elements of a type if that is known, and
// fills it.
func (s *site) allocation(b box, e element, fill func(k *code, v view)) func(k *code) {
	if b.rank < 0 {
		return nil
	}
	isPointer := s.name[0] == 'P'
	return func(k *code) {
		p := k.F.Params[0]
		switch {
		case e.code != 0 && (e.of != nil || e.code != codeDerived):
			suppose(k, b, p, e, b.rank)
		case b.open:
			stop(k, not(k, byteIs(k, p, atRank, b.rank)), wrongRank)
		}
		v := viewOf(k, p, b.rank)
		if !isPointer {
			k.If(not(k, isNull(k, v.base)), func() { fails(k, s, baseNotNull, "what is allocated already is allocated") })
		}
		bytes := k.Word(p, atLength)
		v.stride = packedStrides(k, bytes, v.extents)
		v.base = allocate(k, sizeOf(k, v.extents), bytes)
		k.Put(v.base, p, atBase)
		for n, s := range v.stride {
			k.Put(s, p, extentAt(n)+8)
		}
		fill(k, v)
		k.Return(ir.NewInt(ir.I32, 0))
	}
}

// fails gives a result where the program has asked for it, and ends the program elsewhere. Whether
// it has is the argument that is a truth.
func fails(k *code, s *site, result int64, why string) {
	for _, p := range k.F.Params {
		if p.Typ == ir.I1 {
			stop(k, not(k, p), why)
		}
	}
	k.Return(ir.NewInt(ir.I32, result))
}

// allocateSource is AllocatableAllocateSource(descriptor, source) and PointerAllocateSource.
func allocateSource(s *site) func(k *code) {
	to, from := s.shaped(s.box(0)), s.box(1)
	e, ok := s.elementOf(from, to)
	either := from.rank < 0 // as in a component of a polymorphic object: it has the rank of the target, or is a scalar
	if either {
		from.rank, from.open = to.rank, true
	}
	if from.null || !ok && from.code != codeDerived && from.code != 0 {
		return nil
	}
	s.note(e)
	if !ok && s.unlimited(from) {
		return s.allocateUnlimited(to, from)
	}
	if !ok {
		return s.allocateAny(to, from)
	}
	return s.allocation(to, e, func(k *code, v view) {
		initializeAll(k, e, v)
		copies := func(rank int) {
			suppose(k, from, k.F.Params[1], e, rank)
			source := viewOf(k, k.F.Params[1], rank)
			c := copying{k: k, e: e, to: k.F.Params[0], from: k.F.Params[1]}
			c.elements(v, func(index []ir.Value) ir.Value { return elementAt(k, source, index[:rank]) })
		}
		if !either || from.rank == 0 {
			copies(from.rank)
			return
		}
		k.If(byteIs(k, k.F.Params[1], atRank, 0), func() { copies(0) }, func() { copies(from.rank) })
	})
}

// allocateAny is allocateSource where the source is of a derived type that is known when the program
// runs.
func (s *site) allocateAny(to, from box) func(k *code) {
	types := s.types.all()
	return s.allocation(to, element{code: codeDerived}, func(k *code, v view) {
		q := k.F.Params[1]
		suppose(k, from, q, element{code: codeDerived}, from.rank)
		source, table, f := viewOf(k, q, from.rank), anyTable(k, q), copyOfAny(k, types)
		nest(k, v.extents, func(index []ir.Value) {
			k.CallFunc(f, table, elementAt(k, v, index), elementAt(k, source, index[:from.rank]))
		})
	})
}

// deallocation is AllocatableDeallocate and PointerDeallocate, and AllocatableDeallocatePolymorphic,
// which makes the declared type, of its second argument, that of the descriptor.
func deallocation(s *site) func(k *code) {
	b := s.box(0)
	e, known := s.element(b)
	polymorphic := strings.HasSuffix(s.name, "Polymorphic")
	known = known && b.rank >= 0 && !polymorphic
	if known {
		s.note(e)
	}
	return func(k *code) {
		base := k.Ptr(k.F.Params[0], atBase)
		k.If(isNull(k, base), func() { fails(k, s, baseNull, "what is deallocated is not allocated") })
		if known {
			suppose(k, b, k.F.Params[0], e, b.rank)
			finalizeAll(k, e, viewOf(k, k.F.Params[0], b.rank))
			destroyAll(k, e, viewOf(k, k.F.Params[0], b.rank))
		} else {
			finalizeAny(k, s.types.all(), k.F.Params[0])
			destroyAny(k, s.types.all(), k.F.Params[0], base)
		}
		release(k, base)
		k.Put(nullAddress(k), k.F.Params[0], atBase)
		if polymorphic {
			giveDeclared(k, k.F.Params[0], k.F.Params[1])
		}
		k.Return(ir.NewInt(ir.I32, 0))
	}
}

// giveDeclared makes a derived type, unless there is none, that of a descriptor.
func giveDeclared(k *code, p, table ir.Value) {
	k.If(not(k, isNull(k, table)), func() {
		k.Put(k.Word(table, tableSize), p, atLength)
		k.Put(table, k.Offset(p, k.Mul(anyRank(k, p), number(dimension))), atDimensions)
	})
}

// initDerived is AllocatableInitDerivedForAllocate(descriptor, type, rank, corank) and
// PointerNullifyDerived: a descriptor of that type without memory.
func initDerived(s *site) func(k *code) {
	rank, ok := s.constant(2)
	if !ok || rank < 0 || rank > maxRank {
		return nil
	}
	attribute := allocatable
	if s.name[0] == 'P' {
		attribute = pointer
	}
	return func(k *code) {
		write := func() {
			k.Put(nullAddress(k), k.F.Params[0], atBase)
			k.Put(k.Word(k.F.Params[1], tableSize), k.F.Params[0], atLength)
			for off, n := range []int{rank, codeDerived, attribute, 1} {
				k.Store(ir.NewInt(ir.I8, int64(n)), k.At(k.F.Params[0], atRank+int64(off)), 0)
			}
			k.Put(k.F.Params[1], k.F.Params[0], atDimensions+int64(rank)*dimension)
			k.Put(number(0), k.F.Params[0], atDimensions+int64(rank)*dimension+8)
		}
		if attribute == pointer {
			write()
		} else {
			k.If(isNull(k, k.Ptr(k.F.Params[0], atBase)), write)
		}
	}
}

// applyMold is AllocatableApplyMold(descriptor, mold, rank) and PointerApplyMold: the type and the
// shape of the mold.
func applyMold(s *site) func(k *code) {
	rank, ok := s.constant(2)
	mold := s.box(1)
	if ok && rank >= 0 && rank <= maxRank && mold.rank >= 0 && s.unlimited(mold) {
		s.note("any")
		return moldUnlimited(mold, rank)
	}
	if !ok || rank < 0 || rank > maxRank || mold.code == 0 || mold.code == codeDerived && mold.rank < 0 {
		return nil
	}
	return func(k *code) {
		to, from := k.F.Params[0], k.F.Params[1]
		if mold.open {
			stop(k, not(k, byteIs(k, from, atType, mold.code)), wrongType)
		}
		k.Put(k.Word(from, atLength), to, atLength)
		k.Store(ir.NewInt(ir.I8, int64(mold.code)), k.At(to, atType), 0)
		if mold.rank >= rank { // of a scalar only the type counts
			shapeOf(k, to, from, rank)
		}
		if mold.code == codeDerived {
			k.Put(k.Ptr(from, atDimensions+int64(mold.rank)*dimension), to, atDimensions+int64(rank)*dimension)
		}
	}
}

// shapeOf gives a descriptor the bounds of another.
func shapeOf(k *code, to, from ir.Value, rank int) {
	for n := range rank {
		k.Put(k.Word(from, extentAt(n)-8), to, extentAt(n)-8)
		k.Put(k.Word(from, extentAt(n)), to, extentAt(n))
	}
}

// moveAlloc is MoveAlloc(to, from): the memory of one variable becomes that of another.
func moveAlloc(s *site) func(k *code) {
	to, from := s.box(0), s.box(1)
	e, known := s.elementOf(to, from)
	rank := max(to.rank, from.rank)
	if rank < 0 || !known && max(to.code, from.code) == codeDerived {
		return nil
	}
	s.note(e, rank)
	return func(k *code) {
		if known {
			suppose(k, to, k.F.Params[0], e, rank)
			suppose(k, from, k.F.Params[1], e, rank)
		} else {
			stop(k, byteIs(k, k.F.Params[0], atType, codeDerived), wrongType)
		}
		was := viewOf(k, k.F.Params[0], rank)
		k.If(not(k, isNull(k, was.base)), func() {
			finalizeAll(k, e, was)
			destroyAll(k, e, was)
			release(k, was.base)
		})
		pointTo(k, k.F.Params[0], k.F.Params[1], rank)
		k.Put(nullAddress(k), k.F.Params[1], atBase)
		k.Return(ir.NewInt(ir.I32, 0))
	}
}

// associated is PointerIsAssociated(pointer).
func associated(s *site) func(k *code) {
	return func(k *code) { k.Return(not(k, isNull(k, k.Ptr(k.F.Params[0], atBase)))) }
}

// associate is PointerAssociate(pointer, target).
func associate(s *site) func(k *code) {
	rank := s.box(1).rank
	if rank < 0 {
		return nil
	}
	return func(k *code) { pointTo(k, k.F.Params[0], k.F.Params[1], rank) }
}
