package rules

import (
	"math"
	"math/cmplx"
)

// outRows are the functions with results beside the plain one, or with several
// in a struct.
var outRows = []row{
	{"sincos", 30, "fpp", "", "0.3 -2", math.Sincos, []outRow{{1, 0, "cos(x)*d"}, {2, 0, "-(sin(x)*d)"}}},
	{"sincospi __sincospi", 30, "fpp", "", "0.3 -2.1", sincosPi, []outRow{{1, 0, "pi*(cospi(x)*d)"}, {2, 0, "-(pi*(sinpi(x)*d))"}}},
	{"modf", 4, "fp", "d", "1.5 -0.7", modf, []outRow{{1, 0, "step"}}},
	{"frexp", 4, "fp", "x == 0 ? d : r/x*d", "1.5 -0.7 5.1", math.Frexp, []outRow{{1, 0, "int"}}},
	{"lgamma_r", 60, "fp", "digamma(x)*d", "0.3 4.5 -1.3", math.Lgamma, []outRow{{1, 0, "int"}}},
	{"remquo", 20, "ffp", "d; (r-x)/y*d", "7.5,2.1 -7.25,3.1 0.3,5 9.9,-2.7", remquo, []outRow{{2, 0, "int"}}},

	{"llvm.sincos", 30, "f", "", "0.3 -2", math.Sincos, []outRow{{-1, 0, "cos(x)*d"}, {-1, 1, "-(sin(x)*d)"}}},
	{"llvm.sincospi", 30, "f", "", "0.3 -2.1", sincosPi, []outRow{{-1, 0, "pi*(cospi(x)*d)"}, {-1, 1, "-(pi*(sinpi(x)*d))"}}},
	{"llvm.modf", 4, "f", "", "1.5 -0.7", modf, []outRow{{-1, 0, "d"}, {-1, 1, "step"}}},
	{"llvm.frexp", 4, "f", "", "1.5 -0.7 5.1", math.Frexp, []outRow{{-1, 0, "x == 0 ? d : r/x*d"}, {-1, 1, "int"}}},
}

// targetRows are elementwise intrinsics of one target. The minimum and maximum
// of x86 are those of a comparison: the second operand when there is a NaN.
var targetRows = []row{
	{`llvm.x86.sse.min.ps llvm.x86.sse2.min.pd llvm.x86.avx.min.ps.256 llvm.x86.avx.min.pd.256 llvm.x86.avx512.min.ps.512
		llvm.x86.avx512.min.pd.512`, 2, "ff", "x < y ? d : 0; x < y ? 0 : d", "1,2 2,1 -1,-3", func(x, y float64) float64 { return choose(x < y, x, y) }, nil},
	{`llvm.x86.sse.max.ps llvm.x86.sse2.max.pd llvm.x86.avx.max.ps.256 llvm.x86.avx.max.pd.256 llvm.x86.avx512.max.ps.512
		llvm.x86.avx512.max.pd.512`, 2, "ff", "x > y ? d : 0; x > y ? 0 : d", "1,2 2,1 -1,-3", func(x, y float64) float64 { return choose(x > y, x, y) }, nil},
	{"llvm.x86.avx512.sqrt.ps.512 llvm.x86.avx512.sqrt.pd.512", 8, "f", "r == 0 ? 0 : 0.5*d/r", "2 0.01", math.Sqrt, nil},
	{`llvm.x86.sse.rcp.ps llvm.x86.avx.rcp.ps.256
		llvm.x86.avx512.rcp14.pd.128 llvm.x86.avx512.rcp14.pd.256 llvm.x86.avx512.rcp14.pd.512 llvm.x86.avx512.rcp14.ps.128 llvm.x86.avx512.rcp14.ps.256 llvm.x86.avx512.rcp14.ps.512`, 4, "f", "-(r*r*d)", "2 0.3", func(x float64) float64 { return 1 / x }, nil},
	{`llvm.x86.sse.rsqrt.ps llvm.x86.avx.rsqrt.ps.256
		llvm.x86.avx512.rsqrt14.pd.128 llvm.x86.avx512.rsqrt14.pd.256 llvm.x86.avx512.rsqrt14.pd.512 llvm.x86.avx512.rsqrt14.ps.128 llvm.x86.avx512.rsqrt14.ps.256 llvm.x86.avx512.rsqrt14.ps.512`, 4, "f", "-0.5*(r*r*r)*d", "2 0.3", rsqrt, nil},
	{`llvm.x86.sse41.blendvpd llvm.x86.sse41.blendvps llvm.x86.avx.blendv.pd.256 llvm.x86.avx.blendv.ps.256`, 2, "fff",
		"copysign(1, z) < 0 ? 0 : d; copysign(1, z) < 0 ? d : 0; 0", "2,3,1 2,3,-1", func(x, y, z float64) float64 { return choose(math.Signbit(z), y, x) }, nil},
	{`llvm.x86.sse41.round.ps llvm.x86.sse41.round.pd llvm.x86.avx.round.ps.256 llvm.x86.avx.round.pd.256
		llvm.x86.avx512.mask.rndscale.pd.128 llvm.x86.avx512.mask.rndscale.pd.256 llvm.x86.avx512.mask.rndscale.pd.512 llvm.x86.avx512.mask.rndscale.ps.128 llvm.x86.avx512.mask.rndscale.ps.256 llvm.x86.avx512.mask.rndscale.ps.512`, 2, "f", "0", "1.4 -0.7", math.RoundToEven, nil},
}

