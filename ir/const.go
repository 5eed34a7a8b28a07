package ir

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// ConstKind is the class of a Const.
type ConstKind uint8

// The kinds of constants.
const (
	ConstInt    ConstKind = iota // Int, or Big when it does not fit
	ConstFP                      // Text; Float, for types wider than double the nearest one
	ConstNull                    // null
	ConstZero                    // zeroinitializer
	ConstUndef                   // undef
	ConstPoison                  // poison
	ConstNone                    // token none
	ConstArray                   // Elems
	ConstStruct                  // Elems
	ConstVector                  // Elems
	ConstString                  // Text: c"..." as written
	ConstSplat                   // Elems[0]
	ConstExpr                    // Op, Elems, Elem, Flags, Indices
	ConstRaw                     // Text: blockaddress, dso_local_equivalent, no_cfi, ptrauth, ... as written
)

// Const is a constant. Constants are not interned; compare with IsZero,
// IntValue and friends, not with ==.
type Const struct {
	Kind    ConstKind
	Typ     *Type
	Int     int64    // ConstInt: the value, sign-extended from the type's width
	Big     *big.Int // ConstInt wider than 64 bits that does not fit Int
	Float   float64  // ConstFP; rounded for types wider than double
	Text    string   // ConstFP, ConstString, ConstRaw: as written
	Elems   []Value
	Op      Op // ConstExpr
	Pred    Pred
	Flags   Flags
	InRange string // getelementptr: inrange(...) as written
	Elem    *Type  // getelementptr: source element type
	Indices []int  // extractvalue, insertvalue; getelementptr of LLVM 14 to 18: the index marked inrange
	Block   *Block // ConstRaw: the block of a blockaddress into the function that was read
}

// Type implements Value.
func (c *Const) Type() *Type { return c.Typ }

// NewInt is the integer constant v of type t, a scalar or a vector (splat).
func NewInt(t *Type, v int64) Value {
	if t.Kind == VectorKind {
		return splat(t, NewInt(t.Elem, v))
	}
	if t.Bits < 64 {
		s := 64 - uint(t.Bits)
		v = v << s >> s
	}
	return &Const{Kind: ConstInt, Typ: t, Int: v}
}

// NewBool is an i1 constant.
func NewBool(v bool) Value {
	if v {
		return &Const{Kind: ConstInt, Typ: I1, Int: -1}
	}
	return &Const{Kind: ConstInt, Typ: I1}
}

// NewFloat is the floating-point constant v of type t, a scalar or a vector
// (splat), rounded to t's precision.
func NewFloat(t *Type, v float64) Value {
	if t.Kind == VectorKind {
		return splat(t, NewFloat(t.Elem, v))
	}
	if t.Kind == FloatKind {
		v = float64(float32(v))
	}
	return &Const{Kind: ConstFP, Typ: t, Float: v, Text: FloatText(t, v)}
}

func splat(t *Type, v Value) Value {
	if t.Scalable {
		if IsZero(v) {
			return &Const{Kind: ConstZero, Typ: t}
		}
		return &Const{Kind: ConstSplat, Typ: t, Elems: []Value{v}}
	}
	e := make([]Value, t.Len)
	for i := range e {
		e[i] = v
	}
	return &Const{Kind: ConstVector, Typ: t, Elems: e}
}

// Zero is the null value of any first-class type.
func Zero(t *Type) Value {
	switch {
	case t.IsInt():
		return NewInt(t, 0)
	case t.IsFloat():
		return NewFloat(t, 0)
	case t.IsPtr():
		return &Const{Kind: ConstNull, Typ: t}
	}
	return &Const{Kind: ConstZero, Typ: t}
}

// Undef is the undefined value of type t.
func Undef(t *Type) Value { return &Const{Kind: ConstUndef, Typ: t} }

// Poison is the poison value of type t.
func Poison(t *Type) Value { return &Const{Kind: ConstPoison, Typ: t} }

// FloatText spells v as a constant of the scalar type t, exactly.
func FloatText(t *Type, v float64) string {
	switch t.Kind {
	case FloatKind, DoubleKind:
		return "0x" + hex(math.Float64bits(v), 16)
	case HalfKind:
		return "0xH" + hex(uint64(halfBits(v)), 4)
	case BFloatKind:
		return "0xR" + hex(uint64(bfloatBits(v)), 4)
	case X86FP80Kind:
		e, m := fp80Bits(v)
		return "0xK" + hex(uint64(e), 4) + hex(m, 16)
	case FP128Kind:
		hi, lo := fp128Bits(v)
		return "0xL" + hex(lo, 16) + hex(hi, 16)
	case PPCFP128Kind:
		return "0xM" + hex(math.Float64bits(v), 16) + hex(0, 16)
	}
	return strconv.FormatFloat(v, 'e', -1, 64)
}

