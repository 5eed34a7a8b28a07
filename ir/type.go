package ir

import (
	"strconv"
	"strings"
)

// Kind is the class of a Type.
type Kind uint8

// The kinds of types of LLVM 14 to 22.
const (
	VoidKind Kind = iota
	HalfKind
	BFloatKind
	FloatKind
	DoubleKind
	X86FP80Kind
	FP128Kind
	PPCFP128Kind
	LabelKind
	MetadataKind
	TokenKind
	X86MMXKind
	X86AMXKind
	IntKind
	PtrKind
	VectorKind
	ArrayKind
	StructKind
	FuncKind
	TargetKind
)

// Type is an LLVM type. Types are interned by their Module (the simple ones
// globally), so within a module pointer equality is type equality; in a typed
// module two pointers of different pointee are different types, see Same.
type Type struct {
	Kind      Kind
	Bits      int     // IntKind: the width
	Elem      *Type   // vector, array: element; typed pointer: pointee; opaque pointer: nil
	Len       int64   // vector, array: number of elements
	Fields    []*Type // struct: fields; function: parameters
	Ret       *Type   // function: result
	Variadic  bool    // function: ends in ...
	Packed    bool    // struct: <{ }>
	Scalable  bool    // vector: <vscale x ...>
	Opaque    bool    // named struct without a body
	AddrSpace int     // pointer
	Name      string  // named struct: the name as spelled after %, quotes included; target type: its text
	spelling  string
}

// The types that need no module.
var (
	Void      = &Type{Kind: VoidKind, spelling: "void"}
	Half      = &Type{Kind: HalfKind, spelling: "half"}
	BFloat    = &Type{Kind: BFloatKind, spelling: "bfloat"}
	Float     = &Type{Kind: FloatKind, spelling: "float"}
	Double    = &Type{Kind: DoubleKind, spelling: "double"}
	X86FP80   = &Type{Kind: X86FP80Kind, spelling: "x86_fp80"}
	FP128     = &Type{Kind: FP128Kind, spelling: "fp128"}
	PPCFP128  = &Type{Kind: PPCFP128Kind, spelling: "ppc_fp128"}
	Label     = &Type{Kind: LabelKind, spelling: "label"}
	MetaType  = &Type{Kind: MetadataKind, spelling: "metadata"}
	Token     = &Type{Kind: TokenKind, spelling: "token"}
	X86MMX    = &Type{Kind: X86MMXKind, spelling: "x86_mmx"}
	X86AMX    = &Type{Kind: X86AMXKind, spelling: "x86_amx"}
	I1        = intType(1)
	I8        = intType(8)
	I16       = intType(16)
	I32       = intType(32)
	I64       = intType(64)
	I128      = intType(128)
	OpaquePtr = &Type{Kind: PtrKind, spelling: "ptr"}
)

func intType(bits int) *Type {
	return &Type{Kind: IntKind, Bits: bits, spelling: "i" + strconv.Itoa(bits)}
}

// IsPtr reports whether t is a pointer, typed or opaque.
func (t *Type) IsPtr() bool { return t.Kind == PtrKind }

// IsInt reports whether t is a scalar integer.
func (t *Type) IsInt() bool { return t.Kind == IntKind }

// IsFloat reports whether t is a scalar floating-point type.
func (t *Type) IsFloat() bool { return t.Kind >= HalfKind && t.Kind <= PPCFP128Kind }

// IsVector reports whether t is a vector of any element.
func (t *Type) IsVector() bool { return t.Kind == VectorKind }

// IsAggregate reports whether t is a struct or an array.
func (t *Type) IsAggregate() bool { return t.Kind == StructKind || t.Kind == ArrayKind }

// Scalar is the element type of a vector, and t itself otherwise.
func (t *Type) Scalar() *Type {
	if t.Kind == VectorKind {
		return t.Elem
	}
	return t
}

// IsFP reports whether t is a floating-point scalar or a vector of them.
func (t *Type) IsFP() bool { return t.Scalar().IsFloat() }

