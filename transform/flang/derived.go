package flang

import "github.com/llad-ad/llad/ir"

// Where flang's tables of derived types have what is read of them, in bytes.
const (
	tableSize       = 88  // of an object
	tableComponents = 232 // the descriptor of the array of components
	tableProcedures = 296 // that of components that are pointers to procedures
	tableSpecial    = 360 // that of assignments and final procedures of the program's own
	componentBytes  = 256 // at least that long is a component's entry

	componentGenre    = 24
	componentCategory = 25
	componentKind     = 26
	componentRank     = 27
	componentOffset   = 32
	componentLength   = 40 // of characters: a kind of value and the value
	componentType     = 56
	componentBounds   = 160
	componentInitial  = 248

	procedureBytes   = 40 // of the entry of a pointer to a procedure
	procedureOffset  = 24
	procedureInitial = 32
)

// Genres of components.
const (
	genreData = iota + 1
	genrePointer
	genreAllocatable
	genreProcedure // not flang's: its table has these apart
)

// derived is a derived type whose components are known.
type derived struct {
	name       string
	size       int64
	table      *ir.Global
	components []component
}

// component is a member of a derived type.
type component struct {
	genre   int
	e       element
	rank    int
	length  int64 // bytes of an element
	offset  int64
	count   int64 // of elements: data
	version int64 // of descriptors
	initial ir.Value
}

// types are the derived types that have been read.
type types struct {
	*memory
	made map[*ir.Global]*derived
}

// of reads a table, nil where it cannot be.
func (t *types) of(table *ir.Global) *derived {
	if table == nil {
		return nil
	}
	if d, ok := t.made[table]; ok {
		return d
	}
	d := &derived{name: table.Name, table: table}
	t.made[table] = d
	if !t.read(d) {
		t.made[table] = nil
		return nil
	}
	return d
}

// number is an integer in a constant.
func (t *types) number(v ir.Value, off, size int64) (int64, bool) {
	c := t.inside(v, off, size)
	if c == nil {
		return 0, false
	}
	if ir.IsZero(c) || ir.IsUndef(c) { // flang leaves out what an abstract type does not have
		return 0, true
	}
	return ir.IntValue(c)
}

// address is the function or variable whose address is in a constant, nil for null; false where
// something else is there.
func (t *types) address(v ir.Value, off int64) (ir.Value, bool) {
	c := t.inside(v, off, 8)
	if c == nil {
		return nil, false
	}
	if ir.IsZero(c) || ir.IsUndef(c) {
		return nil, true
	}
	if e, ok := c.(*ir.Const); ok && e.Kind == ir.ConstExpr && e.Op == ir.PtrToInt {
		c = e.Elems[0]
	}
	switch a := ir.AliasTarget(c).(type) {
	case *ir.Global, *ir.Function:
		return a, true
	}
	return nil, false
}

// global is a variable whose address is in a constant, nil for others.
func (t *types) global(v ir.Value, off int64) *ir.Global {
	a, _ := t.address(v, off)
	g, _ := a.(*ir.Global)
	return g
}

// constant is what a variable holds for good, nil for others.
func constant(g *ir.Global) ir.Value {
	if g == nil || !g.IsConst() || g.LoadInit() != nil {
		return nil
	}
	return g.Init
}

// read reads the table of a type. Types with assignments or final procedures of the program's own are not read.
func (t *types) read(d *derived) bool {
	head := constant(d.table)
	if head == nil {
		return false
	}
	var ok bool
	d.size, ok = t.number(head, tableSize, 8)
	special, also := t.number(head, tableSpecial+extentAt(0), 8)
	if !ok || !also || special != 0 {
		return false
	}
	return t.entries(head, tableComponents, componentBytes, func(list ir.Value, at int64) bool {
		c, ok := t.component(list, at)
		d.components = append(d.components, c)
		return ok
	}) && t.entries(head, tableProcedures, procedureBytes, func(list ir.Value, at int64) bool {
		c := component{genre: genreProcedure, count: 1}
		var ok, also bool
		c.offset, ok = t.number(list, at+procedureOffset, 8)
		c.initial, also = t.address(list, at+procedureInitial)
		d.components = append(d.components, c)
		return ok && also
	})
}

// entries gives each those of an array of which the descriptor is at an offset of a table; it stops,
// and is false, where each is.
func (t *types) entries(head ir.Value, off, least int64, each func(list ir.Value, at int64) bool) bool {
	count, ok := t.number(head, off+extentAt(0), 8)
	if !ok || count == 0 {
		return ok
	}
	list := constant(t.global(head, off))
	if list == nil || list.Type().Kind != ir.ArrayKind || int64(list.Type().NumElems()) < count {
		return false
	}
	bytes := t.layout.AllocSize(list.Type().Elem)
	for n := range count {
		if bytes < least || !each(list, n*bytes) {
			return false
		}
	}
	return true
}

