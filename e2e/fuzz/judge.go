package fuzz

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// tolerances of a judgement.
type tolerance struct {
	exact bool    // primal results agree bit for bit
	dot   float64 // forward against reverse
	diff  float64 // both against differences
}

// judge runs f and its derivatives and says what is wrong with them. Without
// grad or jvp only the other is judged.
func judge(m machine, w world, seed uint64, tol tolerance, grad, jvp bool) ([]string, error) {
	r := rand.New(rand.NewPCG(seed, 0x6a75646765))
	x := w.point(r, 0.25, 1.75)
	v := w.point(r, -1, 1)
	u := w.point(r, -1, 1)
	n := len(x)
	x[n-1], v[n-1] = 0, 0 // the result is no input
	a := u[n-2]
	u[n-2] = 0 // and a no output

	calls := []call{{'f', x, nil}}
	const steps = 3
	for k := range steps {
		h := math.Ldexp(1, -12-3*k)
		for _, sign := range []float64{1, -1} {
			calls = append(calls, call{'f', moved(x, v, sign*h), nil})
		}
	}
	if grad {
		calls = append(calls, call{'g', x, u}, call{'g', x, withGradient(u, a)})
	}
	if jvp {
		calls = append(calls, call{'j', x, v}, call{'j', x, v})
	}
	states, err := m.run(w, calls)
	if err != nil {
		return nil, err
	}
	base, points, rest := states[0], states[1:1+2*steps], states[1+2*steps:]

	var bad []string
	say := func(format string, args ...any) { bad = append(bad, fmt.Sprintf(format, args...)) }
	for k, s := range rest {
		what := string(calls[1+2*steps+k].mode)
		if s.ints != base.ints {
			say("%s: integers %v, f leaves %v", what, s.ints, base.ints)
		}
		for i := range n {
			if i == n-2 {
				continue
			}
			if !same(s.primal[i], base.primal[i], tol.exact) {
				say("%s: primal number %d is %v, f leaves %v", what, i, s.primal[i], base.primal[i])
				break
			}
		}
	}
	out := func(s state) float64 { return dot(u, s.primal, n) }
	var forward, reverse, size float64
	if jvp {
		j := rest[len(rest)-2]
		forward, size = dot(u, j.shadow, n), dotSize(u, j.shadow, n)
		for i, t := range rest[len(rest)-1].shadow {
			if t != j.shadow[i] && !(math.IsNaN(t) && math.IsNaN(j.shadow[i])) {
				say("tangent %d: %v, the second time %v", i, j.shadow[i], t)
				break
			}
		}
	}
	if grad {
		g := rest[0]
		g.shadow[n-1] = 0
		reverse = dot(g.shadow, v, n)
		size = math.Max(size, dotSize(g.shadow, v, n))
		for i, t := range rest[1].shadow[:n-1] {
			if i == n-2 {
				t -= a
			}
			if e := math.Abs(t-g.shadow[i]) / math.Max(1, size); !(e <= 1e-12) {
				say("gradient %d: %v, the second time %v", i, g.shadow[i], t)
				break
			}
		}
	}
	size = math.Max(size, 1e-3)
	if grad && jvp {
		if e := math.Abs(forward-reverse) / size; !(e <= tol.dot) {
			say("forward %.17g, reverse %.17g (error %.1e)", forward, reverse, e)
		}
	}
	got := forward
	if !jvp {
		got = reverse
	}
	// Differences are believed where two steps of them agree, and left and
	// right: elsewhere there is a kink, a jump, or not enough precision.
	best, spread := math.NaN(), math.Inf(1)
	var last float64
	for k := range steps {
		h := math.Ldexp(1, -12-3*k)
		p, q := out(points[2*k]), out(points[2*k+1])
		d := (p - q) / (2 * h)
		side := math.Abs((p-out(base))-(out(base)-q)) / h
		if k > 0 && side <= 16*math.Ldexp(1, -12-3*k+3)*size+tol.diff*size {
			if e := math.Abs(d - last); e < spread {
				best, spread = d, e
			}
		}
		last = d
	}
	if spread <= 0.1*tol.diff*size {
		if e := math.Abs(best-got) / size; !(e <= tol.diff) {
			say("derivative %.12g, differences say %.12g (error %.1e)", got, best, e)
		}
	}
	return bad, nil
}

func moved(x, v []float64, h float64) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		out[i] = x[i] + h*v[i]
	}
	return out
}

// withGradient is u with something already in the gradient of a.
func withGradient(u []float64, a float64) []float64 {
	out := append([]float64(nil), u...)
	out[len(u)-2] = a
	return out
}

func dot(a, b []float64, n int) (s float64) {
	for i := range n {
		if a[i] != 0 {
			s += a[i] * b[i]
		}
	}
	return s
}

func dotSize(a, b []float64, n int) (s float64) {
	for i := range n {
		if a[i] != 0 {
			s += math.Abs(a[i] * b[i])
		}
	}
	return s
}

func same(a, b float64, exact bool) bool {
	if math.Float64bits(a) == math.Float64bits(b) {
		return true
	}
	if math.IsNaN(a) && math.IsNaN(b) {
		return true
	}
	return !exact && math.Abs(a-b) <= 1e-6*math.Max(1, math.Abs(b))
}
