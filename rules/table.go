package rules

import (
	"fmt"
	"strings"
)

// row is a derivative rule as it is written down.
type row struct {
	// names: the libm double name (f, l, f128 suffixes and __x_finite are
	// understood), then other names; those with "llvm." are intrinsics only.
	// A libm name counts as intrinsic name too.
	names string
	cost  int
	// sig has one letter an operand: f, a float of the rule's type; i, an
	// integer; F, a float of any type that is not differentiated; p, a pointer through which an Out goes.
	sig string
	// partials: one expression an operand, separated by semicolons; the
	// grammar is in the package comment.
	partials string
	// at: points at which the row is tested against central differences,
	// separated by blanks, coordinates by commas.
	at string
}

// arithRows are the instructions; intrinsics of these names (constrained) have
// the same rule.
var arithRows = []row{
	{"fneg", 1, "f", "-d", "2 -0.5"},
	{"fadd", 1, "ff", "d; d", "2,3 -1,0.25"},
	{"fsub", 1, "ff", "d; -d", "2,3 -1,0.25"},
	{"fmul", 1, "ff", "y*d; x*d", "2,3 -1,0.25 0,2"},
	{"fdiv", 8, "ff", "d/y; -(r*(d/y))", "2,3 -1,0.25 0,2"},
	{"frem", 20, "ff", "d; (r-x)/y*d", "7.5,2 -7.25,3.1 0.3,5 9.9,-2.7"},
}

