package flang

import "github.com/llad-ad/llad/ir"

// Where flang's tables of derived types have what is read of them, in bytes.
const (
	tableSize       = 88  // of an object
	tableComponents = 232 // the descriptor of the array of components
	tableProcedures = 296 // that of components that are pointers to procedures
	tableSpecial    = 360 // that of assignments and final procedures of the program's own (finals.go)
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
	in         *types
	name       string
	size       int64
	table      *ir.Global
	components []component
	scalar     *ir.Function // the final procedure of scalars, nil for none
	elemental  *ir.Function // the elemental final procedure, nil for none
}

// component is a member of a derived type.
type component struct {
	genre   int
	e       element
	rank    int
	length  int64  // bytes of an element
	any     *types // of a component that is unlimited polymorphic: the module's
	offset  int64
	count   int64 // of elements: data
	version int64 // of descriptors
	initial ir.Value
}

// types are the derived types that have been read.
type types struct {
	*memory
	m     *ir.Module
	made  map[*ir.Global]*derived
	kinds map[*ir.Type]bool // of floats that the code accesses
}

// of reads a table, nil where it cannot be.
func (t *types) of(table *ir.Global) *derived {
	if table == nil {
		return nil
	}
	if d, ok := t.made[table]; ok {
		return d
	}
	d := &derived{in: t, name: table.Name, table: table}
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

// read reads the table of a type. Types with assignments of the program's own, or with final procedures of
// arrays, are not read.
func (t *types) read(d *derived) bool {
	head := constant(d.table)
	if head == nil {
		return false
	}
	var ok bool
	d.size, ok = t.number(head, tableSize, 8)
	if !ok || !t.specials(d, head) {
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
	if c.genre != genreData && t.unlimited(list, at, fields[1]) {
		c.any, c.e = t, element{code: codeDerived}
	} else if c.e, c.length, ok = t.elementOf(list, at, fields[1], fields[2]); !ok {
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

// category is that of a component's entry, as new tables have it.
func (t *types) category(list ir.Value, at, category int64) int64 {
	if v, _ := t.number(list, at+atVersion, 4); v < firstUnsigned && category >= categoryUnsigned {
		category++
	}
	return category
}

// unlimited reports whether a component may be of any type: its entry has the category of derived types,
// and none of them.
func (t *types) unlimited(list ir.Value, at, category int64) bool {
	a, ok := t.address(list, at+componentType)
	return ok && a == nil && t.category(list, at, category) == categoryDerived
}

// elementOf is the type of a component's elements, and how long one is.
func (t *types) elementOf(list ir.Value, at, category, kind int64) (e element, length int64, ok bool) {
	category = t.category(list, at, category)
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
