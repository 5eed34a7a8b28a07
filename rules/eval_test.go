package rules

import (
	"fmt"
	"math"
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
		return primal(ev.rule.Name, args)
	}
	return primal(e.text, args)
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

// primal is the value of a function of the table, or of one that only its
// expressions know; of several results the first.
func primal(name string, args []float64) float64 {
	switch name {
	case "digamma":
		return goDigamma(args[0])
	case "isnan":
		if args[0] != args[0] {
			return 1
		}
		return 0
	case "fp", "conv":
		return args[0]
	}
	return results(name, args)[0]
}

// results are those of a function of the table.
func results(name string, args []float64) []float64 { return compute(evaluators[name], args) }

// compute calls an evaluator.
func compute(eval any, a []float64) []float64 {
	switch f := eval.(type) {
	case func(float64) float64:
		return []float64{f(a[0])}
	case func(x, y float64) float64:
		return []float64{f(a[0], a[1])}
	case func(x, y, z float64) float64:
		return []float64{f(a[0], a[1], a[2])}
	case func(float64, int) float64:
		return []float64{f(a[0], int(a[1]))}
	case func(int, float64) float64:
		return []float64{f(int(a[0]), a[1])}
	case func(float64) (float64, float64):
		r, s := f(a[0])
		return []float64{r, s}
	case func(float64) (float64, int):
		r, n := f(a[0])
		return []float64{r, float64(n)}
	case func(x, y float64) (float64, int):
		r, n := f(a[0], a[1])
		return []float64{r, float64(n)}
	case func(complex128) float64:
		return []float64{f(complex(a[0], a[1]))}
	case func(complex128) complex128:
		z := f(complex(a[0], a[1]))
		return []float64{real(z), imag(z)}
	case func(z, w complex128) complex128:
		z := f(complex(a[0], a[1]), complex(a[2], a[3]))
		return []float64{real(z), imag(z)}
	case byWidth:
		return compute(f[0], a)
	}
	panic(fmt.Sprintf("evaluator of type %T", eval))
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
