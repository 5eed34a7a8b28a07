package rules

import "math"

// row is a derivative rule as it is written down.
type row struct {
	// names: the libm double name (f, l, f128 suffixes and __x_finite are
	// understood), then other names; those with "llvm." are intrinsics only.
	// A libm name counts as intrinsic name too.
	names string
	cost  int
	// sig has one letter an operand: f, a float of the rule's type; i, an
	// integer; F, a float of any type that is not differentiated; c, a float of
	// another type than the result's; p, a pointer through which an Out goes
	// (these come last).
	sig string
	// partials: one expression an operand, separated by semicolons; the
	// grammar is in the package comment. None for pointers; none at all
	// without a plain result.
	partials string
	// at: points at which the row is tested against central differences,
	// separated by blanks, coordinates by commas; none for pointers.
	at string
	// eval: the Go function that computes it, see Evaluator; a byName where
	// functions of the row differ in value, a byWidth where types do.
	eval any
	// outs: results beside the plain one.
	outs []outRow
}

// outRow is a row's Out. In its partials r is the value of this Out, r0 and r1
// those of the first and the second.
type outRow struct {
	arg, field int    // see Out
	partials   string // as row's; "step" when what is stored has no derivative, "int" when it is an integer
}

// arithRows are the instructions; intrinsics of these names (constrained) have
// the same rule.
var arithRows = []row{
	{"fneg", 1, "f", "-d", "2 -0.5", func(x float64) float64 { return -x }, nil},
	{"fadd", 1, "ff", "d; d", "2,3 -1,0.25", func(x, y float64) float64 { return x + y }, nil},
	{"fsub", 1, "ff", "d; -d", "2,3 -1,0.25", func(x, y float64) float64 { return x - y }, nil},
	{"fmul", 1, "ff", "y*d; x*d", "2,3 -1,0.25 0,2", func(x, y float64) float64 { return x * y }, nil},
	{"fdiv", 8, "ff", "d/y; -(r*(d/y))", "2,3 -1,0.25 0,2", func(x, y float64) float64 { return x / y }, nil},
	{"frem", 20, "ff", "d; (r-x)/y*d", "7.5,2 -7.25,3.1 0.3,5 9.9,-2.7", math.Mod, nil},
}

