package interp

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// mathFunc is a pure function of one to three numbers.
type mathFunc struct {
	f1 func(float64) float64
	f2 func(x, y float64) float64
	f3 func(x, y, z float64) float64
}

func (f *mathFunc) arity() int {
	switch {
	case f.f1 != nil:
		return 1
	case f.f2 != nil:
		return 2
	}
	return 3
}

// evaluated makes a builtin of the Go function that computes a function, see
// Options.Evaluators; nil for a Go type that is not known, and for a prototype
// with another number of operands.
func evaluated(name string, t *ir.Type, fn any) *builtin {
	b := &builtin{name: name, pure: !slices.ContainsFunc(t.Fields, (*ir.Type).IsPtr)}
	operands := 1
	switch fn := fn.(type) {
	case func(float64) float64:
		b.math = &mathFunc{f1: fn}
	case func(x, y float64) float64:
		b.math, operands = &mathFunc{f2: fn}, 2
	case func(x, y, z float64) float64:
		b.math, operands = &mathFunc{f3: fn}, 3
	case func(float64, int) float64:
		b.fn, operands = func(c *call) error { return c.withInt(0, 1, fn) }, 2
	case func(int, float64) float64:
		b.fn, operands = func(c *call) error { return c.withInt(1, 0, func(x float64, n int) float64 { return fn(n, x) }) }, 2
	case func(float64) (float64, float64):
		b.fn = func(c *call) error {
			return c.twoResults(1, false, func(x, _ float64) (float64, float64) { return fn(x) })
		}
	case func(float64) (float64, int):
		b.fn = func(c *call) error {
			return c.twoResults(1, true, func(x, _ float64) (float64, float64) { r, n := fn(x); return r, float64(n) })
		}
	case func(x, y float64) (float64, int):
		b.fn, operands = func(c *call) error {
			return c.twoResults(2, true, func(x, y float64) (float64, float64) { r, n := fn(x, y); return r, float64(n) })
		}, 2
	case func(complex128) complex128, func(z, w complex128) complex128, func(complex128) float64:
		if slices.ContainsFunc(t.Fields, func(p *ir.Type) bool { return !p.HasFloat() }) { // long double goes through memory
			return nil
		}
		b.fn = func(c *call) error { return c.complex(fn) }
		return b
	default:
		return nil
	}
	if n := slices.IndexFunc(t.Fields, (*ir.Type).IsPtr); n >= 0 && n != operands ||
		n < 0 && len(t.Fields) != operands && !strings.HasPrefix(name, "llvm.") {
		return nil
	}
	return b
}

// math calls a function of numbers that was not decoded as an operation: its
// operands may be of several types, and metadata may stand behind them.
func (c *call) math(f *mathFunc) error {
	n, out := f.arity(), c.result()
	fits := c.retType().IsFP() && c.nargs() >= n
	for k := 0; fits && k < c.nargs(); k++ {
		if k < n {
			fits = c.typ(k).IsFP() && len(c.slots(k)) == len(out)
		} else {
			fits = c.typ(k) == ir.MetaType
		}
	}
	if !fits {
		return faultf(BadCall, "%s called as %s", c.name(), c.in.x.fnType)
	}
	to := leafKindOf(c.retType().Scalar())
	for j := range out {
		var x [3]float64
		for k := range n {
			x[k] = toF64(leafKindOf(c.typ(k).Scalar()), c.slots(k)[j])
		}
		switch n {
		case 1:
			x[0] = f.f1(x[0])
		case 2:
			x[0] = f.f2(x[0], x[1])
		default:
			x[0] = f.f3(x[0], x[1], x[2])
		}
		out[j] = fromF64(to, x[0])
	}
	return nil
}

