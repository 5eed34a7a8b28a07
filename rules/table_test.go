package rules

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// allRows are the rows with the rules made of them.
func allRows() (list []*Rule) {
	for _, w := range append(append([]row{powConst, reciprocal}, arithRows...), functionRows()...) {
		list = append(list, w.rule())
	}
	return list
}

func points(t *testing.T, r *Rule) (list [][]float64) {
	for _, p := range strings.Fields(r.at) {
		var at []float64
		for _, s := range strings.Split(p, ",") {
			v, err := strconv.ParseFloat(s, 64)
			require.NoError(t, err)
			at = append(at, v)
		}
		require.Len(t, at, len(strings.TrimRight(r.sig, "p")), "%s at %s", r.Name, p)
		list = append(list, at)
	}
	return list
}

// central is Richardson's extrapolation of central differences of f in
// coordinate k: steps h and h/2 and h/4, error of order h^6.
func central(f func([]float64) float64, at []float64, k int) float64 {
	diff := func(h float64) float64 {
		p := append([]float64(nil), at...)
		p[k] = at[k] + h
		hi := f(p)
		p[k] = at[k] - h
		return (hi - f(p)) / (2 * h)
	}
	h := 0.01 * math.Min(1, math.Max(0.1, math.Abs(at[k])))
	a, b, c := diff(h), diff(h/2), diff(h/4)
	ab, bc := (4*b-a)/3, (4*c-b)/3
	return (16*bc - ab) / 15
}

func TestEveryRowParses(t *testing.T) { require.NoError(t, tableErr) }

// Every name of every row has an evaluator, which takes the row's operands.
func TestEveryRowHasAnEvaluator(t *testing.T) {
	for name, e := range evaluators {
		r := named(name)
		if r == nil {
			r = arith[name]
		}
		require.NotPanics(t, func() { compute(e, points(t, r)[0]) }, "%s: %T", name, e)
		if w, ok := e.(byWidth); ok {
			require.IsType(t, w[0], w[1], name)
		}
	}
}

// Every partial of every row agrees with central differences.
func TestRowsAgainstDifferences(t *testing.T) {
	for _, r := range allRows() {
		t.Run(r.Name, func(t *testing.T) {
			pts := points(t, r)
			require.NotEmpty(t, pts)
			for o := range r.Outs {
				checkOut(t, r, o, pts)
			}
			if len(r.partials) == 0 {
				return
			}
			f := func(at []float64) float64 { return primal(r.Name, at) }
			for _, at := range pts {
				for k, c := range r.sig {
					if c != 'f' && c != 'c' || r.Name == "pow" && r.Zero(k) { // the exponent of powConst is a constant
						continue
					}
					ev := &evaluator{rule: r, args: at, r: f(at), d: 1.5}
					got, want := ev.eval(r.partial(k)), 1.5*central(f, at, k)
					require.InDelta(t, want, got, 2e-9*math.Max(1, math.Abs(want)), "operand %d at %v", k, at)
				}
			}
		})
	}
}

// checkOut compares the partials of an Out with central differences.
func checkOut(t *testing.T, r *Rule, o int, pts [][]float64) {
	if r.Outs[o].Inactive {
		return
	}
	f := func(at []float64) []float64 { return results(r.Name, at) }
	for _, at := range pts {
		all := f(at)
		for k := range at {
			ev := &evaluator{rule: r, args: at, r: all[o], all: all, d: 1.5}
			got, want := ev.eval(r.outPartial(o, k)), 1.5*central(func(a []float64) float64 { return f(a)[o] }, at, k)
			require.InDelta(t, want, got, 2e-9*math.Max(1, math.Abs(want)), "out %d, operand %d at %v", o, k, at)
		}
	}
}

var nan, inf = math.NaN(), math.Inf(1)

// specialPoints are those where a formula alone would give NaN or infinity,
// and kinks: the partials there for d = 1.
var specialPoints = []struct {
	name string
	at   []float64
	want []float64
}{
	{"sqrt", []float64{0}, []float64{0}},
	{"cbrt", []float64{0}, []float64{0}},
	{"fabs", []float64{0}, []float64{0}},
	{"hypot", []float64{0, 0}, []float64{0, 0}},
	{"atan2", []float64{0, 0}, []float64{0, 0}},
	{"atan2", []float64{1e-200, 1e-200}, []float64{inf, -inf}},
	{"pow", []float64{0, 0}, []float64{0, 0}},
	{"pow", []float64{0, 1}, []float64{1, 0}},
	{"pow", []float64{0, 2}, []float64{0, 0}},
	{"pow", []float64{0, 0.5}, []float64{0, 0}},
	{"pow", []float64{0, -1}, []float64{-inf, 0}},
	{"pow", []float64{-2, 3}, []float64{12, 0}},
	{"powi", []float64{0, 0}, []float64{0}},
	{"powi", []float64{0, 1}, []float64{1}},
	{"log", []float64{0}, []float64{inf}},
	{"fmax", []float64{2, 2}, []float64{1, 0}},
	{"fmin", []float64{2, 2}, []float64{1, 0}},
	{"fmax", []float64{nan, 2}, []float64{0, 1}},
	{"fmax", []float64{2, nan}, []float64{1, 0}},
	{"fmin", []float64{nan, 2}, []float64{0, 1}},
	{"fmin", []float64{2, nan}, []float64{1, 0}},
	{"fdim", []float64{2, 2}, []float64{0, 0}},
	{"copysign", []float64{0, -1}, []float64{0}},
	{"j1", []float64{0}, []float64{0.5}},
	{"asinh", []float64{0}, []float64{1}},
	{"significand", []float64{0}, []float64{1}},
}

// named is the rule of a libm function or an intrinsic.
func named(name string) *Rule {
	if r := libm[name]; r != nil {
		return r
	}
	return intrinsics[name]
}

func TestSpecialPoints(t *testing.T) {
	for _, c := range specialPoints {
		r := named(c.name)
		ev := &evaluator{rule: r, args: c.at, r: primal(c.name, c.at), d: 1}
		for k, want := range c.want {
			got := ev.eval(r.partial(k))
			require.True(t, got == want, "%s, operand %d at %v: %v instead of %v", c.name, k, c.at, got, want)
		}
	}
	for y, want := range map[float64]float64{0: 0, 0.5: 0, 1: 1, 2: 0, -1: -inf} {
		ev := &evaluator{rule: powConstRule, args: []float64{0, y}, r: math.Pow(0, y), d: 1}
		require.Equal(t, want, ev.eval(powConstRule.partial(0)), "pow(0, %v)", y)
	}
}

// Fmin and its like drop an operand; no other function does.
func TestDrops(t *testing.T) {
	var got []string
	for _, r := range allRows() {
		if r.Drops() {
			got = append(got, r.Name)
		}
	}
	require.Equal(t, []string{"fmax", "fmin", "fmaximum", "fminimum", "fdim",
		"x86.sse.min.ps", "x86.sse.max.ps", "x86.sse41.blendvpd", "x86.avx512.mask.fixupimm.pd.128"}, got)
}

// A partial that needs no primal value is d, -d or zero, so it needs no guard.
func TestPartialsWithoutNeeds(t *testing.T) {
	for _, r := range allRows() {
		for k, p := range r.partials {
			if r.Needs(k) == (Needs{}) && p.text != "conv" {
				require.True(t, p.chooses(), "%s, operand %d", r.Name, k)
			}
		}
	}
}
