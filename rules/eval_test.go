package rules

import (
	"math"
	"math/cmplx"
	"strconv"
)

// evaluator computes a rule's expression on float64; integers are float64s.
type evaluator struct {
	rule *Rule
	args []float64
	r, d float64
	all  []float64 // the members of a struct result
}

func (ev *evaluator) eval(e *expr) float64 {
	kid := func(k int) float64 { return ev.eval(e.kids[k]) }
	truth := func(c bool) float64 {
		if c {
			return 1
		}
		return 0
	}
	switch e.kind {
	case numberExpr:
		text := e.text
		if c, ok := constants[text]; ok {
			text = c
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic(err)
		}
		return v
	case inputExpr:
		return ev.d
	case resultExpr:
		if e.text != "" {
			return ev.all[e.text[0]-'0']
		}
		return ev.r
	case argExpr:
		return ev.args[e.index]
	case negExpr:
		return -kid(0)
	case arithExpr:
		v, _ := foldGo(e.text, kid(0), kid(1))
		return v
	case cmpExpr:
		a, c := kid(0), kid(1)
		return truth(order(e.text, a < c, a == c, a > c))
	case boolExpr:
		if e.text == "&" {
			return truth(kid(0) != 0 && kid(1) != 0)
		}
		return truth(kid(0) != 0 || kid(1) != 0)
	case selectExpr:
		if kid(0) != 0 {
			return kid(1)
		}
		return kid(2)
	}
	args := make([]float64, len(e.kids))
	for k := range e.kids {
		args[k] = kid(k)
	}
	if e.text == "self" {
		return primals[ev.rule.Name](args)
	}
	return primals[e.text](args)
}

func foldGo(op string, a, c float64) (float64, bool) {
	switch op {
	case "+":
		return a + c, true
	case "-":
		return a - c, true
	case "*":
		return a * c, true
	}
	return a / c, true
}

func f1(f func(float64) float64) func([]float64) float64 {
	return func(a []float64) float64 { return f(a[0]) }
}

func f2(f func(x, y float64) float64) func([]float64) float64 {
	return func(a []float64) float64 { return f(a[0], a[1]) }
}

// primals are the functions of the rows (and of their expressions) in Go.
var primals = map[string]func([]float64) float64{
	"fneg": f1(func(x float64) float64 { return -x }),
	"fadd": f2(func(x, y float64) float64 { return x + y }),
	"fsub": f2(func(x, y float64) float64 { return x - y }),
	"fmul": f2(func(x, y float64) float64 { return x * y }),
	"fdiv": f2(func(x, y float64) float64 { return x / y }),
	"frem": f2(math.Mod),

	"sqrt": f1(math.Sqrt), "cbrt": f1(math.Cbrt), "hypot": f2(math.Hypot), "pow": f2(math.Pow),
	"rsqrt":     f1(func(x float64) float64 { return 1 / math.Sqrt(x) }),
	"powi":      f2(math.Pow),
	"pown":      f2(math.Pow),
	"rootn":     f2(func(x, n float64) float64 { return math.Copysign(math.Pow(math.Abs(x), 1/n), x) }),
	"compoundn": f2(func(x, n float64) float64 { return math.Pow(1+x, n) }),

	"exp": f1(math.Exp), "exp2": f1(math.Exp2), "expm1": f1(math.Expm1),
	"exp10":   f1(func(x float64) float64 { return math.Exp(x * math.Ln10) }),
	"exp2m1":  f1(func(x float64) float64 { return math.Expm1(x * math.Ln2) }),
	"exp10m1": f1(func(x float64) float64 { return math.Expm1(x * math.Ln10) }),
	"log":     f1(math.Log), "log2": f1(math.Log2), "log10": f1(math.Log10), "log1p": f1(math.Log1p),
	"log2p1":  f1(func(x float64) float64 { return math.Log1p(x) / math.Ln2 }),
	"log10p1": f1(func(x float64) float64 { return math.Log1p(x) / math.Ln10 }),

	"sin": f1(math.Sin), "cos": f1(math.Cos), "tan": f1(math.Tan), "asin": f1(math.Asin), "acos": f1(math.Acos),
	"atan": f1(math.Atan), "atan2": f2(math.Atan2),
	"sinpi":   f1(func(x float64) float64 { return math.Sin(math.Pi * x) }),
	"cospi":   f1(func(x float64) float64 { return math.Cos(math.Pi * x) }),
	"tanpi":   f1(func(x float64) float64 { return math.Tan(math.Pi * x) }),
	"asinpi":  f1(func(x float64) float64 { return math.Asin(x) / math.Pi }),
	"acospi":  f1(func(x float64) float64 { return math.Acos(x) / math.Pi }),
	"atanpi":  f1(func(x float64) float64 { return math.Atan(x) / math.Pi }),
	"atan2pi": f2(func(x, y float64) float64 { return math.Atan2(x, y) / math.Pi }),
	"sinh":    f1(math.Sinh), "cosh": f1(math.Cosh), "tanh": f1(math.Tanh),
	"asinh": f1(math.Asinh), "acosh": f1(math.Acosh), "atanh": f1(math.Atanh),

	"erf": f1(math.Erf), "erfc": f1(math.Erfc), "erfcx": f1(erfcx), "tgamma": f1(math.Gamma),
	"lgamma": f1(func(x float64) float64 { v, _ := math.Lgamma(x); return v }),
	"j0":     f1(math.J0), "j1": f1(math.J1), "y0": f1(math.Y0), "y1": f1(math.Y1),
	"jn":      f2(func(n, x float64) float64 { return math.Jn(int(n), x) }),
	"yn":      f2(func(n, x float64) float64 { return math.Yn(int(n), x) }),
	"digamma": f1(goDigamma),
	"isnan": f1(func(x float64) float64 {
		if x != x {
			return 1
		}
		return 0
	}),
	"fp":                             f1(func(x float64) float64 { return x }),
	"conv":                           f1(func(x float64) float64 { return x }),
	"experimental.constrained.fpext": f1(func(x float64) float64 { return x }),

	"fabs": f1(math.Abs), "fdim": f2(math.Dim), "copysign": f2(math.Copysign),
	"fmax": f2(math.Max), "fmin": f2(math.Min), "fmaximum": f2(math.Max), "fminimum": f2(math.Min),
	"fmod": f2(math.Mod), "remainder": f2(math.Remainder),
	"nextafter": f2(math.Nextafter), "nexttoward": f2(math.Nextafter),
	"nextup":   f1(func(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }),
	"nextdown": f1(func(x float64) float64 { return math.Nextafter(x, math.Inf(-1)) }),

	"fma":   func(a []float64) float64 { return math.FMA(a[0], a[1], a[2]) },
	"ldexp": f2(scale), "scalb": f2(scale),
	"significand":  f1(func(x float64) float64 { m, _ := math.Frexp(x); return 2 * m }),
	"canonicalize": f1(func(x float64) float64 { return x }),

	"modf":     f1(func(x float64) float64 { _, f := math.Modf(x); return f }),
	"frexp":    f1(func(x float64) float64 { f, _ := math.Frexp(x); return f }),
	"lgamma_r": f1(func(x float64) float64 { v, _ := math.Lgamma(x); return v }),
	"remquo":   f2(math.Remainder),

	"x86.sse.min.ps": f2(math.Min), "x86.sse.max.ps": f2(math.Max),
	"x86.avx512.sqrt.ps.512": f1(math.Sqrt),
	"x86.sse.rcp.ps":         f1(func(x float64) float64 { return 1 / x }),
	"x86.sse.rsqrt.ps":       f1(func(x float64) float64 { return 1 / math.Sqrt(x) }),
	"x86.sse41.blendvpd": func(a []float64) float64 {
		if math.Signbit(a[2]) {
			return a[1]
		}
		return a[0]
	},
	"x86.sse41.round.ps": f1(math.RoundToEven),
	"cabs":               f2(math.Hypot), "carg": f2(func(x, y float64) float64 { return math.Atan2(y, x) }),

	"floor": f1(math.Floor), "ceil": f1(math.Ceil), "trunc": f1(math.Trunc), "round": f1(math.Round),
	"roundeven": f1(math.RoundToEven), "rint": f1(math.RoundToEven), "nearbyint": f1(math.RoundToEven), "logb": f1(math.Logb),
}