// complexRow is a function of complex operands, each given as two numbers
// (x + iy, z + iw), with a complex result in a struct of two. u + iv is the
// complex derivative; the four real partials follow from it by the
// Cauchy-Riemann equations.
type complexRow struct {
	names string
	cost  int
	at    string
	u, v  []string // one for each complex operand
	eval  any
}

var complexRows = []complexRow{
	{"__muldc3 __mulsc3 __mulxc3 __multc3", 6, "1,2,-0.3,0.7 0,1,2,0", []string{"z", "x"}, []string{"w", "y"}, func(a, b complex128) complex128 { return a * b }},
	{"__divdc3 __divsc3 __divxc3 __divtc3", 20, "1,2,-0.3,0.7 0,1,2,0",
		[]string{"z/(z*z+w*w)", "-((r0*z+r1*w)/(z*z+w*w))"}, []string{"-(w/(z*z+w*w))", "(r0*w-r1*z)/(z*z+w*w)"}, func(a, b complex128) complex128 { return a / b }},
	{"cexp", 60, "0.3,2 -1,0.5", []string{"r0"}, []string{"r1"}, cmplx.Exp},
	{"clog", 60, "0.3,2 -1,0.5", []string{"x/(x*x+y*y)"}, []string{"-(y/(x*x+y*y))"}, cmplx.Log},
	{"csqrt", 30, "0.3,2 -1,0.5",
		[]string{"r0 == 0 & r1 == 0 ? 0 : 0.5*r0/(r0*r0+r1*r1)"}, []string{"r0 == 0 & r1 == 0 ? 0 : -0.5*r1/(r0*r0+r1*r1)"}, cmplx.Sqrt},
	{"csin", 80, "0.3,2 -1,0.5", []string{"cos(x)*cosh(y)"}, []string{"-(sin(x)*sinh(y))"}, cmplx.Sin},
	{"ccos", 80, "0.3,2 -1,0.5", []string{"-(sin(x)*cosh(y))"}, []string{"-(cos(x)*sinh(y))"}, cmplx.Cos},
	{"ctan", 80, "0.3,2 -1,0.5", []string{"1+(r0-r1)*(r0+r1)"}, []string{"2*r0*r1"}, cmplx.Tan},
	{"csinh", 80, "0.3,2 -1,0.5", []string{"cosh(x)*cos(y)"}, []string{"sinh(x)*sin(y)"}, cmplx.Sinh},
	{"ccosh", 80, "0.3,2 -1,0.5", []string{"sinh(x)*cos(y)"}, []string{"cosh(x)*sin(y)"}, cmplx.Cosh},
	{"ctanh", 80, "0.3,2 -1,0.5", []string{"1-(r0-r1)*(r0+r1)"}, []string{"-(2*r0*r1)"}, cmplx.Tanh},
	{"casin", 80, "0.3,2 -1,0.5", []string{inv("cos(r0)*cosh(r1)", "-(sin(r0)*sinh(r1))", re)}, []string{inv("cos(r0)*cosh(r1)", "-(sin(r0)*sinh(r1))", im)}, cmplx.Asin},
	{"cacos", 80, "0.3,2 -1,0.5", []string{inv("-(sin(r0)*cosh(r1))", "-(cos(r0)*sinh(r1))", re)}, []string{inv("-(sin(r0)*cosh(r1))", "-(cos(r0)*sinh(r1))", im)}, cmplx.Acos},
	{"catan", 80, "0.3,2 -1,0.5", []string{inv("1+(x-y)*(x+y)", "2*x*y", re)}, []string{inv("1+(x-y)*(x+y)", "2*x*y", im)}, cmplx.Atan},
	{"casinh", 80, "0.3,2 -1,0.5", []string{inv("cosh(r0)*cos(r1)", "sinh(r0)*sin(r1)", re)}, []string{inv("cosh(r0)*cos(r1)", "sinh(r0)*sin(r1)", im)}, cmplx.Asinh},
	{"cacosh", 80, "0.3,2 1.5,0.5", []string{inv("sinh(r0)*cos(r1)", "cosh(r0)*sin(r1)", re)}, []string{inv("sinh(r0)*cos(r1)", "cosh(r0)*sin(r1)", im)}, cmplx.Acosh},
	{"catanh", 80, "0.3,2 -1,0.5", []string{inv("1-(x-y)*(x+y)", "-(2*x*y)", re)}, []string{inv("1-(x-y)*(x+y)", "-(2*x*y)", im)}, cmplx.Atanh},
	// z^w: w z^w / z and z^w log z
	{"cpow", 120, "0.3,2,1.5,-0.2 -1,0.5,2,0",
		[]string{
			zeroAtZero("((r0*z-r1*w)*x+(r0*w+r1*z)*y)/(x*x+y*y)"),
			zeroAtZero("r0*log(hypot(x, y))-r1*atan2(y, x)")},
		[]string{
			zeroAtZero("((r0*w+r1*z)*x-(r0*z-r1*w)*y)/(x*x+y*y)"),
			zeroAtZero("r1*log(hypot(x, y))+r0*atan2(y, x)")}, cmplx.Pow},
}