// mathRows are the functions with one floating-point result.
var mathRows = []row{
	// powers
	{"sqrt", 8, "f", "r == 0 ? 0 : 0.5*d/r", "2 0.01 1e6", math.Sqrt, nil},
	{"cbrt", 20, "f", "r == 0 ? 0 : d/(3*r*r)", "2 -0.3 1e3", math.Cbrt, nil},
	{"rsqrt", 12, "f", "-0.5*r/x*d", "2 0.3", rsqrt, nil},
	{"hypot", 20, "ff", "r == 0 ? 0 : x/r*d; r == 0 ? 0 : y/r*d", "3,4 -0.2,0.1 0,2", math.Hypot, nil},
	{"pow powr", 40, "ff",
		"x == 0 ? (y == 1 ? d : (y < 0 ? y*r*d : 0)) : y*(r/x)*d; x <= 0 ? 0 : r*log(x)*d",
		"2,3 0.3,-1.7 1.2,0 5,0.5", byName{"pow": math.Pow, "powr": powr}, nil},
	{"llvm.powi", 10, "fi", "y == 0 ? 0 : fp(y)*self(x, y-1)*d; 0", "2,3 -0.3,-2 1.2,0 -2,4 0,2", byWidth{powi, powi32}, nil},
	{"pown _FortranAFPow4i _FortranAFPow8i", 20, "fi", "y == 0 ? 0 : fp(y)*self(x, y-1)*d; 0", "2,3 -0.3,-2 1.2,0 -2,4 0,2", func(x float64, n int) float64 { return math.Pow(x, float64(n)) }, nil},
	{"rootn", 20, "fi", "x == 0 ? 0 : r/(fp(y)*x)*d; 0", "2,3 0.3,2 -1.2,5", rootn, nil},
	{"compoundn", 20, "fi", "fp(y)*(r/(1+x))*d; 0", "2,3 0.3,-2 -0.2,5", func(x float64, n int) float64 { return math.Exp(float64(n) * math.Log1p(x)) }, nil},

	// exponentials and logarithms
	{"exp", 20, "f", "r*d", "0.3 -4 2", math.Exp, nil},
	{"exp2", 20, "f", "ln2*r*d", "0.3 -4 2", math.Exp2, nil},
	{"exp10 pow10 __exp10", 20, "f", "ln10*r*d", "0.3 -4 2", exp10, nil},
	{"expm1", 20, "f", "exp(x)*d", "0.3 -4 2 0", math.Expm1, nil},
	{"exp2m1", 20, "f", "ln2*exp2(x)*d", "0.3 -4 2 0", func(x float64) float64 { return math.Expm1(x * math.Ln2) }, nil},
	{"exp10m1", 20, "f", "ln10*exp10(x)*d", "0.3 -2 1 0", func(x float64) float64 { return math.Expm1(x * math.Ln10) }, nil},
	{"log", 20, "f", "d/x", "0.3 4", math.Log, nil},
	{"log2", 20, "f", "log2e*(d/x)", "0.3 4", math.Log2, nil},
	{"log10", 20, "f", "log10e*(d/x)", "0.3 4", math.Log10, nil},
	{"log1p logp1", 20, "f", "d/(1+x)", "0.3 4 -0.7 0", math.Log1p, nil},
	{"log2p1", 20, "f", "log2e*(d/(1+x))", "0.3 4 -0.7 0", func(x float64) float64 { return math.Log1p(x) / math.Ln2 }, nil},
	{"log10p1", 20, "f", "log10e*(d/(1+x))", "0.3 4 -0.7 0", func(x float64) float64 { return math.Log1p(x) / math.Ln10 }, nil},

	// trigonometric and hyperbolic
	{"sin", 20, "f", "cos(x)*d", "0.3 -2 11", math.Sin, nil},
	{"cos", 20, "f", "-(sin(x)*d)", "0.3 -2 11", math.Cos, nil},
	{"tan", 25, "f", "(1+r*r)*d", "0.3 -2 10", math.Tan, nil},
	{"asin", 25, "f", "d/sqrt((1-x)*(1+x))", "0.3 -0.9 0", math.Asin, nil},
	{"acos", 25, "f", "-(d/sqrt((1-x)*(1+x)))", "0.3 -0.9 0", math.Acos, nil},
	{"atan", 25, "f", "d/(1+x*x)", "0.3 -4 0", math.Atan, nil},
	{"atan2", 35, "ff",
		"x == 0 & y == 0 ? 0 : y/(x*x+y*y)*d; x == 0 & y == 0 ? 0 : -(x/(x*x+y*y)*d)",
		"0.3,2 -1,0.4 2,-3 -0.2,-1", math.Atan2, nil},
	{"sinpi __sinpi", 20, "f", "pi*(cospi(x)*d)", "0.3 -0.8 2.1", sinPi, nil},
	{"cospi __cospi", 20, "f", "-(pi*(sinpi(x)*d))", "0.3 -0.8 2.1", cosPi, nil},
	{"tanpi __tanpi", 25, "f", "pi*((1+r*r)*d)", "0.3 -0.8 2.1", func(x float64) float64 { return sinPi(x) / cosPi(x) }, nil},
	{"asinpi", 25, "f", "invpi*(d/sqrt((1-x)*(1+x)))", "0.3 -0.9 0", func(x float64) float64 { return math.Asin(x) / math.Pi }, nil},
	{"acospi", 25, "f", "-(invpi*(d/sqrt((1-x)*(1+x))))", "0.3 -0.9 0", func(x float64) float64 { return math.Acos(x) / math.Pi }, nil},
	{"atanpi", 25, "f", "invpi*(d/(1+x*x))", "0.3 -4 0", func(x float64) float64 { return math.Atan(x) / math.Pi }, nil},
	{"atan2pi", 35, "ff",
		"x == 0 & y == 0 ? 0 : invpi*(y/(x*x+y*y)*d); x == 0 & y == 0 ? 0 : -(invpi*(x/(x*x+y*y)*d))",
		"0.3,2 -1,0.4 2,-3 -0.2,-1", func(y, x float64) float64 { return math.Atan2(y, x) / math.Pi }, nil},
	{"sinh", 25, "f", "cosh(x)*d", "0.3 -2 0", math.Sinh, nil},
	{"cosh", 25, "f", "sinh(x)*d", "0.3 -2 0", math.Cosh, nil},
	{"tanh", 25, "f", "(1-r*r)*d", "0.3 -2 0", math.Tanh, nil},
	{"asinh", 25, "f", "d/sqrt(1+x*x)", "0.3 -2 0", math.Asinh, nil},
	{"acosh", 25, "f", "d/sqrt((x-1)*(x+1))", "1.3 4", math.Acosh, nil},
	{"atanh", 25, "f", "d/((1-x)*(1+x))", "0.3 -0.9 0", math.Atanh, nil},

	// error, gamma and Bessel functions
	{"erf", 25, "f", "tworpi*exp(-(x*x))*d", "0.3 -2 0", math.Erf, nil},
	{"erfc", 25, "f", "-(tworpi*exp(-(x*x))*d)", "0.3 -2 0", math.Erfc, nil},
	// For large x the terms cancel; their asymptotic series does not.
	{"erfcx _FortranAErfcScaled8 _FortranAErfcScaled4", 30, "f",
		"x > 60 ? -(0.5*tworpi/(x*x)*(1-(1.5-(3.75-13.125/(x*x))/(x*x))/(x*x))*d) : (2*x*r-tworpi)*d",
		"0.3 -2 0 7 100", erfcx, nil},
	{"tgamma", 60, "f", "r*digamma(x)*d", "0.3 4.5 -1.3 6", math.Gamma, nil},
	{"lgamma", 60, "f", "digamma(x)*d", "0.3 4.5 -1.3 40", func(x float64) float64 { v, _ := math.Lgamma(x); return v }, nil},
	{"j0", 60, "f", "-(j1(x)*d)", "0.3 -2 7", math.J0, nil},
	{"j1", 60, "f", "0.5*(j0(x)-jn(2, x))*d", "0.3 -2 7 0", math.J1, nil},
	{"jn", 80, "if", "0; 0.5*(self(x-1, y)-self(x+1, y))*d", "0,0.3 1,-2 2,7 3,1 -2,1.5", math.Jn, nil},
	{"y0", 60, "f", "-(y1(x)*d)", "0.3 2 7", math.Y0, nil},
	{"y1", 60, "f", "(y0(x)-r/x)*d", "0.3 2 7", math.Y1, nil},
	{"yn", 80, "if", "0; 0.5*(self(x-1, y)-self(x+1, y))*d", "0,0.3 1,2 2,7 3,1 -2,1.5", math.Yn, nil},

	// choice, sign and remainder
	{"fabs", 1, "f", "x > 0 ? d : x < 0 ? -d : 0", "0.3 -2", math.Abs, nil},
	{"fmax fmaximum_num llvm.maxnum llvm.maximumnum", 2, "ff",
		"x >= y | isnan(y) ? d : 0; x >= y | isnan(y) ? 0 : d", "1,2 2,1 -1,-3", maxNum, nil},
	{"fmin fminimum_num llvm.minnum llvm.minimumnum", 2, "ff",
		"x <= y | isnan(y) ? d : 0; x <= y | isnan(y) ? 0 : d", "1,2 2,1 -1,-3", minNum, nil},
	{"fmaximum llvm.maximum", 2, "ff", "x >= y ? d : 0; x >= y ? 0 : d", "1,2 2,1 -1,-3", math.Max, nil},
	{"fminimum llvm.minimum", 2, "ff", "x <= y ? d : 0; x <= y ? 0 : d", "1,2 2,1 -1,-3", math.Min, nil},
	{"fdim", 2, "ff", "x > y ? d : 0; x > y ? -d : 0", "1,2 2,1 -1,-3", fdim, nil},
	{"copysign", 1, "ff", "x == 0 ? 0 : copysign(1, x)*copysign(1, y)*d; 0", "1,2 -2,1 1,-3 -4,-2", math.Copysign, nil},
	{"fmod", 20, "ff", "d; (r-x)/y*d", "7.5,2 -7.25,3.1 0.3,5 9.9,-2.7", math.Mod, nil},
	{"remainder drem", 20, "ff", "d; (r-x)/y*d", "7.5,2.1 -7.25,3.1 0.3,5 9.9,-2.7", math.Remainder, nil},
	{"nextafter", 4, "ff", "d; 0", "1,2 -3,4", byWidth{nextAfter, nextAfter32}, nil},
	{"nexttoward", 4, "fF", "d; 0", "1,2 -3,4", byWidth{nextAfter, nextAfter32}, nil},
	{"nextup", 4, "f", "d", "1 -3", byWidth{nextUp, nextUp32}, nil},
	{"nextdown", 4, "f", "d", "1 -3", byWidth{nextDown, nextDown32}, nil},

	// products and scaling
	{"fma llvm.fmuladd", 1, "fff", "y*d; x*d; d", "2,3,4 -1,0.5,0", byName{"fma": byWidth{math.FMA, fma32}, "fmuladd": byWidth{mulAdd, mulAdd32}}, nil},
	{"ldexp scalbn scalbln", 4, "fi", "self(d, y); 0", "1.5,3 -0.7,-4", math.Ldexp, nil},
	{"scalb", 10, "fF", "self(d, y); 0", "1.5,3 -0.7,-4", func(x, y float64) float64 { return x * math.Exp2(y) }, nil},
	{"significand", 4, "f", "x == 0 ? d : r/x*d", "1.5 -0.7 5.1", significand, nil},
	{"llvm.canonicalize llvm.arithmetic.fence llvm.ssa.copy", 1, "f", "d", "1.5 -0.7", identity, nil},

	// conversions; as instructions they are no rows, for their two types
	{"llvm.experimental.constrained.fpext llvm.experimental.constrained.fptrunc llvm.fptrunc.round", 1, "c", "conv(d)", "1.5 -0.7", identity, nil},

	// steps
	{"floor", 2, "f", "0", "1.5 -0.7", math.Floor, nil},
	{"ceil", 2, "f", "0", "1.5 -0.7", math.Ceil, nil},
	{"trunc", 2, "f", "0", "1.5 -0.7", math.Trunc, nil},
	{"round", 4, "f", "0", "1.4 -0.7", math.Round, nil},
	{"roundeven", 2, "f", "0", "1.4 -0.7", math.RoundToEven, nil},
	{"rint", 2, "f", "0", "1.4 -0.7", math.RoundToEven, nil},
	{"nearbyint", 2, "f", "0", "1.4 -0.7", math.RoundToEven, nil},
	{"logb", 4, "f", "0", "1.4 -0.7", math.Logb, nil},
}

// powConst is the rule of pow by a constant exponent, which needs no result:
// the power one lower is an ordinary function of x. At x = 0 an exponent
// between 0 and 1 gives zero, as for sqrt.
var powConst = row{"pow", 40, "ff", "y >= 0 & y < 1 & x == 0 ? 0 : y*pow(x, y-1)*d; 0", "2,3 0.3,-1.7 1.2,0 5,0.5 -2,3", math.Pow, nil}

// reciprocal is the rule of 1/y, which needs no other division.
var reciprocal = row{"fdiv", 8, "ff", "d/y; -(r*(r*d))", "1,3 1,-0.25", func(x, y float64) float64 { return x / y }, nil}