// withInt computes a function of a number and an integer, lane by lane; one
// integer may stand for all lanes.
func (c *call) withInt(number, integer int, f func(float64, int) float64) error {
	if err := c.want(2); err != nil {
		return err
	}
	if !c.retType().IsFP() || !c.typ(number).IsFP() || !c.typ(integer).Scalar().IsInt() || len(c.slots(number)) != len(c.result()) {
		return faultf(BadCall, "%s called as %s", c.name(), c.in.x.fnType)
	}
	k, ints := leafKindOf(c.retType().Scalar()), c.slots(integer)
	w := min(leafBits(c.typ(integer).Scalar()), 64)
	for j, x := range c.slots(number) {
		n := max(min(signed(ints[min(j, len(ints)-1)], w), 1<<31), -1<<31)
		c.result()[j] = fromF64(k, f(toF64(k, x), int(n)))
	}
	return nil
}

// twoResults computes a function with two results, the second of which may be an
// integer of 32 bits. Intrinsics return both, lane by lane; others store the
// second through the pointer behind the operands, or both through two.
func (c *call) twoResults(operands int, integer bool, f func(x, y float64) (float64, float64)) error {
	if err := c.want(operands); err != nil {
		return err
	}
	t := c.typ(0)
	k, n, out := leafKindOf(t.Scalar()), len(c.slots(0)), c.result()
	if c.retType().IsAggregate() {
		if len(out) != 2*n {
			return faultf(BadCall, "%s called as %s", c.name(), c.in.x.fnType)
		}
		for j, x := range c.slots(0) {
			a, b := f(toF64(k, x), 0)
			out[j], out[n+j] = fromF64(k, a), fromF64(k, b)
			if integer {
				out[n+j] = uint64(uint32(int32(b)))
			}
		}
		return nil
	}
	a, b := f(c.f(0), c.f(operands-1))
	to := operands
	if c.retType() == ir.Void {
		if err := c.want(to + 2); err != nil {
			return err
		}
		if err := c.storeF(to, a, t); err != nil {
			return err
		}
		to++
	} else {
		if err := c.want(to + 1); err != nil {
			return err
		}
		c.retF(a)
	}
	if integer {
		return c.m.mem.storeWord(c.u(to), 4, uint64(uint32(int32(b))), 0)
	}
	return c.storeF(to, b, t)
}

// storeF stores a number of type t at the address in argument k.
func (c *call) storeF(k int, x float64, t *ir.Type) error {
	sh, err := c.m.types.shape(t)
	if err != nil {
		return err
	}
	return c.m.mem.storeShape(sh, c.u(k), []uint64{fromF64(leafKindOf(t), x)}, nil)
}

// complex computes a function of complex numbers. Clang passes a double complex
// as two doubles and a float complex as two floats or a vector of two; either
// way the numbers stand in the registers one after the other.
func (c *call) complex(fn any) error {
	var parts []float64
	for k := range c.nargs() {
		kind := leafKindOf(c.typ(k).Scalar())
		for _, b := range c.slots(k) {
			parts = append(parts, toF64(kind, b))
		}
	}
	var a []complex128
	for k := 0; k+1 < len(parts); k += 2 {
		a = append(a, complex(parts[k], parts[k+1]))
	}
	out, rt := c.result(), c.retType()
	want, members := 1, 2
	switch fn.(type) {
	case func(z, w complex128) complex128:
		want = 2
	case func(complex128) float64:
		members = 1
	}
	if len(a) != want || len(out) != members {
		return faultf(BadCall, "%s called as %s", c.name(), c.in.x.fnType)
	}
	var z complex128
	switch fn := fn.(type) {
	case func(complex128) complex128:
		z = fn(a[0])
	case func(z, w complex128) complex128:
		z = fn(a[0], a[1])
	case func(complex128) float64:
		c.retF(fn(a[0]))
		return nil
	}
	if rt.IsAggregate() {
		rt = rt.At(0)
	}
	kind := leafKindOf(rt.Scalar())
	out[0], out[1] = fromF64(kind, real(z)), fromF64(kind, imag(z))
	return nil
}