// component reads an entry of a table.
func (t *types) component(list ir.Value, at int64) (c component, ok bool) {
	var fields [4]int64
	for n, off := range []int64{componentGenre, componentCategory, componentKind, componentRank} {
		if fields[n], ok = t.number(list, at+off, 1); !ok {
			return c, false
		}
	}
	c.genre, c.rank = int(fields[0]), int(fields[3])
	c.version, _ = t.number(list, at+atVersion, 4)
	if c.offset, ok = t.number(list, at+componentOffset, 8); !ok || c.genre < genreData || c.genre > genreAllocatable {
		return c, false
	}
	if c.e, c.length, ok = t.elementOf(list, at, fields[1], fields[2]); !ok {
		return c, false
	}
	if c.initial, ok = t.address(list, at+componentInitial); !ok {
		return c, false
	}
	c.count = 1
	if c.genre == genreData && c.rank > 0 {
		c.count, ok = t.bounds(constant(t.global(list, at+componentBounds)), c.rank)
	}
	return c, ok
}

// Categories of types; before flang 20 there were no unsigned integers, and all behind them one less.
const (
	categoryInteger = iota
	categoryUnsigned
	categoryReal
	categoryComplex
	categoryCharacter
	categoryLogical
	categoryDerived
)

// firstUnsigned is the version of descriptors from which on there are unsigned integers.
const firstUnsigned = 20240719

// elementOf is the type of a component's elements, and how long one is.
func (t *types) elementOf(list ir.Value, at, category, kind int64) (e element, length int64, ok bool) {
	if v, _ := t.number(list, at+atVersion, 4); v < firstUnsigned && category >= categoryUnsigned {
		category++
	}
	codes := map[int64]map[int64]int{
		categoryInteger:  {1: 7, 2: 8, 4: 9, 8: 10},
		categoryUnsigned: {1: 7, 2: 8, 4: 9, 8: 10},
		categoryReal:     {4: 27, 8: 28, 10: 29, 16: 31},
		categoryComplex:  {4: 34, 8: 35, 10: 36, 16: 38},
		categoryLogical:  {1: 39, 2: 13, 4: 14, 8: 15},
	}
	switch category {
	case categoryDerived:
		e.code, e.of = codeDerived, t.of(t.global(list, at+componentType))
		if e.of == nil {
			return e, 0, false
		}
		return e, e.of.size, true
	case categoryCharacter:
		e.code = codeCharacter
		how, _ := t.number(list, at+componentLength, 1)
		length, ok = t.number(list, at+componentLength+8, 8)
		return e, length, ok && (how == 0 || how == 1 || how == 2) && kind == 1
	}
	e.code = codes[category][kind]
	s, ok := scalars[e.code]
	e.typ, e.parts = s.typ, s.parts
	if !ok {
		return e, 0, false
	}
	return e, int64(e.parts) * t.layout.AllocSize(e.typ), true
}

// bounds is how many elements a component of constant shape has.
func (t *types) bounds(list ir.Value, rank int) (int64, bool) {
	if list == nil {
		return 0, false
	}
	count := int64(1)
	for n := range int64(rank) {
		low, ok := t.number(list, 32*n+8, 8)
		high, also := t.number(list, 32*n+24, 8)
		if !ok || !also {
			return 0, false
		}
		count *= max(0, high-low+1)
	}
	return count, true
}

// text reports whether elements are characters.
func (e element) text() bool { return e.code == codeCharacter }

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
	extra := 0
	if c.e.of != nil {
		extra = 1
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
	if c.e.of != nil {
		end := atDimensions + int64(c.rank)*dimension
		k.Put(c.e.of.table, p, end)
		k.Put(number(0), p, end+8)
	}
}

// endOf is the function that releases what an object's components have allocated.
func endOf(k *code, e element) *ir.Function {
	return member(k, "destroy", e, 1, func(k *code) {
		for _, c := range e.of.components {
			switch {
			case c.genre == genreAllocatable:
				p := k.At(k.F.Params[0], c.offset)
				v := viewOf(k, p, c.rank)
				k.If(not(k, isNull(k, v.base)), func() {
					destroyAll(k, c.e, v)
					release(k, v.base)
					k.Put(nullAddress(k), p, atBase)
				})
			case c.genre == genreData && c.e.of != nil && c.e.of.owns():
				eachElement(k, c, func(off ir.Value) { k.CallFunc(endOf(k, c.e), k.Offset(k.F.Params[0], off)) })
			}
		}
	})
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
	k.If(isNull(k, k.Ptr(from, atBase)), func() {
		v := viewOf(k, to, c.rank)
		k.If(not(k, isNull(k, v.base)), func() {
			destroyAll(k, c.e, v)
			release(k, v.base)
			k.Put(nullAddress(k), to, atBase)
		})
	}, func() {
		copying{k: k, e: c.e, to: to, from: from, rank: c.rank, fromRank: c.rank}.assign(allocatable, false)
	})
}

// objects is Initialize(object), Destroy and DestroyWithoutFinalization.
func objects(s *site) func(k *code) {
	b := s.box(0)
	if b.code != codeDerived || b.rank < 0 {
		return nil
	}
	e, known := s.element(b)
	begin := s.name == "Initialize"
	if !known {
		return s.anyObjects(b, begin)
	}
	s.note(e)
	return func(k *code) {
		suppose(k, b, k.F.Params[0], e, b.rank)
		if v := viewOf(k, k.F.Params[0], b.rank); begin {
			initializeAll(k, e, v)
		} else {
			destroyAll(k, e, v)
		}
	}
}