// outPrimals are the functions of the rows with Outs: what they give, in order
// of the Outs.
var outPrimals = map[string]func([]float64) []float64{
	"sincos":   sincos(1),
	"sincospi": sincos(math.Pi),
	"modf":     func(a []float64) []float64 { whole, frac := math.Modf(a[0]); return []float64{frac, whole} },
	"frexp":    func(a []float64) []float64 { f, e := math.Frexp(a[0]); return []float64{f, float64(e)} },
	"__muldc3": c2(func(a, b complex128) complex128 { return a * b }),
	"__divdc3": c2(func(a, b complex128) complex128 { return a / b }),
	"cpow":     c2(cmplx.Pow),
	"cexp":     c1(cmplx.Exp), "clog": c1(cmplx.Log), "csqrt": c1(cmplx.Sqrt),
	"csin": c1(cmplx.Sin), "ccos": c1(cmplx.Cos), "ctan": c1(cmplx.Tan),
	"csinh": c1(cmplx.Sinh), "ccosh": c1(cmplx.Cosh), "ctanh": c1(cmplx.Tanh),
	"casin": c1(cmplx.Asin), "cacos": c1(cmplx.Acos), "catan": c1(cmplx.Atan),
	"casinh": c1(cmplx.Asinh), "cacosh": c1(cmplx.Acosh), "catanh": c1(cmplx.Atanh),
}

func sincos(unit float64) func([]float64) []float64 {
	return func(a []float64) []float64 { s, c := math.Sincos(unit * a[0]); return []float64{s, c} }
}

func c1(f func(complex128) complex128) func([]float64) []float64 {
	return func(a []float64) []float64 { z := f(complex(a[0], a[1])); return []float64{real(z), imag(z)} }
}

func c2(f func(a, b complex128) complex128) func([]float64) []float64 {
	return func(a []float64) []float64 {
		z := f(complex(a[0], a[1]), complex(a[2], a[3]))
		return []float64{real(z), imag(z)}
	}
}

func scale(x, n float64) float64 { return math.Ldexp(x, int(n)) }

// erfcx is exp(x*x)*erfc(x); far out, where these overflow and underflow, its asymptotic series.
func erfcx(x float64) float64 {
	if x < 20 {
		return math.Exp(x*x) * math.Erfc(x)
	}
	sum, term := 1.0, 1.0
	for k := 1.0; k < 8; k++ {
		term *= -(2*k - 1) / (2 * x * x)
		sum += term
	}
	return sum / (x * math.Sqrt(math.Pi))
}

// goDigamma is the formula of digamma.go.
func goDigamma(x float64) float64 {
	sum := 0.0
	if x < 0 {
		sum = -math.Pi / math.Tan(math.Pi*(x-math.RoundToEven(x)))
		x = 1 - x
	}
	for ; x < digammaFrom; x++ {
		sum -= 1 / x
	}
	sq, poly := 1/(x*x), 0.0
	for _, c := range digammaSeries {
		poly = poly*sq + c
	}
	return sum + math.Log(x) - 0.5/x + poly*sq
}