// mathRows are the functions with one floating-point result.
var mathRows = []row{
	// powers
	{"sqrt", 8, "f", "r == 0 ? 0 : 0.5*d/r", "2 0.01 1e6"},
	{"cbrt", 20, "f", "r == 0 ? 0 : d/(3*r*r)", "2 -0.3 1e3"},
	{"rsqrt", 12, "f", "-0.5*r/x*d", "2 0.3"},
	{"hypot", 20, "ff", "r == 0 ? 0 : x/r*d; r == 0 ? 0 : y/r*d", "3,4 -0.2,0.1 0,2"},
	{"pow powr", 40, "ff",
		"x == 0 ? (y == 1 ? d : (y < 0 ? y*r*d : 0)) : y*(r/x)*d; x <= 0 ? 0 : r*log(x)*d",
		"2,3 0.3,-1.7 1.2,0 5,0.5"},
	{"llvm.powi", 10, "fi", "y == 0 ? 0 : fp(y)*self(x, y-1)*d; 0", "2,3 -0.3,-2 1.2,0 -2,4 0,2"},
	{"pown", 20, "fi", "y == 0 ? 0 : fp(y)*self(x, y-1)*d; 0", "2,3 -0.3,-2 1.2,0 -2,4 0,2"},
	{"rootn", 20, "fi", "x == 0 ? 0 : r/(fp(y)*x)*d; 0", "2,3 0.3,2 -1.2,5"},
	{"compoundn", 20, "fi", "fp(y)*(r/(1+x))*d; 0", "2,3 0.3,-2 -0.2,5"},

	// exponentials and logarithms
	{"exp", 20, "f", "r*d", "0.3 -4 2"},
	{"exp2", 20, "f", "ln2*r*d", "0.3 -4 2"},
	{"exp10 pow10", 20, "f", "ln10*r*d", "0.3 -4 2"},
	{"expm1", 20, "f", "exp(x)*d", "0.3 -4 2 0"},
	{"exp2m1", 20, "f", "ln2*exp2(x)*d", "0.3 -4 2 0"},
	{"exp10m1", 20, "f", "ln10*exp10(x)*d", "0.3 -2 1 0"},
	{"log", 20, "f", "d/x", "0.3 4"},
	{"log2", 20, "f", "log2e*(d/x)", "0.3 4"},
	{"log10", 20, "f", "log10e*(d/x)", "0.3 4"},
	{"log1p logp1", 20, "f", "d/(1+x)", "0.3 4 -0.7 0"},
	{"log2p1", 20, "f", "log2e*(d/(1+x))", "0.3 4 -0.7 0"},
	{"log10p1", 20, "f", "log10e*(d/(1+x))", "0.3 4 -0.7 0"},

	// trigonometric and hyperbolic
	{"sin", 20, "f", "cos(x)*d", "0.3 -2 11"},
	{"cos", 20, "f", "-(sin(x)*d)", "0.3 -2 11"},
	{"tan", 25, "f", "(1+r*r)*d", "0.3 -2 10"},
	{"asin", 25, "f", "d/sqrt((1-x)*(1+x))", "0.3 -0.9 0"},
	{"acos", 25, "f", "-(d/sqrt((1-x)*(1+x)))", "0.3 -0.9 0"},
	{"atan", 25, "f", "d/(1+x*x)", "0.3 -4 0"},
	{"atan2", 35, "ff",
		"x == 0 & y == 0 ? 0 : y/(x*x+y*y)*d; x == 0 & y == 0 ? 0 : -(x/(x*x+y*y)*d)",
		"0.3,2 -1,0.4 2,-3 -0.2,-1"},
	{"sinpi", 20, "f", "pi*(cospi(x)*d)", "0.3 -0.8 2.1"},
	{"cospi", 20, "f", "-(pi*(sinpi(x)*d))", "0.3 -0.8 2.1"},
	{"tanpi", 25, "f", "pi*((1+r*r)*d)", "0.3 -0.8 2.1"},
	{"asinpi", 25, "f", "invpi*(d/sqrt((1-x)*(1+x)))", "0.3 -0.9 0"},
	{"acospi", 25, "f", "-(invpi*(d/sqrt((1-x)*(1+x))))", "0.3 -0.9 0"},
	{"atanpi", 25, "f", "invpi*(d/(1+x*x))", "0.3 -4 0"},
	{"atan2pi", 35, "ff",
		"x == 0 & y == 0 ? 0 : invpi*(y/(x*x+y*y)*d); x == 0 & y == 0 ? 0 : -(invpi*(x/(x*x+y*y)*d))",
		"0.3,2 -1,0.4 2,-3 -0.2,-1"},
	{"sinh", 25, "f", "cosh(x)*d", "0.3 -2 0"},
	{"cosh", 25, "f", "sinh(x)*d", "0.3 -2 0"},
	{"tanh", 25, "f", "(1-r*r)*d", "0.3 -2 0"},
	{"asinh", 25, "f", "d/sqrt(1+x*x)", "0.3 -2 0"},
	{"acosh", 25, "f", "d/sqrt((x-1)*(x+1))", "1.3 4"},
	{"atanh", 25, "f", "d/((1-x)*(1+x))", "0.3 -0.9 0"},

	// error, gamma and Bessel functions
	{"erf", 25, "f", "tworpi*exp(-(x*x))*d", "0.3 -2 0"},
	{"erfc", 25, "f", "-(tworpi*exp(-(x*x))*d)", "0.3 -2 0"},
	{"tgamma", 60, "f", "r*digamma(x)*d", "0.3 4.5 -1.3 6"},
	{"lgamma", 60, "f", "digamma(x)*d", "0.3 4.5 -1.3 40"},
	{"j0", 60, "f", "-(j1(x)*d)", "0.3 -2 7"},
	{"j1", 60, "f", "0.5*(j0(x)-jn(2, x))*d", "0.3 -2 7 0"},
	{"jn", 80, "if", "0; 0.5*(self(x-1, y)-self(x+1, y))*d", "0,0.3 1,-2 2,7 3,1 -2,1.5"},
	{"y0", 60, "f", "-(y1(x)*d)", "0.3 2 7"},
	{"y1", 60, "f", "(y0(x)-r/x)*d", "0.3 2 7"},
	{"yn", 80, "if", "0; 0.5*(self(x-1, y)-self(x+1, y))*d", "0,0.3 1,2 2,7 3,1 -2,1.5"},

	// choice, sign and remainder
	{"fabs", 1, "f", "x > 0 ? d : x < 0 ? -d : 0", "0.3 -2"},
	{"fmax fmaximum_num llvm.maxnum llvm.maximumnum", 2, "ff",
		"x >= y | isnan(y) ? d : 0; x >= y | isnan(y) ? 0 : d", "1,2 2,1 -1,-3"},
	{"fmin fminimum_num llvm.minnum llvm.minimumnum", 2, "ff",
		"x <= y | isnan(y) ? d : 0; x <= y | isnan(y) ? 0 : d", "1,2 2,1 -1,-3"},
	{"fmaximum llvm.maximum", 2, "ff", "x >= y ? d : 0; x >= y ? 0 : d", "1,2 2,1 -1,-3"},
	{"fminimum llvm.minimum", 2, "ff", "x <= y ? d : 0; x <= y ? 0 : d", "1,2 2,1 -1,-3"},
	{"fdim", 2, "ff", "x > y ? d : 0; x > y ? -d : 0", "1,2 2,1 -1,-3"},
	{"copysign", 1, "ff", "x == 0 ? 0 : copysign(1, x)*copysign(1, y)*d; 0", "1,2 -2,1 1,-3 -4,-2"},
	{"fmod", 20, "ff", "d; (r-x)/y*d", "7.5,2 -7.25,3.1 0.3,5 9.9,-2.7"},
	{"remainder drem", 20, "ff", "d; (r-x)/y*d", "7.5,2.1 -7.25,3.1 0.3,5 9.9,-2.7"},
	{"nextafter", 4, "ff", "d; 0", "1,2 -3,4"},
	{"nexttoward", 4, "fF", "d; 0", "1,2 -3,4"},
	{"nextup", 4, "f", "d", "1 -3"},
	{"nextdown", 4, "f", "d", "1 -3"},

	// products and scaling
	{"fma llvm.fmuladd", 1, "fff", "y*d; x*d; d", "2,3,4 -1,0.5,0"},
	{"ldexp scalbn scalbln", 4, "fi", "self(d, y); 0", "1.5,3 -0.7,-4"},
	{"scalb", 10, "fF", "self(d, y); 0", "1.5,3 -0.7,-4"},
	{"significand", 4, "f", "x == 0 ? d : r/x*d", "1.5 -0.7 5.1"},
	{"llvm.canonicalize llvm.arithmetic.fence llvm.ssa.copy", 1, "f", "d", "1.5 -0.7"},

	// steps
	{"floor", 2, "f", "0", "1.5 -0.7"},
	{"ceil", 2, "f", "0", "1.5 -0.7"},
	{"trunc", 2, "f", "0", "1.5 -0.7"},
	{"round", 4, "f", "0", "1.4 -0.7"},
	{"roundeven", 2, "f", "0", "1.4 -0.7"},
	{"rint", 2, "f", "0", "1.4 -0.7"},
	{"nearbyint", 2, "f", "0", "1.4 -0.7"},
	{"logb", 4, "f", "0", "1.4 -0.7"},
}