func hex(v uint64, width int) string {
	s := strings.ToUpper(strconv.FormatUint(v, 16))
	for len(s) < width {
		s = "0" + s
	}
	return s
}

// IsZero reports whether v is a constant that is zero in every member: 0,
// +0.0 (not -0.0), null, zeroinitializer.
func IsZero(v Value) bool {
	c, ok := v.(*Const)
	if !ok {
		return false
	}
	switch c.Kind {
	case ConstInt:
		return c.Int == 0 && c.Big == nil
	case ConstFP:
		return c.Float == 0 && !math.Signbit(c.Float) && c.Typ.Kind <= DoubleKind
	case ConstNull, ConstZero:
		return true
	case ConstVector, ConstArray, ConstStruct, ConstSplat:
		for _, e := range c.Elems {
			if !IsZero(e) {
				return false
			}
		}
		return true
	}
	return false
}

// IntValue is the value of an integer constant that fits int64.
func IntValue(v Value) (int64, bool) {
	c, ok := v.(*Const)
	if !ok || c.Kind != ConstInt || c.Big != nil {
		return 0, false
	}
	return c.Int, true
}

// FloatValue is the value of a scalar floating-point constant of type half,
// bfloat, float or double, or of a splat of one.
func FloatValue(v Value) (float64, bool) {
	c, ok := v.(*Const)
	if !ok {
		return 0, false
	}
	switch c.Kind {
	case ConstFP:
		return c.Float, c.Typ.Kind <= DoubleKind
	case ConstZero:
		return 0, c.Typ.IsFP()
	case ConstVector, ConstSplat:
		x, ok := FloatValue(c.Elems[0])
		for _, e := range c.Elems[1:] {
			y, ok2 := FloatValue(e)
			ok = ok && ok2 && math.Float64bits(x) == math.Float64bits(y)
		}
		return x, ok
	}
	return 0, false
}

// IsConstant reports whether v is the same wherever it stands: constants,
// globals, functions.
func IsConstant(v Value) bool {
	switch v.(type) {
	case *Const, *Global, *Function, *Meta, *InlineAsm:
		return true
	}
	return false
}

// IsUndef reports whether v is undef or poison.
func IsUndef(v Value) bool {
	c, ok := v.(*Const)
	return ok && (c.Kind == ConstUndef || c.Kind == ConstPoison)
}

// StripConstCasts removes constant bitcasts and address space casts.
func StripConstCasts(v Value) Value {
	for {
		c, ok := v.(*Const)
		if !ok || c.Kind != ConstExpr || (c.Op != BitCast && c.Op != AddrSpaceCast) {
			return v
		}
		v = c.Elems[0]
	}
}

func halfBits(v float64) uint16 {
	f := math.Float32bits(float32(v))
	sign := uint16(f>>16) & 0x8000
	exp := int(f>>23&0xff) - 127 + 15
	man := f & 0x7fffff
	switch {
	case f&0x7fffffff > 0x7f800000:
		return sign | 0x7e00
	case exp >= 31:
		return sign | 0x7c00
	case exp <= 0:
		if exp < -10 {
			return sign
		}
		man |= 0x800000
		shift := uint(14 - exp)
		h := man >> shift
		if rem := man & (1<<shift - 1); rem > 1<<(shift-1) || rem == 1<<(shift-1) && h&1 == 1 {
			h++
		}
		return sign | uint16(h)
	}
	h := uint32(exp)<<10 | man>>13
	if rem := man & 0x1fff; rem > 0x1000 || rem == 0x1000 && h&1 == 1 {
		h++
	}
	return sign | uint16(h)
}

func bfloatBits(v float64) uint16 {
	f := math.Float32bits(float32(v))
	if f&0x7fffffff > 0x7f800000 {
		return uint16(f>>16) | 0x40
	}
	h := f >> 16
	if rem := f & 0xffff; rem > 0x8000 || rem == 0x8000 && h&1 == 1 {
		h++
	}
	return uint16(h)
}

func fp80Bits(v float64) (signExp uint16, man uint64) {
	b := math.Float64bits(v)
	sign := uint16(b>>48) & 0x8000
	exp := int(b >> 52 & 0x7ff)
	frac := b & (1<<52 - 1)
	switch {
	case exp == 0x7ff:
		return sign | 0x7fff, 1<<63 | frac<<11
	case exp == 0 && frac == 0:
		return sign, 0
	case exp == 0:
		exp = 1
		for frac&(1<<52) == 0 {
			frac <<= 1
			exp--
		}
		return sign | uint16(exp-1023+16383), frac << 11
	}
	return sign | uint16(exp-1023+16383), (1<<52 | frac) << 11
}

func fp128Bits(v float64) (hi, lo uint64) {
	e, m := fp80Bits(v)
	frac := m << 1 // without the explicit leading one
	return uint64(e)<<48 | frac>>16, frac << 48
}
