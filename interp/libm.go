package interp

import (
	"math"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// mathFunc is a pure function of one to three numbers. The float, half and long
// double versions round the result; narrow3 is for those that must round once.
type mathFunc struct {
	f1        func(float64) float64
	f2        func(x, y float64) float64
	f3        func(x, y, z float64) float64
	narrow3   func(x, y, z float64) float64
	intrinsic bool // llvm.NAME exists
	libm      bool // NAME, NAMEf and NAMEl exist
}

func (f *mathFunc) arity() int {
	switch {
	case f.f1 != nil:
		return 1
	case f.f2 != nil:
		return 2
	}
	return 3
}

// mathTable holds the functions from numbers to a number by name: intrinsics
// (without llvm. and overload) and C's (without the suffix f or l).
var mathTable = map[string]*mathFunc{}

func init() {
	both := map[string]func(float64) float64{
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan,
		"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "exp": math.Exp, "exp2": math.Exp2, "exp10": exp10,
		"log": math.Log, "log2": math.Log2, "log10": math.Log10, "sqrt": math.Sqrt, "fabs": math.Abs, "floor": math.Floor,
		"ceil": math.Ceil, "trunc": math.Trunc, "rint": math.RoundToEven, "nearbyint": math.RoundToEven, "round": math.Round,
		"roundeven": math.RoundToEven,
	}
	for name, f := range both {
		mathTable[name] = &mathFunc{f1: f, intrinsic: true, libm: true}
	}
	mathTable["canonicalize"] = &mathFunc{f1: func(x float64) float64 { return x }, intrinsic: true}
	mathTable["arithmetic.fence"] = &mathFunc{f1: func(x float64) float64 { return x }, intrinsic: true}
	for name, f := range map[string]func(float64) float64{
		"asinh": math.Asinh, "acosh": math.Acosh, "atanh": math.Atanh, "expm1": math.Expm1, "log1p": math.Log1p,
		"cbrt": math.Cbrt, "erf": math.Erf, "erfc": math.Erfc, "erfcx": erfcx, "tgamma": tgamma, "lgamma": lgamma, "gamma": lgamma,
		"j0": math.J0, "j1": math.J1, "y0": y0, "y1": y1, "logb": math.Logb, "pow10": exp10, "significand": significand,
	} {
		mathTable[name] = &mathFunc{f1: f, libm: true}
	}
	for name, f := range map[string]func(x, y float64) float64{
		"pow": math.Pow, "atan2": math.Atan2, "copysign": math.Copysign,
	} {
		mathTable[name] = &mathFunc{f2: f, intrinsic: true, libm: true}
	}
	for name, f := range map[string]func(x, y float64) float64{
		"minnum": minNum, "maxnum": maxNum, "minimum": math.Min, "maximum": math.Max, "minimumnum": minNum, "maximumnum": maxNum,
	} {
		mathTable[name] = &mathFunc{f2: f, intrinsic: true}
	}
	for name, f := range map[string]func(x, y float64) float64{
		"fmin": minNum, "fmax": maxNum, "fminimum": math.Min, "fmaximum": math.Max, "fminimum_num": minNum, "fmaximum_num": maxNum,
		"fmod": math.Mod, "remainder": math.Remainder, "drem": math.Remainder, "hypot": math.Hypot, "fdim": fdim,
	} {
		mathTable[name] = &mathFunc{f2: f, libm: true}
	}
	mathTable["fma"] = &mathFunc{f3: math.FMA, narrow3: fma32, intrinsic: true, libm: true}
	mathTable["fmuladd"] = &mathFunc{f3: mulAdd, narrow3: mulAdd32, intrinsic: true}
}

func mulAdd(x, y, z float64) float64 { return float64(x*y) + z }

func mulAdd32(x, y, z float64) float64 { return float64(float32(x*y)) + z }

func exp10(x float64) float64 {
	if x == math.Trunc(x) && x >= -323 && x <= 308 {
		return math.Pow10(int(x))
	}
	return math.Pow(10, x)
}

// minNum and maxNum prefer the number to a NaN; of equal zeros either is right,
// -0 is taken as the smaller.
func minNum(x, y float64) float64 {
	switch {
	case x != x:
		return y
	case y != y:
		return x
	}
	return math.Min(x, y)
}

func maxNum(x, y float64) float64 {
	switch {
	case x != x:
		return y
	case y != y:
		return x
	}
	return math.Max(x, y)
}

func fdim(x, y float64) float64 {
	if x <= y {
		return 0
	}
	return x - y // NaN when either is
}

func lgamma(x float64) float64 {
	r, _ := math.Lgamma(x)
	return r
}

// tgamma differs from Go's Gamma at negative infinity only in the sign of NaN.
func tgamma(x float64) float64 { return math.Gamma(x) }

// erfcx is exp(x*x)*erfc(x), the scaled complementary error function.
func erfcx(x float64) float64 {
	if x > 25 { // where erfc(x) is close to underflow the terms of the asymptotic series fall fast
		sum, term := 1.0, 1.0
		for k := 1.0; k < 8; k++ {
			term *= (1 - 2*k) / (2 * x * x)
			sum += term
		}
		return sum / (x * math.SqrtPi)
	}
	square := x * x
	rounded := math.FMA(x, x, -square) // away
	return math.Exp(square) * (1 + rounded) * math.Erfc(x)
}

func y0(x float64) float64 { return math.Y0(x) }
func y1(x float64) float64 { return math.Y1(x) }

func significand(x float64) float64 {
	if x == 0 || math.IsInf(x, 0) || x != x {
		return x
	}
	f, _ := math.Frexp(x)
	return 2 * f
}

// libmFunc finds a function of math.h by its name and type: NAME for double,
// NAMEf for float, NAMEl for long double, and their __NAME_finite aliases.
func libmFunc(name string, t *ir.Type) *builtin {
	if s, ok := strings.CutPrefix(name, "__"); ok && strings.HasSuffix(s, "_finite") {
		name = strings.TrimSuffix(s, "_finite")
		if b := strings.TrimSuffix(name, "_r"); b != name {
			name = b
		}
	}
	base := name
	if !usesNarrow(t, ir.DoubleKind) {
		switch {
		case usesNarrow(t, ir.FloatKind):
			base = strings.TrimSuffix(name, "f")
			if b, ok := strings.CutSuffix(name, "f_r"); ok {
				base = b + "_r"
			}
		case usesNarrow(t, ir.X86FP80Kind) || usesNarrow(t, ir.FP128Kind):
			base = strings.TrimSuffix(name, "l")
			if b, ok := strings.CutSuffix(name, "l_r"); ok {
				base = b + "_r"
			}
		}
	}
	if mf := mathTable[base]; mf != nil && mf.libm {
		if len(t.Fields) != mf.arity() {
			return nil
		}
		return &builtin{name: name, math: mf, pure: true}
	}
	if f := mathOther[base]; f != nil {
		return &builtin{name: name, fn: f, pure: !hasPtrParam(t)}
	}
	return nil
}

// usesNarrow reports whether a function's first number has the given type.
func usesNarrow(t *ir.Type, k ir.Kind) bool {
	for _, p := range t.Fields {
		if p.IsFloat() {
			return p.Kind == k
		}
	}
	return t.Ret.Kind == k
}

func hasPtrParam(t *ir.Type) bool {
	for _, p := range t.Fields {
		if p.IsPtr() {
			return true
		}
	}
	return false
}

// mathBuiltin calls a math function where it was not decoded as an operation.
func (m *Machine) mathBuiltin(fr *frame, in *inst, f *mathFunc) error {
	x := *in.x
	op := *in
	op.x = &x
	x.f1, x.f2, x.f3 = f.f1, f.f2, f.f3
	t := x.fnType.Ret
	if !t.IsFP() || len(x.args) != f.arity() {
		return faultf(BadCall, "%s called as %s", x.native.name, x.fnType)
	}
	slots := [3]*int32{&op.a, &op.b, &op.c}
	for k, a := range x.args {
		if !ir.Same(a.typ, t) {
			return faultf(BadCall, "%s called as %s", x.native.name, x.fnType)
		}
		*slots[k] = a.slot
	}
	op.op = opMath1 + opcode(f.arity()-1)
	op.k = leafKindOf(t.Scalar())
	if f.narrow3 != nil && t.Scalar() != ir.Double {
		x.f3 = f.narrow3
	}
	return fr.pure(&op)
}
