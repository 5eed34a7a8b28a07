package interp

import (
	"fmt"
	"math"

	"github.com/llad-ad/llad/ir"
)

// Ptr is an address in a Machine's memory.
type Ptr uint64

// Value is an argument or a result: a scalar, or a vector or aggregate of them.
// The zero Value is the result of a void function.
type Value struct {
	typ  *ir.Type
	bits []uint64 // the slots of a register
}

// F64 is a double.
func F64(x float64) Value { return Value{ir.Double, []uint64{math.Float64bits(x)}} }

// F32 is a float.
func F32(x float32) Value { return Value{ir.Float, []uint64{uint64(math.Float32bits(x))}} }

// I64 is a 64-bit integer.
func I64(x int64) Value { return Value{ir.I64, []uint64{uint64(x)}} }

// I32 is a 32-bit integer.
func I32(x int32) Value { return Value{ir.I32, []uint64{uint64(uint32(x))}} }

// I16 is a 16-bit integer.
func I16(x int16) Value { return Value{ir.I16, []uint64{uint64(uint16(x))}} }

// I8 is an 8-bit integer.
func I8(x int8) Value { return Value{ir.I8, []uint64{uint64(uint8(x))}} }

// Bool is an i1.
func Bool(x bool) Value {
	if x {
		return Value{ir.I1, []uint64{1}}
	}
	return Value{ir.I1, []uint64{0}}
}

// Pointer is an address.
func Pointer(p Ptr) Value { return Value{ir.OpaquePtr, []uint64{uint64(p)}} }

// Make is a value of any type from the numbers of its scalar members in order:
// float64 for floating-point members, otherwise int64, uint64, int, bool or Ptr.
func Make(t *ir.Type, members ...any) (Value, error) {
	sh, err := newShape(nil, t)
	if err != nil {
		return Value{}, err
	}
	if len(members) != len(sh.leaves) {
		return Value{}, faultf(BadArgument, "%s has %d members, not %d", t, len(sh.leaves), len(members))
	}
	v := Value{t, make([]uint64, sh.slots)}
	for k, x := range members {
		l := sh.leaves[k]
		dst := v.bits[l.slot : l.slot+l.slots]
		switch x := x.(type) {
		case float64:
			if l.kind == intLeaf || l.kind == ptrLeaf {
				return Value{}, faultf(BadArgument, "member %d of %s is no float", k, t)
			}
			dst[0] = fromF64(l.kind, x)
			continue
		case int64:
			fillSigned(dst, x)
		case int:
			fillSigned(dst, int64(x))
		case uint64:
			dst[0] = x
		case Ptr:
			dst[0] = uint64(x)
		case bool:
			if x {
				dst[0] = 1
			}
		default:
			return Value{}, faultf(BadArgument, "member %d of %s cannot be a %T", k, t, x)
		}
		if l.kind != intLeaf && l.kind != ptrLeaf {
			return Value{}, faultf(BadArgument, "member %d of %s is no integer", k, t)
		}
		dst[len(dst)-1] &= topMask(int(l.bits))
	}
	return v, nil
}

func fillSigned(dst []uint64, x int64) {
	dst[0] = uint64(x)
	for k := range dst[1:] {
		dst[k+1] = uint64(x >> 63)
	}
}

// Type is the value's type; nil for the result of a void function.
func (v Value) Type() *ir.Type { return v.typ }

// IsVoid reports whether v is the result of a void function.
func (v Value) IsVoid() bool { return v.typ == nil }

// F64 is a scalar floating-point value of any type; 0 for other values.
func (v Value) F64() float64 {
	if v.typ == nil || !v.typ.IsFloat() {
		return 0
	}
	return toF64(leafKindOf(v.typ), v.bits[0])
}

// U64 is a scalar integer or address, zero-extended (its low 64 bits); 0 for
// other values.
func (v Value) U64() uint64 {
	if v.typ == nil || len(v.bits) == 0 || !v.typ.IsInt() && !v.typ.IsPtr() {
		return 0
	}
	return v.bits[0]
}

// I64 is a scalar integer, sign-extended.
func (v Value) I64() int64 {
	if v.typ == nil || !v.typ.IsInt() || len(v.bits) == 0 {
		return int64(v.U64())
	}
	return signed(v.bits[0], min(v.typ.Bits, 64))
}

// Ptr is an address.
func (v Value) Ptr() Ptr { return Ptr(v.U64()) }

// Bits is the register image of a value, as doc.go describes it.
func (v Value) Bits() []uint64 { return append([]uint64(nil), v.bits...) }

// Elem is member k of a vector, array or struct.
func (v Value) Elem(k int) (Value, error) {
	if v.typ == nil || !v.typ.IsAggregate() && !v.typ.IsVector() || k < 0 || k >= v.typ.NumElems() {
		return Value{}, faultf(BadArgument, "value of type %v has no member %d", v.typ, k)
	}
	at := 0
	for j := 0; j < k; j++ {
		n, err := slotsOf(v.typ.At(j))
		if err != nil {
			return Value{}, err
		}
		at += n
	}
	t := v.typ.At(k)
	n, err := slotsOf(t)
	if err != nil {
		return Value{}, err
	}
	return Value{t, v.bits[at : at+n]}, nil
}

// Floats lists the floating-point members of a value in order, at any depth.
func (v Value) Floats() []float64 {
	if v.typ == nil {
		return nil
	}
	sh, err := newShape(nil, v.typ)
	if err != nil {
		return nil
	}
	var out []float64
	for _, l := range sh.leaves {
		if l.kind != intLeaf && l.kind != ptrLeaf {
			out = append(out, toF64(l.kind, v.bits[l.slot]))
		}
	}
	return out
}

// String is the value as a person would write it.
func (v Value) String() string {
	if v.typ == nil {
		return "void"
	}
	switch {
	case v.typ.IsFloat():
		return fmt.Sprintf("%s %v", v.typ, v.F64())
	case v.typ.IsPtr():
		return fmt.Sprintf("ptr %#x", v.U64())
	case v.typ.IsInt():
		if len(v.bits) > 1 {
			return fmt.Sprintf("%s %v", v.typ, wideBig(v.bits))
		}
		return fmt.Sprintf("%s %d", v.typ, v.I64())
	}
	s := v.typ.String() + " ("
	for k := 0; k < v.typ.NumElems(); k++ {
		e, err := v.Elem(k)
		if err != nil {
			break
		}
		if k > 0 {
			s += ", "
		}
		s += e.String()
	}
	return s + ")"
}
