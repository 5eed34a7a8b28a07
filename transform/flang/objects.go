package flang

import "github.com/llad-ad/llad/ir"

// initializeAll gives all elements of a derived type what they begin with.
func initializeAll(k *code, e element, v view) {
	if e.of != nil && e.of.begins() {
		nest(k, v.extents, func(index []ir.Value) { k.CallFunc(initialOf(k, e), elementAt(k, v, index)) })
	}
}

// destroyAll releases what the components of all elements have allocated.
func destroyAll(k *code, e element, v view) {
	if e.of != nil && e.of.owns() {
		nest(k, v.extents, func(index []ir.Value) { k.CallFunc(endOf(k, e), elementAt(k, v, index)) })
	}
}

// begins reports whether objects of the type are initialised.
func (d *derived) begins() bool {
	for _, c := range d.components {
		if c.genre != genreData || c.initial != nil || c.e.of != nil && c.e.of.begins() {
			return true
		}
	}
	return false
}

// owns reports whether objects of the type own memory.
func (d *derived) owns() bool {
	for _, c := range d.components {
		if c.genre == genreAllocatable || c.genre == genreData && c.e.of != nil && c.e.of.owns() {
			return true
		}
	}
	return false
}

// member writes a function of objects of a derived type.
func member(k *code, what string, e element, params int, write func(k *code)) *ir.Function {
	list := make([]*ir.Type, params)
	for n := range list {
		list[n] = k.Module().Ptr()
	}
	l := &lowering{m: k.Module()}
	return l.function(ownPrefix+what+"."+e.of.name, k.Module().FuncType(ir.Void, list...), write)
}

// eachElement runs body for the offset of each element of a component that is data.
func eachElement(k *code, c component, body func(off ir.Value)) {
	if c.count == 1 {
		body(number(c.offset))
		return
	}
	k.Times(number(c.count), func(n ir.Value) { body(k.Add(number(c.offset), k.Mul(n, number(c.length)))) })
}

// initialOf is the function that gives an object what it begins with.
func initialOf(k *code, e element) *ir.Function {
	return member(k, "initialize", e, 1, func(k *code) {
		for _, c := range e.of.components {
			switch {
			case c.genre == genreProcedure:
				initial := c.initial
				if initial == nil {
					initial = nullAddress(k)
				}
				k.Put(initial, k.F.Params[0], c.offset)
			case c.genre != genreData:
				unallocated(k, c, k.At(k.F.Params[0], c.offset))
				if c.initial != nil {
					pointTo(k, k.At(k.F.Params[0], c.offset), c.initial, c.rank)
				}
			case c.initial != nil:
				eachElement(k, c, func(off ir.Value) {
					moveData(k, c, k.Offset(k.F.Params[0], off), k.Offset(c.initial, k.Sub(off, number(c.offset))))
				})
			case c.e.of != nil && c.e.of.begins():
				eachElement(k, c, func(off ir.Value) { k.CallFunc(initialOf(k, c.e), k.Offset(k.F.Params[0], off)) })
			}
		}
	})
}

// moveData copies an element of a component that is data.
func moveData(k *code, c component, to, from ir.Value) {
	switch {
	case c.e.of != nil:
		k.CallFunc(copyOf(k, c.e), to, from)
	case c.e.text():
		k.MemCpy(to, from, number(c.length))
	default:
		storeElement(k, loadElement(k, c.e, from), to)
	}
}

// unallocated makes p the descriptor of a component that has no memory.
func unallocated(k *code, c component, p ir.Value) {
	attribute := allocatable
	if c.genre == genrePointer {
		attribute = pointer
	}
	extra, table := 0, nullAddress(k)
	if c.e.code == codeDerived {
		extra = 1
	}
	if c.e.of != nil {
		table = c.e.of.table
	}
	k.Put(nullAddress(k), p, atBase)
	k.Put(number(c.length), p, atLength)
	k.Store(ir.NewInt(ir.I32, c.version), k.At(p, atVersion), 0)
	for off, n := range []int{c.rank, c.e.code, attribute, extra} {
		k.Store(ir.NewInt(ir.I8, int64(n)), k.At(p, atRank+int64(off)), 0)
	}
	for n := range c.rank {
		k.Put(number(1), p, extentAt(n)-8)
		k.Put(number(0), p, extentAt(n))
		k.Put(number(c.length), p, extentAt(n)+8)
	}
	if extra != 0 {
		end := atDimensions + int64(c.rank)*dimension
		k.Put(table, p, end)
		k.Put(number(0), p, end+8)
	}
}

