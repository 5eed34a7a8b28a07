package ir

// EntityKind is the class of a top-level entity.
type EntityKind uint8

// The top-level entities of a module.
const (
	OtherEntity     EntityKind = iota // blank lines, comments, source_filename, uselistorder, ...
	TargetEntity                      // target datalayout / triple
	AsmEntity                         // module asm
	TypeEntity                        // %name = type ...
	ComdatEntity                      // $name = comdat ...
	GlobalEntity                      // @name = ... variable, alias, ifunc
	DeclareEntity                     // declare ...
	DefineEntity                      // define ... { }
	AttrGroupEntity                   // attributes #n = { ... }
	MetadataEntity                    // !n = ..., !name = ...
	SummaryEntity                     // ^n = ...: what link-time optimisation knows of the module
)

// Entity is a span of the module's text; the entities of a module cover it
// without gaps, in order.
type Entity struct {
	Kind       EntityKind
	Name       string // symbol, type, comdat, group number or metadata name, as spelled without its sigil
	Start, End int    // byte offsets into Module.Src
	Line       int32  // of Start, 1 for the first
	Drop       bool   // not written
	fn         *Function
	global     *Global
	body       int // definition: offset behind the opening brace
	bodyEnd    int // definition: offset of the closing brace
}

// Module is an LLVM module.
//
// Name resolution is lazy: Func and Global read the header of an entity when
// first asked, Function.Load the body.
type Module struct {
	Name     string // file name for messages
	Src      []byte
	Entities []*Entity
	Typed    bool // pointers are typed (the text of LLVM 14)
	Types    *TypeTable
	Layout   *Layout
	Triple   string

	file    source
	funcs   map[string]*Function
	globals map[string]*Global
	broken  map[string]*Function // functions whose header cannot be read
	pending []*Type              // named structs whose definition is still to be read
	bodies  *bodyReader          // between loads
	attrs   attrGroups
	meta    *Metadata        // made when first asked for
	taken   map[*Global]bool // see AddressTaken
	added   additions
}

// source is the text of a module, and where what has a name stands in it.
type source struct {
	text        string
	own         int                // where what Supply appended begins, 0 when there is none
	index       map[string]*Entity // "@name", "%type", "#n", "$c"
	lineStarts  []int              // made by line
	addressedIn map[string]bool    // made by addressed
}

// of is the text of an entity.
func (s *source) of(e *Entity) string { return s.text[e.Start:e.End] }

// additions are what transformations have added, to be written behind the text
// that was read.
type additions struct {
	funcs     []*Function
	implicits []*Function // intrinsics that are used but not declared
	globals   []*Global
	types     []*Type
	texts     []string // whole lines, see AddText
}

// Ptr is the pointer type that generated code uses where no better one is at
// hand: ptr, or i8* in a typed module.
func (m *Module) Ptr() *Type {
	if m.Typed {
		return m.Types.TypedPtr(I8, 0)
	}
	return OpaquePtr
}

// PtrTo is the pointer to elem: ptr, or elem* in a typed module.
func (m *Module) PtrTo(elem *Type) *Type { return m.addrType(elem, 0) }

func (m *Module) addrType(elem *Type, addrSpace int) *Type {
	if m.Typed {
		return m.Types.TypedPtr(elem, addrSpace)
	}
	return m.Types.OpaquePtr(addrSpace)
}

// Struct is the literal struct of the given fields.
func (m *Module) Struct(fields ...*Type) *Type { return m.Types.Struct(fields, false) }

// FuncType is the function type ret (params...).
func (m *Module) FuncType(ret *Type, params ...*Type) *Type { return m.Types.Func(ret, params, false) }

// AddFunc makes a new function of the given type, a declaration until it gets
// blocks. Prefix (linkage), attributes and parameter names are the caller's to
// set. The name must be free: see FreshSymbol.
func (m *Module) AddFunc(name string, typ *Type) *Function {
	f := &Function{Name: name, Typ: typ, Module: m, IsDecl: true, loaded: true}
	for k, t := range typ.Fields {
		f.Params = append(f.Params, &Param{Typ: t, Index: k, Parent: f})
	}
	m.funcs[name] = f
	m.added.funcs = append(m.added.funcs, f)
	return f
}

// AddGlobal makes a new variable with an initialiser. keyword is "global" or
// "constant", prefix the linkage words, e.g. "internal thread_local".
func (m *Module) AddGlobal(name, prefix, keyword string, typ *Type, init Value) *Global {
	g := &Global{Name: name, ValueType: typ, Prefix: prefix, Keyword: keyword, Init: init, Module: m}
	m.globals[name] = g
	m.added.globals = append(m.added.globals, g)
	return g
}

// AddType defines a new named struct; name as spelled behind the percent sign.
func (m *Module) AddType(name string, fields ...*Type) *Type {
	t := m.Types.Named(name)
	t.SetBody(fields, false)
	m.added.types = append(m.added.types, t)
	return t
}

// Declare gives the function of that name, declared with type typ when the
// module does not have it.
func (m *Module) Declare(name string, typ *Type) *Function {
	if f := m.Func(name); f != nil {
		return f
	}
	return m.AddFunc(name, typ)
}
