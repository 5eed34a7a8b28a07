package interp

import (
	"math"
	"math/cmplx"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// complexTable holds the functions of complex.h and the compiler's products and
// quotients by their names for double. Clang passes a double complex as two
// doubles and a float complex as two floats or a vector of two; either way the
// numbers stand in the registers one after the other.
var complexTable = map[string]func(a []complex128) complex128{
	"__muldc3": func(a []complex128) complex128 { return a[0] * a[1] },
	"__divdc3": func(a []complex128) complex128 { return a[0] / a[1] },
	"cpow":     func(a []complex128) complex128 { return cmplx.Pow(a[0], a[1]) },
	"cproj": func(a []complex128) complex128 {
		if cmplx.IsInf(a[0]) {
			return complex(math.Inf(1), math.Copysign(0, imag(a[0])))
		}
		return a[0]
	},
}

// complexReal holds those with a real result.
var complexReal = map[string]func(z complex128) float64{
	"cabs": cmplx.Abs, "carg": cmplx.Phase,
	"creal": func(z complex128) float64 { return real(z) }, "cimag": func(z complex128) float64 { return imag(z) },
}

func init() {
	for name, f := range map[string]func(complex128) complex128{
		"cexp": cmplx.Exp, "clog": cmplx.Log, "csqrt": cmplx.Sqrt, "csin": cmplx.Sin, "ccos": cmplx.Cos, "ctan": cmplx.Tan,
		"csinh": cmplx.Sinh, "ccosh": cmplx.Cosh, "ctanh": cmplx.Tanh, "casin": cmplx.Asin, "cacos": cmplx.Acos,
		"catan": cmplx.Atan, "casinh": cmplx.Asinh, "cacosh": cmplx.Acosh, "catanh": cmplx.Atanh, "conj": cmplx.Conj,
	} {
		complexTable[name] = func(a []complex128) complex128 { return f(a[0]) }
	}
	complexTable["__mulsc3"], complexTable["__mulxc3"] = complexTable["__muldc3"], complexTable["__muldc3"]
	complexTable["__divsc3"], complexTable["__divxc3"] = complexTable["__divdc3"], complexTable["__divdc3"]
}

// complexFunc finds a function of complex numbers.
func complexFunc(name string, t *ir.Type) *builtin {
	for _, base := range []string{name, strings.TrimSuffix(name, "f"), strings.TrimSuffix(name, "l")} {
		f, re := complexTable[base], complexReal[base]
		if f == nil && re == nil {
			continue
		}
		for _, p := range t.Fields {
			if !p.HasFloat() { // long double complex goes through memory
				return nil
			}
		}
		return &builtin{name: name, pure: true, fn: func(c *call) error {
			var parts []float64
			for k := 0; k < c.nargs(); k++ {
				kind := leafKindOf(c.typ(k).Scalar())
				for _, b := range c.slots(k) {
					parts = append(parts, toF64(kind, b))
				}
			}
			var a []complex128
			for k := 0; k+1 < len(parts); k += 2 {
				a = append(a, complex(parts[k], parts[k+1]))
			}
			want := 1
			if base == "cpow" || strings.HasPrefix(base, "__") {
				want = 2
			}
			out, rt := c.result(), c.retType()
			if len(a) != want || re == nil && len(out) != 2 || re != nil && len(out) != 1 {
				return faultf(BadCall, "%s called as %s", name, c.in.x.fnType)
			}
			if re != nil {
				c.retF(re(a[0]))
				return nil
			}
			if rt.IsAggregate() {
				rt = rt.At(0)
			}
			z, kind := f(a), leafKindOf(rt.Scalar())
			out[0], out[1] = fromF64(kind, real(z)), fromF64(kind, imag(z))
			return nil
		}}
	}
	return nil
}
