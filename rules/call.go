package rules

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// anyVersion are the functions that are LLVM intrinsics from 14 on, for
// vectors as well. The others (llvm.tan and so on came with 19) are called by
// their libm names.
var anyVersion = map[string]bool{
	"sqrt": true, "sin": true, "cos": true, "exp": true, "exp2": true, "log": true, "log2": true, "log10": true,
	"pow": true, "fabs": true, "copysign": true, "fma": true, "floor": true, "trunc": true,
}

// inlined are the intrinsics that become instructions for every type. For
// fp128 the others would become calls of long double functions, wrong where
// long double is another type.
var inlined = map[string]bool{"fabs": true, "copysign": true}

// pureCall are the attributes of a libm call in a rule: the value is all that
// counts, errno is not. All versions read this spelling.
const pureCall = "nounwind readnone willreturn"

// call calls a function of math.h (or digamma) on values of one type.
func (m *emitter) call(fn string, args ...ir.Value) ir.Value {
	t := args[len(args)-1].Type()
	if fn == "pow" {
		if v := m.constPow(args[0], args[1]); v != nil {
			return v
		}
	}
	k := t.Scalar().Kind
	wide := k != ir.FP128Kind && k != ir.PPCFP128Kind && k != ir.BFloatKind
	if anyVersion[fn] && (wide || inlined[fn]) {
		return m.b.Intrinsic(fn, t, []*ir.Type{t}, args...)
	}
	switch {
	case t.IsVector():
		return m.lanes(t, func(lane []ir.Value) ir.Value { return m.call(fn, lane...) }, args)
	case k == ir.HalfKind || k == ir.BFloatKind:
		return m.via(ir.Float, fn, args)
	case fn == "digamma" && k != ir.DoubleKind:
		return m.via(ir.Double, fn, args)
	case fn == "digamma":
		return m.b.CallFunc(digamma(m.b.Module()), args...)
	}
	params := make([]*ir.Type, len(args))
	for j, a := range args {
		params[j] = a.Type()
	}
	mod := m.b.Module()
	typ := mod.FuncType(t, params...)
	name := fn + m.suffix(k)
	if f := m.instr.CalledFunc(); f != nil && (fn == "sinpi" || fn == "cospi") && strings.HasPrefix(f.Name, "__") {
		name = "__" + name // Apple's spelling
	}
	i := m.b.Call(typ, m.symbol(name, typ), args...)
	i.X.FnAttrs = pureCall
	i.Flags = callFlags(m.b, m.instr)
	return i
}

// symbol is the address of a function by name, declared when the module does
// not have it; a module that declares it with another type gets a cast where
// pointers have types.
func (m *emitter) symbol(name string, typ *ir.Type) ir.Value {
	f := m.b.Module().Declare(name, typ)
	if f.Typ != typ && m.b.Module().Typed {
		return &ir.Const{Kind: ir.ConstExpr, Op: ir.BitCast, Typ: m.b.Module().PtrTo(typ), Elems: []ir.Value{f}}
	}
	return f
}

// suffix is what libm names of a type end in.
func (m *emitter) suffix(k ir.Kind) string {
	switch k {
	case ir.FloatKind:
		return "f"
	case ir.DoubleKind:
		return ""
	case ir.FP128Kind:
		// The primal's own spelling; else by the target: where long double is
		// x86_fp80 the name with l takes that.
		if f := m.instr.CalledFunc(); f != nil {
			if _, s := splitLibm(unquote(f.Name)); s != "" {
				return s
			}
		}
		if strings.HasPrefix(m.b.Module().Triple, "x86_64") {
			return "f128"
		}
	}
	return "l"
}

// constPow is x to a small whole power by multiplication, nil for others.
func (m *emitter) constPow(x, y ir.Value) ir.Value {
	c, ok := ir.FloatValue(y)
	if !ok {
		return nil
	}
	switch c {
	case 0:
		return ir.NewFloat(x.Type(), 1)
	case 1:
		return x
	case 2:
		return m.arith("*", x, x)
	case 3:
		return m.arith("*", m.arith("*", x, x), x)
	case -1:
		return m.arith("/", ir.NewFloat(x.Type(), 1), x)
	}
	return nil
}

