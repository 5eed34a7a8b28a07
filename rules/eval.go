package rules

import (
	"math"

	"github.com/llad-ad/llad/ir"
)

// byName are the evaluators of a row whose functions have one derivative, but
// differ in value.
type byName map[string]any

// byWidth are the evaluators of a function that has to round once: for double
// and what is wider, and for what is narrower.
type byWidth [2]any

// evaluators are those of all rows by name, without llvm. and overload suffixes.
var evaluators = map[string]any{}

// noteEvaluator enters a row under one of its names.
func noteEvaluator(name string, eval any) {
	if e, ok := eval.(byName); ok {
		eval = e[name]
	}
	evaluators[name] = eval
}

// Evaluator gives the Go function that computes a function of the table in
// float64, by its name (that of an intrinsic or of a libm function in any
// spelling that ForInstr knows) and its type; nil when it is none of them. The
// Go type says what it takes and gives, which are the operands in order and then
// the results:
//
//	func(x float64) float64            and with two and three operands
//	func(x float64, n int) float64     ldexp, pown, ...
//	func(n int, x float64) float64     jn, yn
//	func(x float64) (a, b float64)     sincos, modf
//	func(x float64) (a float64, n int) frexp, lgamma_r
//	func(x, y float64) (a float64, n int)
//	func(z complex128) complex128      and with two operands
//	func(z complex128) float64
//
// Of narrower types the results are rounded; wider ones are computed in double.
func Evaluator(name string, t *ir.Type) any {
	name = unquote(name)
	scalar := t.Ret.Scalar()
	if !t.Ret.IsFP() && len(t.Fields) > 0 {
		scalar = t.Fields[0].Scalar()
	}
	base := intrinsicName(name)
	if base == "" {
		if libmRule(name, scalar) == nil {
			return nil
		}
		base, _ = splitLibm(name)
	}
	e := evaluators[base]
	if w, ok := e.(byWidth); ok {
		switch scalar.Kind {
		case ir.HalfKind, ir.BFloatKind, ir.FloatKind:
			return w[1]
		}
		return w[0]
	}
	return e
}

func identity(x float64) float64 { return x }

func choose(c bool, x, y float64) float64 {
	if c {
		return x
	}
	return y
}

func rsqrt(x float64) float64 { return 1 / math.Sqrt(x) }

// exp10 is exact where the result is a power of ten.
func exp10(x float64) float64 {
	if x == math.Trunc(x) && x >= -323 && x <= 308 {
		return math.Pow10(int(x))
	}
	return math.Pow(10, x)
}

// powr is pow for positive bases.
func powr(x, y float64) float64 {
	if x < 0 || x == 0 && y == 0 {
		return math.NaN()
	}
	return math.Pow(x, y)
}

// powi multiplies as the runtime library's __powidf2 does, so that the result
// is the same bit for bit.
func powi(x float64, n int) float64 { return power(x, n, identity) }

func powi32(x float64, n int) float64 {
	return power(x, n, func(x float64) float64 { return float64(float32(x)) })
}

func power(x float64, n int, round func(float64) float64) float64 {
	r := 1.0
	for u := n; ; {
		if u&1 != 0 {
			r = round(r * x)
		}
		if u /= 2; u == 0 {
			break
		}
		x = round(x * x)
	}
	if n < 0 {
		return 1 / r
	}
	return r
}

func rootn(x float64, n int) float64 {
	if n == 0 || x < 0 && n%2 == 0 {
		return math.NaN()
	}
	return math.Copysign(math.Pow(math.Abs(x), 1/float64(n)), x)
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

func significand(x float64) float64 {
	if x == 0 || math.IsInf(x, 0) || x != x {
		return x
	}
	f, _ := math.Frexp(x)
	return 2 * f
}

// sinPi is sin(pi*x), exact at multiples of 1/2: the argument is reduced before
// it is multiplied.
func sinPi(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.NaN()
	}
	r := math.Mod(x, 2)
	switch {
	case r > 1:
		r -= 2
	case r < -1:
		r += 2
	}
	switch a := math.Abs(r); {
	case a == 1:
		return math.Copysign(0, x)
	case a <= 0.25:
		return math.Sin(math.Pi * r)
	case a <= 0.75:
		return math.Copysign(math.Cos(math.Pi*(0.5-a)), r)
	default:
		return math.Copysign(math.Sin(math.Pi*(1-a)), r)
	}
}

// cosPi is cos(pi*x), exact at multiples of 1/2.
func cosPi(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.NaN()
	}
	a := math.Mod(math.Abs(x), 2)
	if a > 1 {
		a = 2 - a
	}
	switch {
	case a == 0.5:
		return 0
	case a <= 0.25:
		return math.Cos(math.Pi * a)
	case a <= 0.75:
		return math.Sin(math.Pi * (0.5 - a))
	}
	return -math.Cos(math.Pi * (1 - a))
}

func sincosPi(x float64) (float64, float64) { return sinPi(x), cosPi(x) }

// modf gives the fraction first, unlike Go's.
func modf(x float64) (frac, whole float64) {
	if math.IsInf(x, 0) {
		return math.Copysign(0, x), x
	}
	whole = math.Trunc(x)
	return math.Copysign(x-whole, x), whole
}

// remquo gives the low bits of the quotient: (x-r)/y is an integer, whose value
// modulo 8 comes from the remainder by 8y, which is exact.
func remquo(x, y float64) (r float64, q int) {
	r = math.Remainder(x, y)
	if math.IsInf(y, 0) || y == 0 || x != x {
		return r, 0
	}
	m8 := math.Mod(x, 8*y)
	if math.IsInf(8*y, 0) {
		m8 = x
	}
	q = int(math.RoundToEven((m8 - r) / y))
	if q < 0 {
		return r, -(-q % 8)
	}
	return r, q % 8
}

func nextAfter(x, y float64) float64 {
	if x == y { // of two zeros the second
		return y
	}
	return math.Nextafter(x, y)
}

func nextAfter32(x, y float64) float64 {
	switch {
	case x == y:
		return y
	case y > x: // only the direction counts, and y may lie between two floats
		y = math.Inf(1)
	case y < x:
		y = math.Inf(-1)
	}
	return float64(math.Nextafter32(float32(x), float32(y)))
}

func nextUp(x float64) float64     { return math.Nextafter(x, math.Inf(1)) }
func nextDown(x float64) float64   { return math.Nextafter(x, math.Inf(-1)) }
func nextUp32(x float64) float64   { return nextAfter32(x, math.Inf(1)) }
func nextDown32(x float64) float64 { return nextAfter32(x, math.Inf(-1)) }

// mulAdd rounds twice, as on machines without fused operations.
func mulAdd(x, y, z float64) float64 { return float64(x*y) + z }

func mulAdd32(x, y, z float64) float64 { return float64(float32(x*y)) + z }

// fma32 is x*y+z rounded once to float.
func fma32(x, y, z float64) float64 {
	p := x * y // exact: 24 + 24 digits
	s := p + z
	if math.IsInf(s, 0) || s != s {
		return s
	}
	// The error of p+z (Knuth's TwoSum) makes s odd when digits were lost.
	b := s - p
	e := (p - (s - b)) + (z - b)
	if e != 0 && math.Float64bits(s)&1 == 0 {
		if (e > 0) == (s > 0) {
			s = math.Float64frombits(math.Float64bits(s) + 1)
		} else {
			s = math.Float64frombits(math.Float64bits(s) - 1)
		}
	}
	return s
}
