package canon

import (
	"math"
	"math/big"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// defined reports whether a constant has no undef or poison in it.
func defined(c *ir.Const) bool {
	switch c.Kind {
	case ir.ConstInt, ir.ConstFP, ir.ConstNull, ir.ConstZero:
		return true
	case ir.ConstArray, ir.ConstStruct, ir.ConstVector, ir.ConstSplat:
		for _, e := range c.Elems {
			if x, ok := e.(*ir.Const); !ok || !defined(x) {
				return false
			}
		}
		return true
	}
	return false
}

// IsInt reports whether v is the integer n, or a vector with n in all lanes.
func IsInt(v ir.Value, n int64) bool {
	c, ok := v.(*ir.Const)
	if !ok || !c.Typ.Scalar().IsInt() {
		return false
	}
	switch c.Kind {
	case ir.ConstInt:
		if c.Typ.Bits < 64 {
			sh := 64 - uint(c.Typ.Bits)
			n = n << sh >> sh
		}
		return c.Big == nil && c.Int == n
	case ir.ConstZero:
		return n == 0
	case ir.ConstVector, ir.ConstSplat:
		for _, e := range c.Elems {
			if !IsInt(e, n) {
				return false
			}
		}
		return true
	}
	return false
}

// neutral removes floating-point operands that change no bit: adding -0, subtracting +0,
// multiplying by or dividing by 1. (A signalling NaN becomes quiet in any operation; no
// program here can tell.)
func neutral(op ir.Op, x, y ir.Value) ir.Value {
	is := func(v ir.Value, bits uint64) bool {
		f, ok := ir.FloatValue(v)
		return ok && math.Float64bits(f) == bits
	}
	const one, minusZero = 0x3FF0000000000000, 1 << 63
	switch op {
	case ir.FAdd:
		if is(y, minusZero) {
			return x
		}
		if is(x, minusZero) {
			return y
		}
	case ir.FSub:
		if is(y, 0) {
			return x
		}
	case ir.FMul:
		if is(y, one) {
			return x
		}
		if is(x, one) {
			return y
		}
	case ir.FDiv:
		if is(y, one) {
			return x
		}
	}
	return nil
}

// FoldBinary folds an operation on two integer constants of at most 64 bits; nil where the
// result is undefined.
func FoldBinary(op ir.Op, x, y ir.Value) ir.Value {
	a, ok := ir.IntValue(x)
	b, ok2 := ir.IntValue(y)
	t := x.Type()
	if !ok || !ok2 || !t.IsInt() || t.Bits > 64 {
		return nil
	}
	ua, ub := edit.Unsigned(a, t.Bits), edit.Unsigned(b, t.Bits)
	least := int64(-1) << (t.Bits - 1)
	var r int64
	switch op {
	case ir.Add:
		r = a + b
	case ir.Sub:
		r = a - b
	case ir.Mul:
		r = a * b
	case ir.And:
		r = a & b
	case ir.Or:
		r = a | b
	case ir.Xor:
		r = a ^ b
	case ir.UDiv, ir.URem:
		if ub == 0 {
			return nil
		}
		r = int64(ua / ub)
		if op == ir.URem {
			r = int64(ua % ub)
		}
	case ir.SDiv, ir.SRem:
		if b == 0 || a == least && b == -1 {
			return nil
		}
		r = a / b
		if op == ir.SRem {
			r = a % b
		}
	case ir.Shl, ir.LShr, ir.AShr:
		if ub >= uint64(t.Bits) {
			return nil
		}
		switch op {
		case ir.Shl:
			r = a << ub
		case ir.LShr:
			r = int64(ua >> ub)
		default:
			r = a >> ub
		}
	default:
		return nil
	}
	return ir.NewInt(t, r)
}

// floatOfBits is the float constant with the bits of an integer constant, as masks of signs
// are made at -O0; nil for other values, NaN and infinities, and for bits with exponent zero,
// which may be a small integer or null in a union.
func floatOfBits(x ir.Value, to *ir.Type) ir.Value {
	bits, ok := ir.IntValue(x)
	if !ok {
		return nil
	}
	var v, least float64
	switch from := x.Type(); {
	case from == ir.I64 && to == ir.Double:
		v, least = math.Float64frombits(uint64(bits)), 0x1p-1022
	case from == ir.I32 && to == ir.Float:
		v, least = float64(math.Float32frombits(uint32(bits))), 0x1p-126
	}
	if minusZero := v == 0 && math.Signbit(v); !minusZero && !(math.Abs(v) >= least && least > 0) {
		return nil
	}
	return ir.NewFloat(to, v)
}

// wideValue is an integer constant of more than 64 bits, nil for other values.
func wideValue(v ir.Value) *big.Int {
	c, ok := v.(*ir.Const)
	if !ok || c.Kind != ir.ConstInt || c.Typ.Bits <= 64 {
		return nil
	}
	if c.Big != nil {
		return c.Big
	}
	return big.NewInt(c.Int)
}

// memberOf is the member that an extractvalue takes from a constant or from a chain of
// insertvalues; nil if it is not found.
func memberOf(i *ir.Instr) ir.Value {
	agg, path := i.Arg(0), i.Indices
	for steps := 0; steps < 100; steps++ {
		switch a := agg.(type) {
		case *ir.Const:
			return constMember(a, path)
		case *ir.Instr:
			if a.Op != ir.InsertValue {
				return nil
			}
			n := 0
			for n < len(path) && n < len(a.Indices) && path[n] == a.Indices[n] {
				n++
			}
			switch {
			case n == len(a.Indices) && n == len(path):
				return a.Arg(1)
			case n == len(a.Indices):
				agg, path = a.Arg(1), path[n:]
			case n == len(path): // part of the member was inserted
				return nil
			default:
				agg = a.Arg(0)
			}
		default:
			return nil
		}
	}
	return nil
}

func constMember(c *ir.Const, path []int) ir.Value {
	for k, n := range path {
		switch c.Kind {
		case ir.ConstZero:
			return ir.Zero(c.Typ.Index(path[k:]))
		case ir.ConstUndef:
			return ir.Undef(c.Typ.Index(path[k:]))
		case ir.ConstPoison:
			return ir.Poison(c.Typ.Index(path[k:]))
		case ir.ConstStruct, ir.ConstArray:
			if k == len(path)-1 {
				return c.Elems[n]
			}
			e, ok := c.Elems[n].(*ir.Const)
			if !ok {
				return nil
			}
			c = e
		default:
			return nil
		}
	}
	return nil
}

// elementOf is the element that an extractelement takes from a chain of insertelements with
// constant indices; nil if it is not found.
func elementOf(i *ir.Instr) ir.Value {
	n, ok := ir.IntValue(i.Arg(1))
	if !ok || n < 0 {
		return nil
	}
	v := i.Arg(0)
	for steps := 0; steps < 100; steps++ {
		switch a := v.(type) {
		case *ir.Const:
			if a.Kind == ir.ConstVector && n < int64(len(a.Elems)) {
				return a.Elems[n]
			}
			if a.Kind == ir.ConstZero && n < a.Typ.Len {
				return ir.Zero(a.Typ.Elem)
			}
			return nil
		case *ir.Instr:
			if a.Op != ir.InsertElement {
				return nil
			}
			at, ok := ir.IntValue(a.Arg(2))
			if !ok || at < 0 || at >= a.Typ.Len {
				return nil
			}
			if at == n {
				return a.Arg(1)
			}
			v = a.Arg(0)
		default:
			return nil
		}
	}
	return nil
}
