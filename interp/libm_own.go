package interp

import (
	"math"
	"math/cmplx"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// libmOwn holds the functions of math.h and complex.h that have no evaluator,
// because nothing is differentiated in them, by their name for double: a
// builtin's function, or a Go function as Options.Evaluators gives them.
var libmOwn = map[string]any{
	"gamma": func(x float64) float64 { r, _ := math.Lgamma(x); return r },
	"nan":   func(c *call) error { c.retF(math.NaN()); return nil },
	"ilogb": class(func(x float64) uint64 { return uint64(int64(ilogb(x))) }),

	"lround": toInt(math.Round), "llround": toInt(math.Round),
	"lrint": toInt(math.RoundToEven), "llrint": toInt(math.RoundToEven),
	"__isnan": class(func(x float64) uint64 { return b2u(x != x) }), "isnan": class(func(x float64) uint64 { return b2u(x != x) }),
	"__finite": class(func(x float64) uint64 { return b2u(x-x == 0) }), "finite": class(func(x float64) uint64 { return b2u(x-x == 0) }),
	"__signbit": class(func(x float64) uint64 { return b2u(math.Signbit(x)) }),
	"__isinf":   class(infinite), "isinf": class(infinite),

	"conj":  cmplx.Conj,
	"creal": func(z complex128) float64 { return real(z) },
	"cimag": func(z complex128) float64 { return imag(z) },
	"cproj": func(z complex128) complex128 {
		if cmplx.IsInf(z) {
			return complex(math.Inf(1), math.Copysign(0, imag(z)))
		}
		return z
	},
}

// libmFunc finds a function of libmOwn by its name and type: NAME for double,
// NAMEf for float, NAMEl for long double.
func libmFunc(name string, t *ir.Type) *builtin {
	base := name
	switch firstKind(t) {
	case ir.FloatKind:
		base = strings.TrimSuffix(name, "f")
	case ir.X86FP80Kind, ir.FP128Kind:
		base = strings.TrimSuffix(name, "l")
	}
	switch f := libmOwn[base].(type) {
	case nil:
		return nil
	case func(c *call) error:
		return &builtin{name: name, fn: f, pure: true}
	default:
		return evaluated(name, t, f)
	}
}

// firstKind is the type of a function's first number, or of its result.
func firstKind(t *ir.Type) ir.Kind {
	for _, p := range t.Fields {
		if p.Scalar().IsFloat() {
			return p.Scalar().Kind
		}
	}
	return t.Ret.Scalar().Kind
}

// toInt is lround and its kin. What does not fit gives what glibc gives; C
// leaves it open.
func toInt(round func(float64) float64) func(c *call) error {
	return class(func(x float64) uint64 {
		v, ok := floatToInt(round(x), 64, true)
		if !ok {
			v = 1 << 63
		}
		return v
	})
}

// class is a function from a number to an integer.
func class(f func(x float64) uint64) func(c *call) error {
	return func(c *call) error {
		if err := c.want(1); err != nil {
			return err
		}
		c.ret(f(c.f(0)))
		return nil
	}
}

func infinite(x float64) uint64 {
	switch {
	case math.IsInf(x, 1):
		return 1
	case math.IsInf(x, -1):
		return ^uint64(0)
	}
	return 0
}

func ilogb(x float64) int {
	switch {
	case x == 0 || x != x:
		return math.MinInt32
	case math.IsInf(x, 0):
		return math.MaxInt32
	}
	return math.Ilogb(x)
}