// IsPtrOrVec reports whether t is a pointer or a vector of pointers.
func (t *Type) IsPtrOrVec() bool { return t.Scalar().IsPtr() }

// HasFloat reports whether a value of type t contains a floating-point number
// at any depth (not behind pointers).
func (t *Type) HasFloat() bool { return t.contains((*Type).IsFloat) }

// IsUnion reports whether the type stands for a C union: it is that of one of its members.
func (t *Type) IsUnion() bool {
	return t.Kind == StructKind && strings.HasPrefix(strings.TrimPrefix(t.Name, `"`), "union.")
}

// HasInt reports whether a value of type t contains an integer at any depth.
func (t *Type) HasInt() bool { return t.contains((*Type).IsInt) }

// HasPtr reports whether a value of type t contains a pointer at any depth.
func (t *Type) HasPtr() bool { return t.contains((*Type).IsPtr) }

func (t *Type) contains(pred func(*Type) bool) bool {
	switch t.Kind {
	case VectorKind, ArrayKind:
		return t.Elem.contains(pred)
	case StructKind:
		for _, f := range t.Fields {
			if f.contains(pred) {
				return true
			}
		}
		return false
	}
	return pred(t)
}

// NumElems is the number of members of a struct, array or fixed vector.
func (t *Type) NumElems() int {
	if t.Kind == StructKind {
		return len(t.Fields)
	}
	return int(t.Len)
}

// At is the type of member i of a struct, array or vector.
func (t *Type) At(i int) *Type {
	if t.Kind == StructKind {
		return t.Fields[i]
	}
	return t.Elem
}

// Index is the type reached from t by the constant indices of an extractvalue.
func (t *Type) Index(path []int) *Type {
	for _, i := range path {
		t = t.At(i)
	}
	return t
}

// Same reports whether a and b are one type when every pointer counts as
// opaque. Within an opaque module it is pointer equality.
func Same(a, b *Type) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Bits != b.Bits || a.Len != b.Len || a.Variadic != b.Variadic ||
		a.Packed != b.Packed || a.Scalable != b.Scalable || a.AddrSpace != b.AddrSpace || a.Name != b.Name {
		return false
	}
	if a.Kind == PtrKind {
		return true
	}
	if a.Name != "" {
		return true
	}
	if len(a.Fields) != len(b.Fields) || (a.Elem == nil) != (b.Elem == nil) || (a.Ret == nil) != (b.Ret == nil) {
		return false
	}
	if a.Elem != nil && !Same(a.Elem, b.Elem) || a.Ret != nil && !Same(a.Ret, b.Ret) {
		return false
	}
	for i := range a.Fields {
		if !Same(a.Fields[i], b.Fields[i]) {
			return false
		}
	}
	return true
}

// String is the type as LLVM spells it.
func (t *Type) String() string { return t.spelling }

// TypeTable interns the composite types of one module.
type TypeTable struct {
	derived map[string]*Type
	named   map[string]*Type
}

func newTypeTable() *TypeTable {
	return &TypeTable{derived: map[string]*Type{}, named: map[string]*Type{}}
}

func (tt *TypeTable) intern(t *Type, spelling string) *Type {
	if old, ok := tt.derived[spelling]; ok {
		return old
	}
	t.spelling = spelling
	tt.derived[spelling] = t
	return t
}

// Int is the integer type of the given width in bits.
func (tt *TypeTable) Int(bits int) *Type {
	switch bits {
	case 1:
		return I1
	case 8:
		return I8
	case 16:
		return I16
	case 32:
		return I32
	case 64:
		return I64
	case 128:
		return I128
	}
	s := "i" + strconv.Itoa(bits)
	if old, ok := tt.derived[s]; ok {
		return old
	}
	return tt.intern(&Type{Kind: IntKind, Bits: bits}, s)
}

