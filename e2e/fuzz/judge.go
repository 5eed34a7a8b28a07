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

// judge holds derivatives of the function against each other, against differences, and against a second call;
// it gives what is wrong.
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
	for k := range differenceSteps {
		for _, sign := range []float64{1, -1} {
			calls = append(calls, call{'f', moved(x, v, sign*step(k)), nil})
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
	base, points, rest := states[0], states[1:1+2*differenceSteps], states[1+2*differenceSteps:]

	c := &comparison{n: n, tol: tol}
	for k, s := range rest {
		c.effects(string(calls[1+2*differenceSteps+k].mode), s, base)
	}
	var forward, reverse, size float64
	if jvp {
		j := rest[len(rest)-2]
		forward, size = dot(u, j.shadow, n), dotSize(u, j.shadow, n)
		c.sameTangents(j.shadow, rest[len(rest)-1].shadow)
	}
	if grad {
		g := rest[0]
		g.shadow[n-1] = 0
		reverse = dot(g.shadow, v, n)
		size = math.Max(size, dotSize(g.shadow, v, n))
		c.sameGradients(g.shadow, rest[1].shadow, a, size)
	}
	size = math.Max(size, 1e-3)
	if grad && jvp {
		if e := math.Abs(forward-reverse) / size; !(e <= tol.dot) {
			c.say("forward %.17g, reverse %.17g (error %.1e)", forward, reverse, e)
		}
	}
	got := forward
	if !jvp {
		got = reverse
	}
	out := func(s state) float64 { return dot(u, s.primal, n) }
	c.differences(got, size, out(base), func(k int) (p, q float64) { return out(points[2*k]), out(points[2*k+1]) })
	return c.bad, nil
}

// differenceSteps is how many steps of differences are tried.
const differenceSteps = 3

func step(k int) float64 { return math.Ldexp(1, -12-3*k) }

// comparison collects what is not as it should be.
type comparison struct {
	n   int // numbers of a point
	tol tolerance
	bad []string
}

func (c *comparison) say(format string, args ...any) {
	c.bad = append(c.bad, fmt.Sprintf(format, args...))
}

// effects compares what a derivative does besides with what the function does.
func (c *comparison) effects(what string, s, base state) {
	if s.ints != base.ints {
		c.say("%s: integers %v, f leaves %v", what, s.ints, base.ints)
	}
	for i := range c.n {
		if i == c.n-2 {
			continue
		}
		if !same(s.primal[i], base.primal[i], c.tol.exact) {
			c.say("%s: primal number %d is %v, f leaves %v", what, i, s.primal[i], base.primal[i])
			break
		}
	}
}

// sameTangents compares the tangents of two calls with the same arguments.
func (c *comparison) sameTangents(first, again []float64) {
	for i, t := range again {
		if t != first[i] && !(math.IsNaN(t) && math.IsNaN(first[i])) {
			c.say("tangent %d: %v, the second time %v", i, first[i], t)
			break
		}
	}
}

// sameGradients compares the gradients of two calls, of which the second began with a gradient a
// of the input a.
func (c *comparison) sameGradients(first, again []float64, a, size float64) {
	for i, t := range again[:c.n-1] {
		if i == c.n-2 {
			t -= a
		}
		if e := math.Abs(t-first[i]) / math.Max(1, size); !(e <= 1e-12) {
			c.say("gradient %d: %v, the second time %v", i, first[i], t)
			break
		}
	}
}

// differences compares a derivative with differences. These are believed where two steps of
// them agree, and left and right: elsewhere there is a kink, a jump, or not enough precision.
func (c *comparison) differences(got, size, base float64, at func(k int) (p, q float64)) {
	best, spread := math.NaN(), math.Inf(1)
	var last float64
	for k := range differenceSteps {
		h := step(k)
		p, q := at(k)
		d := (p - q) / (2 * h)
		side := math.Abs((p-base)-(base-q)) / h
		if k > 0 && side <= 16*math.Ldexp(1, -12-3*k+3)*size+c.tol.diff*size {
			if e := math.Abs(d - last); e < spread {
				best, spread = d, e
			}
		}
		last = d
	}
	if spread <= 0.1*c.tol.diff*size {
		if e := math.Abs(best-got) / size; !(e <= c.tol.diff) {
			c.say("derivative %.12g, differences say %.12g (error %.1e)", got, best, e)
		}
	}
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