// endOf is the function that releases what an object's components have allocated.
func endOf(k *code, e element) *ir.Function {
	return member(k, "destroy", e, 1, func(k *code) {
		for _, c := range e.of.components {
			switch {
			case c.genre == genreAllocatable:
				endAllocatable(k, c, k.At(k.F.Params[0], c.offset))
			case c.genre == genreData && c.e.of != nil && c.e.of.owns():
				eachElement(k, c, func(off ir.Value) { k.CallFunc(endOf(k, c.e), k.Offset(k.F.Params[0], off)) })
			}
		}
	})
}

// endAllocatable releases an allocatable component.
func endAllocatable(k *code, c component, p ir.Value) {
	v := viewOf(k, p, c.rank)
	k.If(not(k, isNull(k, v.base)), func() {
		switch kin := c.kin(); {
		case c.any != nil:
			destroyAny(k, c.any.all(), p, v.base)
		case kin != nil:
			destroyAny(k, kin, p, v.base)
		default:
			c.supposeType(k, p)
			destroyAll(k, c.e, v)
		}
		release(k, v.base)
		k.Put(nullAddress(k), p, atBase)
	})
}

// kin are the types that an object of a component may have, nil where that is the declared one only:
// a table does not say whether a component is polymorphic.
func (c component) kin() []*derived {
	if c.e.of == nil {
		return nil
	}
	list := []*derived{c.e.of}
	for _, d := range c.e.of.in.all() {
		if d.extends(c.e.of) {
			list = append(list, d)
		}
	}
	if len(list) == 1 {
		return nil
	}
	return list
}

// extends reports whether a type begins with a component of another type, as those do that extend it.
func (d *derived) extends(other *derived) bool {
	for d != nil && len(d.components) > 0 && d.components[0].genre == genreData && d.components[0].offset == 0 {
		if d = d.components[0].e.of; d == other {
			return true
		}
	}
	return false
}

// supposeType ends the program where an object of a component has another type than the declared one.
func (c component) supposeType(k *code, p ir.Value) {
	if c.e.of != nil {
		stop(k, k.ICmp(ir.NE, k.Ptr(p, atDimensions+int64(c.rank)*dimension), c.e.of.table), wrongType)
	}
}

// copyOf is the function that assigns one object to another: allocatable components are copied,
// pointers point to the same.
func copyOf(k *code, e element) *ir.Function {
	return member(k, "copy", e, 2, func(k *code) {
		for _, c := range e.of.components {
			to, from := k.At(k.F.Params[0], c.offset), k.At(k.F.Params[1], c.offset)
			switch c.genre {
			case genreData:
				eachElement(k, c, func(off ir.Value) { moveData(k, c, k.Offset(k.F.Params[0], off), k.Offset(k.F.Params[1], off)) })
			case genrePointer:
				pointTo(k, to, from, c.rank)
				if c.any != nil || c.kin() != nil {
					code, table := dynamicType(k, from)
					giveType(k, to, code, table, c.rank)
				}
			case genreProcedure:
				k.Put(k.Ptr(from, 0), to, 0)
			default:
				copyAllocatable(k, c, to, from)
			}
		}
	})
}

// pointTo makes a descriptor lead where another does.
func pointTo(k *code, to, from ir.Value, rank int) {
	k.Put(k.Ptr(from, atBase), to, atBase)
	k.Put(k.Word(from, atLength), to, atLength)
	for n := range int64(3 * rank) {
		k.Put(k.Word(from, atDimensions+8*n), to, atDimensions+8*n)
	}
}

// copyAllocatable assigns an allocatable component.
func copyAllocatable(k *code, c component, to, from ir.Value) {
	k.If(isNull(k, k.Ptr(from, atBase)), func() { endAllocatable(k, c, to) }, func() {
		switch kin := c.kin(); {
		case c.any != nil:
			becomesAny(k, c.any, to, from, c.rank)
			return
		case kin != nil:
			becomes(k, kin, to, from, c.rank)
			return
		}
		c.supposeType(k, from)
		copying{k: k, e: c.e, to: to, from: from, rank: c.rank, fromRank: c.rank}.assign(allocatable, false)
	})
}

// objects is Initialize(object), Destroy and DestroyWithoutFinalization. An object of a type that is not
// known, as of a polymorphic argument, is of one of the module's types.
func objects(s *site) func(k *code) {
	b := s.box(0)
	if b.null || b.code != codeDerived && b.code != 0 {
		return nil
	}
	e, known := s.element(b)
	if !known || b.rank < 0 {
		return s.anyObjects(b)
	}
	s.note(e)
	return func(k *code) {
		suppose(k, b, k.F.Params[0], e, b.rank)
		v := viewOf(k, k.F.Params[0], b.rank)
		switch s.name {
		case "Initialize":
			initializeAll(k, e, v)
		case "Destroy":
			finalizeAll(k, e, v)
			fallthrough
		default:
			destroyAll(k, e, v)
		}
	}
}