// OpaquePtr is the pointer `ptr` of an address space.
func (tt *TypeTable) OpaquePtr(addrSpace int) *Type {
	if addrSpace == 0 {
		return OpaquePtr
	}
	return tt.intern(&Type{Kind: PtrKind, AddrSpace: addrSpace}, "ptr addrspace("+strconv.Itoa(addrSpace)+")")
}

// TypedPtr is the pointer `elem addrspace(n)*` of LLVM 14.
func (tt *TypeTable) TypedPtr(elem *Type, addrSpace int) *Type {
	s := elem.spelling
	if addrSpace != 0 {
		s += " addrspace(" + strconv.Itoa(addrSpace) + ")"
	}
	s += "*"
	if old, ok := tt.derived[s]; ok {
		return old
	}
	return tt.intern(&Type{Kind: PtrKind, Elem: elem, AddrSpace: addrSpace}, s)
}

// Vector is <n x elem>, scalable when asked.
func (tt *TypeTable) Vector(elem *Type, n int64, scalable bool) *Type {
	s := "<"
	if scalable {
		s += "vscale x "
	}
	s += strconv.FormatInt(n, 10) + " x " + elem.spelling + ">"
	return tt.intern(&Type{Kind: VectorKind, Elem: elem, Len: n, Scalable: scalable}, s)
}

// Array is [n x elem].
func (tt *TypeTable) Array(elem *Type, n int64) *Type {
	s := "[" + strconv.FormatInt(n, 10) + " x " + elem.spelling + "]"
	return tt.intern(&Type{Kind: ArrayKind, Elem: elem, Len: n}, s)
}

// Struct is the literal struct of the given fields.
func (tt *TypeTable) Struct(fields []*Type, packed bool) *Type {
	s := structSpelling(fields, packed)
	if old, ok := tt.derived[s]; ok {
		return old
	}
	return tt.intern(&Type{Kind: StructKind, Fields: append([]*Type(nil), fields...), Packed: packed}, s)
}

func structSpelling(fields []*Type, packed bool) string {
	var b strings.Builder
	if packed {
		b.WriteByte('<')
	}
	if len(fields) == 0 {
		b.WriteString("{}")
	} else {
		b.WriteString("{ ")
		for i, f := range fields {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(f.spelling)
		}
		b.WriteString(" }")
	}
	if packed {
		b.WriteByte('>')
	}
	return b.String()
}

// Func is the function type ret (params...).
func (tt *TypeTable) Func(ret *Type, params []*Type, variadic bool) *Type {
	var b strings.Builder
	b.WriteString(ret.spelling)
	b.WriteString(" (")
	for i, p := range params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.spelling)
	}
	if variadic {
		if len(params) > 0 {
			b.WriteString(", ")
		}
		b.WriteString("...")
	}
	b.WriteByte(')')
	s := b.String()
	if old, ok := tt.derived[s]; ok {
		return old
	}
	return tt.intern(&Type{Kind: FuncKind, Ret: ret, Fields: append([]*Type(nil), params...), Variadic: variadic}, s)
}

// Target is target("...") spelled as text.
func (tt *TypeTable) Target(text string) *Type {
	return tt.intern(&Type{Kind: TargetKind, Name: text}, text)
}

// Named is the named struct %name, created opaque when new. name is as spelled
// after the percent sign, with its quotes if it has them.
func (tt *TypeTable) Named(name string) *Type {
	if t, ok := tt.named[name]; ok {
		return t
	}
	t := &Type{Kind: StructKind, Name: name, Opaque: true, spelling: "%" + name}
	tt.named[name] = t
	return t
}

// SetBody gives a named struct its fields.
func (t *Type) SetBody(fields []*Type, packed bool) {
	t.Fields, t.Packed, t.Opaque = fields, packed, false
}

// Body is the definition of a named struct as it stands behind `= type`.
func (t *Type) Body() string {
	if t.Opaque {
		return "opaque"
	}
	return structSpelling(t.Fields, t.Packed)
}