// via computes fn in another type.
func (m *emitter) via(t *ir.Type, fn string, args []ir.Value) ir.Value {
	from := args[len(args)-1].Type()
	conv := make([]ir.Value, len(args))
	for j, a := range args {
		if conv[j] = a; a.Type().IsFP() {
			conv[j] = m.convert(a, t)
		}
	}
	return m.convert(m.call(fn, conv...), from)
}

func (m *emitter) convert(x ir.Value, t *ir.Type) ir.Value {
	if floatWidth(t.Scalar()) > floatWidth(x.Type().Scalar()) {
		return m.b.Cast(ir.FPExt, x, t)
	}
	return m.b.Cast(ir.FPTrunc, x, t)
}

// floatWidth orders the scalar types by what they hold.
func floatWidth(t *ir.Type) int {
	return map[ir.Kind]int{ir.HalfKind: 16, ir.BFloatKind: 16, ir.FloatKind: 32, ir.DoubleKind: 64,
		ir.X86FP80Kind: 80, ir.FP128Kind: 128, ir.PPCFP128Kind: 128}[t.Kind]
}

// lanes computes f for each element of vectors of type t; scalar arguments are
// the same for all.
func (m *emitter) lanes(t *ir.Type, f func([]ir.Value) ir.Value, args []ir.Value) ir.Value {
	var v ir.Value = ir.Poison(t)
	for n := int64(0); n < t.Len; n++ {
		at := ir.NewInt(ir.I32, n)
		lane := make([]ir.Value, len(args))
		for j, a := range args {
			if lane[j] = a; a.Type().IsVector() {
				lane[j] = m.b.ExtractElement(a, at)
			}
		}
		v = m.b.InsertElement(v, f(lane), at)
	}
	return v
}

// number is a literal of type t: a decimal or the name of a constant. The
// long types get all their digits.
func number(t *ir.Type, text string) ir.Value {
	digits := text
	if c, ok := constants[text]; ok {
		digits = c
	}
	f, _, err := big.ParseFloat(digits, 10, 200, big.ToNearestEven)
	if err != nil {
		return ir.Zero(t)
	}
	v, _ := f.Float64()
	if !t.IsFP() {
		return ir.NewInt(t, int64(v))
	}
	s := t.Scalar()
	if s.Kind != ir.X86FP80Kind && s.Kind != ir.FP128Kind || v == math.Trunc(v) {
		return ir.NewFloat(t, v)
	}
	var c ir.Value = &ir.Const{Kind: ir.ConstFP, Typ: s, Float: v, Text: longText(s, f)}
	if !t.IsVector() {
		return c
	}
	elems := make([]ir.Value, t.Len)
	for k := range elems {
		elems[k] = c
	}
	return &ir.Const{Kind: ir.ConstVector, Typ: t, Elems: elems}
}

// longText spells a positive number for x86_fp80 or fp128.
func longText(t *ir.Type, f *big.Float) string {
	prec, format := uint(64), "0xK%04X%016X"
	if t.Kind == ir.FP128Kind {
		prec = 113
		format = ""
	}
	r := new(big.Float).SetPrec(prec).Set(f)
	mant := new(big.Float)
	exp := r.MantExp(mant) // r = mant * 2^exp, mant in [0.5, 1)
	biased := uint64(exp - 1 + 16383)
	bits, _ := mant.SetMantExp(mant, int(prec)).Int(nil)
	if format != "" {
		return fmt.Sprintf(format, biased, bits.Uint64())
	}
	low := new(big.Int).And(bits, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	high := new(big.Int).Rsh(bits, 64).Uint64() &^ (1 << 48)
	return fmt.Sprintf("0xL%016X%016X", low, biased<<48|high)
}
