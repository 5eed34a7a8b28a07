package reverse_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// moduleOf reads a module in testdata.
func moduleOf(t *testing.T, file string) *ir.Module {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)
	m, err := ir.Read(file, text)
	require.NoError(t, err)
	return m
}

// gradientOf prepares f and f_grad of a module in testdata for the interpreter;
// req says how it is differentiated, in reverse mode.
func gradientOf(t *testing.T, file string, req llad.Request) *interp.Machine {
	t.Helper()
	m := moduleOf(t, file)
	req.Func, req.Mode = "f", llad.Reverse
	_, err := llad.Differentiate(m, req)
	require.NoError(t, err)
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	return machine
}

func points(n int) []float64 {
	x := make([]float64, n)
	for k := range x {
		x[k] = 0.5 + 0.25*float64(k%5)
	}
	return x
}

// gradient runs f_grad on n points and gives the result, the gradient and the
// most heap memory that was alive.
func gradient(t *testing.T, n int) (float64, []float64, uint64) {
	t.Helper()
	machine := gradientOf(t, "nest.ll", llad.Request{})
	x, err := machine.NewFloat64s(points(n))
	require.NoError(t, err)
	d, err := machine.NewFloat64s(make([]float64, n))
	require.NoError(t, err)
	before := machine.Counts().HeapLive
	ret, err := machine.Call("f_grad", interp.Pointer(x), interp.Pointer(d), interp.I32(int32(n)), interp.F64(1))
	require.NoError(t, err)
	grad, err := machine.ReadFloat64s(d, n)
	require.NoError(t, err)
	return ret.F64(), grad, machine.Counts().HeapPeak - before
}

// A loop around loops is replayed: what an iteration computes inside is not
// kept, so more iterations need no more tape than the local array that each of
// them finds: 64 bytes, and the tape's next chunk is twice as large as its last.
func TestReplayKeepsNothingOfTheInside(t *testing.T) {
	_, _, few := gradient(t, 10)
	_, _, many := gradient(t, 2000)
	require.LessOrEqual(t, many, few+3*2000*64)
}

func TestReplayedGradientAgreesWithDifferences(t *testing.T) {
	const n = 7
	value, grad, _ := gradient(t, n)
	machine := gradientOf(t, "nest.ll", llad.Request{})
	at := func(x []float64) float64 {
		p, err := machine.NewFloat64s(x)
		require.NoError(t, err)
		v, err := machine.Call("f", interp.Pointer(p), interp.I32(n))
		require.NoError(t, err)
		return v.F64()
	}
	require.Equal(t, at(points(n)), value)
	for k := range n {
		const h = 1e-5
		up, down := points(n), points(n)
		up[k] += h
		down[k] -= h
		require.InEpsilon(t, (at(up)-at(down))/(2*h), grad[k], 1e-7)
	}
}

// A byte beside every element that a nest of loops computed and stored is kept rather
// than the nest run again.
func TestNestsAreNotRunAgainForLittle(t *testing.T) {
	const n, m = 12, 5
	machine := gradientOf(t, "kinks.ll", llad.Request{})
	pointers := make([]interp.Value, 6)
	for k, size := range []int{n * n, n * n, m * m, m * m, n * n, n * n} {
		x := make([]float64, size)
		if k%2 == 0 {
			x = points(size)
		}
		p, err := machine.NewFloat64s(x)
		require.NoError(t, err)
		pointers[k] = interp.Pointer(p)
	}
	steps := func(name string, args ...interp.Value) uint64 {
		before := machine.Counts().Steps
		_, err := machine.Call(name, args...)
		require.NoError(t, err)
		return machine.Counts().Steps - before
	}
	primal := steps("f", pointers[0], pointers[2], pointers[4], interp.I32(n), interp.I32(m))
	gradient := steps("f_grad", append(pointers, interp.I32(n), interp.I32(m), interp.F64(1))...)
	require.Less(t, gradient, 3*primal)
}

// What a function of the library computes from an element is kept, 8 bytes each, where a nest of loops would be run again
// for it; what each step computes from the same elements, and what would keep more than such a call is worth, is run again.
func TestDearCallsAreNotRunAgain(t *testing.T) {
	const n, m = 3, 4
	text, err := os.ReadFile("testdata/weights.ll")
	require.NoError(t, err)
	for name, runs := range map[string]uint64{"f": 1, "g": 2, "h": 2} {
		mod, err := ir.Read("weights.ll", text)
		require.NoError(t, err)
		_, err = llad.Differentiate(mod, llad.Request{Func: name, Mode: llad.Reverse})
		require.NoError(t, err)
		machine, err := interp.New(mod, interp.Options{Evaluators: rules.Evaluator, CountCalls: []string{"llvm.exp.f64"}})
		require.NoError(t, err)
		at := func(x []float64) interp.Value {
			p, err := machine.NewFloat64s(x)
			require.NoError(t, err)
			return interp.Pointer(p)
		}
		d, err := machine.NewFloat64s(make([]float64, n*m))
		require.NoError(t, err)
		_, err = machine.Call(name+"_grad", at(points(n*m)), interp.Pointer(d), interp.I64(n), interp.I64(m), interp.F64(1))
		require.NoError(t, err)
		require.Equal(t, runs*n*m, machine.Counts().Named["llvm.exp.f64"], name)
		grad, err := machine.ReadFloat64s(d, n*m)
		require.NoError(t, err)
		value := func(k int, by float64) float64 {
			x := points(n * m)
			x[k] += by
			v, err := machine.Call(name, at(x), interp.I64(n), interp.I64(m))
			require.NoError(t, err)
			return v.F64()
		}
		for k := range grad {
			const h = 1e-5
			require.InDelta(t, (value(k, h)-value(k, -h))/(2*h), grad[k], 1e-7, "%s %d", name, k)
		}
	}
}
