package rules

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
	{"fneg", 1, "f", "-d", "2 -0.5", nil},
	{"fadd", 1, "ff", "d; d", "2,3 -1,0.25", nil},
	{"fsub", 1, "ff", "d; -d", "2,3 -1,0.25", nil},
	{"fmul", 1, "ff", "y*d; x*d", "2,3 -1,0.25 0,2", nil},
	{"fdiv", 8, "ff", "d/y; -(r*(d/y))", "2,3 -1,0.25 0,2", nil},
	{"frem", 20, "ff", "d; (r-x)/y*d", "7.5,2 -7.25,3.1 0.3,5 9.9,-2.7", nil},
}

// mathRows are the functions with one floating-point result.
var mathRows = []row{
	// powers
	{"sqrt", 8, "f", "r == 0 ? 0 : 0.5*d/r", "2 0.01 1e6", nil},
	{"cbrt", 20, "f", "r == 0 ? 0 : d/(3*r*r)", "2 -0.3 1e3", nil},
	{"rsqrt", 12, "f", "-0.5*r/x*d", "2 0.3", nil},
	{"hypot", 20, "ff", "r == 0 ? 0 : x/r*d; r == 0 ? 0 : y/r*d", "3,4 -0.2,0.1 0,2", nil},
	{"pow powr", 40, "ff",
		"x == 0 ? (y == 1 ? d : (y < 0 ? y*r*d : 0)) : y*(r/x)*d; x <= 0 ? 0 : r*log(x)*d",
		"2,3 0.3,-1.7 1.2,0 5,0.5", nil},
	{"llvm.powi", 10, "fi", "y == 0 ? 0 : fp(y)*self(x, y-1)*d; 0", "2,3 -0.3,-2 1.2,0 -2,4 0,2", nil},
	{"pown", 20, "fi", "y == 0 ? 0 : fp(y)*self(x, y-1)*d; 0", "2,3 -0.3,-2 1.2,0 -2,4 0,2", nil},
	{"rootn", 20, "fi", "x == 0 ? 0 : r/(fp(y)*x)*d; 0", "2,3 0.3,2 -1.2,5", nil},
	{"compoundn", 20, "fi", "fp(y)*(r/(1+x))*d; 0", "2,3 0.3,-2 -0.2,5", nil},

	// exponentials and logarithms
	{"exp", 20, "f", "r*d", "0.3 -4 2", nil},
	{"exp2", 20, "f", "ln2*r*d", "0.3 -4 2", nil},
	{"exp10 pow10 __exp10", 20, "f", "ln10*r*d", "0.3 -4 2", nil},
	{"expm1", 20, "f", "exp(x)*d", "0.3 -4 2 0", nil},
	{"exp2m1", 20, "f", "ln2*exp2(x)*d", "0.3 -4 2 0", nil},
	{"exp10m1", 20, "f", "ln10*exp10(x)*d", "0.3 -2 1 0", nil},
	{"log", 20, "f", "d/x", "0.3 4", nil},
	{"log2", 20, "f", "log2e*(d/x)", "0.3 4", nil},
	{"log10", 20, "f", "log10e*(d/x)", "0.3 4", nil},
	{"log1p logp1", 20, "f", "d/(1+x)", "0.3 4 -0.7 0", nil},
	{"log2p1", 20, "f", "log2e*(d/(1+x))", "0.3 4 -0.7 0", nil},
	{"log10p1", 20, "f", "log10e*(d/(1+x))", "0.3 4 -0.7 0", nil},

	// trigonometric and hyperbolic
	{"sin", 20, "f", "cos(x)*d", "0.3 -2 11", nil},
	{"cos", 20, "f", "-(sin(x)*d)", "0.3 -2 11", nil},
	{"tan", 25, "f", "(1+r*r)*d", "0.3 -2 10", nil},
	{"asin", 25, "f", "d/sqrt((1-x)*(1+x))", "0.3 -0.9 0", nil},
	{"acos", 25, "f", "-(d/sqrt((1-x)*(1+x)))", "0.3 -0.9 0", nil},
	{"atan", 25, "f", "d/(1+x*x)", "0.3 -4 0", nil},
	{"atan2", 35, "ff",
		"x == 0 & y == 0 ? 0 : y/(x*x+y*y)*d; x == 0 & y == 0 ? 0 : -(x/(x*x+y*y)*d)",
		"0.3,2 -1,0.4 2,-3 -0.2,-1", nil},
	{"sinpi __sinpi", 20, "f", "pi*(cospi(x)*d)", "0.3 -0.8 2.1", nil},
	{"cospi __cospi", 20, "f", "-(pi*(sinpi(x)*d))", "0.3 -0.8 2.1", nil},
	{"tanpi __tanpi", 25, "f", "pi*((1+r*r)*d)", "0.3 -0.8 2.1", nil},
	{"asinpi", 25, "f", "invpi*(d/sqrt((1-x)*(1+x)))", "0.3 -0.9 0", nil},
	{"acospi", 25, "f", "-(invpi*(d/sqrt((1-x)*(1+x))))", "0.3 -0.9 0", nil},
	{"atanpi", 25, "f", "invpi*(d/(1+x*x))", "0.3 -4 0", nil},
	{"atan2pi", 35, "ff",
		"x == 0 & y == 0 ? 0 : invpi*(y/(x*x+y*y)*d); x == 0 & y == 0 ? 0 : -(invpi*(x/(x*x+y*y)*d))",
		"0.3,2 -1,0.4 2,-3 -0.2,-1", nil},
	{"sinh", 25, "f", "cosh(x)*d", "0.3 -2 0", nil},
	{"cosh", 25, "f", "sinh(x)*d", "0.3 -2 0", nil},
	{"tanh", 25, "f", "(1-r*r)*d", "0.3 -2 0", nil},
	{"asinh", 25, "f", "d/sqrt(1+x*x)", "0.3 -2 0", nil},
	{"acosh", 25, "f", "d/sqrt((x-1)*(x+1))", "1.3 4", nil},
	{"atanh", 25, "f", "d/((1-x)*(1+x))", "0.3 -0.9 0", nil},

	// error, gamma and Bessel functions
	{"erf", 25, "f", "tworpi*exp(-(x*x))*d", "0.3 -2 0", nil},
	{"erfc", 25, "f", "-(tworpi*exp(-(x*x))*d)", "0.3 -2 0", nil},
	// For large x the terms cancel; their asymptotic series does not.
	{"erfcx", 30, "f",
		"x > 60 ? -(0.5*tworpi/(x*x)*(1-(1.5-(3.75-13.125/(x*x))/(x*x))/(x*x))*d) : (2*x*r-tworpi)*d",
		"0.3 -2 0 7 100", nil},
	{"tgamma", 60, "f", "r*digamma(x)*d", "0.3 4.5 -1.3 6", nil},
	{"lgamma", 60, "f", "digamma(x)*d", "0.3 4.5 -1.3 40", nil},
	{"j0", 60, "f", "-(j1(x)*d)", "0.3 -2 7", nil},
	{"j1", 60, "f", "0.5*(j0(x)-jn(2, x))*d", "0.3 -2 7 0", nil},
	{"jn", 80, "if", "0; 0.5*(self(x-1, y)-self(x+1, y))*d", "0,0.3 1,-2 2,7 3,1 -2,1.5", nil},
	{"y0", 60, "f", "-(y1(x)*d)", "0.3 2 7", nil},
	{"y1", 60, "f", "(y0(x)-r/x)*d", "0.3 2 7", nil},
	{"yn", 80, "if", "0; 0.5*(self(x-1, y)-self(x+1, y))*d", "0,0.3 1,2 2,7 3,1 -2,1.5", nil},

	// choice, sign and remainder
	{"fabs", 1, "f", "x > 0 ? d : x < 0 ? -d : 0", "0.3 -2", nil},
	{"fmax fmaximum_num llvm.maxnum llvm.maximumnum", 2, "ff",
		"x >= y | isnan(y) ? d : 0; x >= y | isnan(y) ? 0 : d", "1,2 2,1 -1,-3", nil},
	{"fmin fminimum_num llvm.minnum llvm.minimumnum", 2, "ff",
		"x <= y | isnan(y) ? d : 0; x <= y | isnan(y) ? 0 : d", "1,2 2,1 -1,-3", nil},
	{"fmaximum llvm.maximum", 2, "ff", "x >= y ? d : 0; x >= y ? 0 : d", "1,2 2,1 -1,-3", nil},
	{"fminimum llvm.minimum", 2, "ff", "x <= y ? d : 0; x <= y ? 0 : d", "1,2 2,1 -1,-3", nil},
	{"fdim", 2, "ff", "x > y ? d : 0; x > y ? -d : 0", "1,2 2,1 -1,-3", nil},
	{"copysign", 1, "ff", "x == 0 ? 0 : copysign(1, x)*copysign(1, y)*d; 0", "1,2 -2,1 1,-3 -4,-2", nil},
	{"fmod", 20, "ff", "d; (r-x)/y*d", "7.5,2 -7.25,3.1 0.3,5 9.9,-2.7", nil},
	{"remainder drem", 20, "ff", "d; (r-x)/y*d", "7.5,2.1 -7.25,3.1 0.3,5 9.9,-2.7", nil},
	{"nextafter", 4, "ff", "d; 0", "1,2 -3,4", nil},
	{"nexttoward", 4, "fF", "d; 0", "1,2 -3,4", nil},
	{"nextup", 4, "f", "d", "1 -3", nil},
	{"nextdown", 4, "f", "d", "1 -3", nil},

	// products and scaling
	{"fma llvm.fmuladd", 1, "fff", "y*d; x*d; d", "2,3,4 -1,0.5,0", nil},
	{"ldexp scalbn scalbln", 4, "fi", "self(d, y); 0", "1.5,3 -0.7,-4", nil},
	{"scalb", 10, "fF", "self(d, y); 0", "1.5,3 -0.7,-4", nil},
	{"significand", 4, "f", "x == 0 ? d : r/x*d", "1.5 -0.7 5.1", nil},
	{"llvm.canonicalize llvm.arithmetic.fence llvm.ssa.copy", 1, "f", "d", "1.5 -0.7", nil},

	// conversions; as instructions they are no rows, for their two types
	{"llvm.experimental.constrained.fpext llvm.experimental.constrained.fptrunc llvm.fptrunc.round", 1, "c", "conv(d)", "1.5 -0.7", nil},

	// steps
	{"floor", 2, "f", "0", "1.5 -0.7", nil},
	{"ceil", 2, "f", "0", "1.5 -0.7", nil},
	{"trunc", 2, "f", "0", "1.5 -0.7", nil},
	{"round", 4, "f", "0", "1.4 -0.7", nil},
	{"roundeven", 2, "f", "0", "1.4 -0.7", nil},
	{"rint", 2, "f", "0", "1.4 -0.7", nil},
	{"nearbyint", 2, "f", "0", "1.4 -0.7", nil},
	{"logb", 4, "f", "0", "1.4 -0.7", nil},
}

// powConst is the rule of pow by a constant exponent, which needs no result:
// the power one lower is an ordinary function of x. At x = 0 an exponent
// between 0 and 1 gives zero, as for sqrt.
var powConst = row{"pow", 40, "ff", "y >= 0 & y < 1 & x == 0 ? 0 : y*pow(x, y-1)*d; 0", "2,3 0.3,-1.7 1.2,0 5,0.5 -2,3", nil}

// reciprocal is the rule of 1/y, which needs no other division.
var reciprocal = row{"fdiv", 8, "ff", "d/y; -(r*(r*d))", "1,3 1,-0.25", nil}