// powConst is the rule of pow by a constant exponent, which needs no result:
// the power one lower is an ordinary function of x. At x = 0 an exponent
// between 0 and 1 gives zero, as for sqrt.
var powConst = row{"pow", 40, "ff", "x == 0 & y >= 0 & y < 1 ? 0 : y*pow(x, y-1)*d; 0", "2,3 0.3,-1.7 1.2,0 5,0.5 -2,3"}

// powConstRule is powConst parsed.
var powConstRule *Rule

// tables are the parsed rows by name: instructions, libm, intrinsics.
var arith, libm, intrinsics map[string]*Rule

// tableErr is the first row that does not parse; a test looks at it.
var tableErr error

func init() {
	arith, libm, intrinsics = map[string]*Rule{}, map[string]*Rule{}, map[string]*Rule{}
	for _, w := range arithRows {
		r := w.rule()
		arith[r.Name] = r
		intrinsics[r.Name] = r
	}
	for _, w := range mathRows {
		r := w.rule()
		for _, n := range strings.Fields(w.names) {
			if in, ok := strings.CutPrefix(n, "llvm."); ok {
				intrinsics[in] = r
			} else {
				libm[n], intrinsics[n] = r, r
			}
		}
	}
	powConstRule = powConst.rule()
}

func (w row) rule() *Rule {
	name, _, _ := strings.Cut(w.names, " ")
	r := &Rule{Name: strings.TrimPrefix(name, "llvm."), Arity: len(w.sig), Cost: w.cost, sig: w.sig, at: w.at}
	r.partials = parseList(w.partials)
	if len(r.partials) != len(w.sig) && tableErr == nil {
		tableErr = fmt.Errorf("%s: %d operands, %d partials", name, len(w.sig), len(r.partials))
	}
	return r
}

func parseList(src string) (list []*expr) {
	for _, s := range strings.Split(src, ";") {
		e, err := parseExpr(strings.TrimSpace(s))
		if err != nil {
			if tableErr == nil {
				tableErr = err
			}
			e = zeroExpr
		}
		list = append(list, e)
	}
	return list
}