// complexRealRows are the functions of one complex operand with a real result.
var complexRealRows = []row{
	{"cabs", 20, "ff", "r == 0 ? 0 : x/r*d; r == 0 ? 0 : y/r*d", "3,4 -0.2,0.1", cmplx.Abs, nil},
	{"carg", 35, "ff", "x == 0 & y == 0 ? 0 : -(y/(x*x+y*y)*d); x == 0 & y == 0 ? 0 : x/(x*x+y*y)*d", "3,4 -0.2,0.1", cmplx.Phase, nil},
}

type part int

const (
	re part = iota
	im
)

// inv is the real or imaginary part of 1/(a + ib).
func inv(a, b string, p part) string {
	norm := "((" + a + ")*(" + a + ")+(" + b + ")*(" + b + "))"
	if p == re {
		return "(" + a + ")/" + norm
	}
	return "-((" + b + ")/" + norm + ")"
}

// zeroAtZero is e, but zero where the base x + iy is.
func zeroAtZero(e string) string { return "x == 0 & y == 0 ? 0 : " + e }

// row spells out the real partials of a complex function.
func (w complexRow) row() row {
	real := row{names: w.names, cost: w.cost, at: w.at, eval: w.eval, outs: []outRow{{arg: -1}, {arg: -1, field: 1}}}
	for k := range w.u {
		if k > 0 {
			real.outs[0].partials += ";"
			real.outs[1].partials += ";"
		}
		u, v := "("+w.u[k]+")*d", "("+w.v[k]+")*d"
		real.sig += "ff"
		real.outs[0].partials += u + "; -(" + v + ")"
		real.outs[1].partials += v + ";" + u
	}
	return real
}
