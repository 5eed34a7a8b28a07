package reverse_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
)

// steppedGradient runs the gradient of testdata/steps.ll and gives what it allocated.
func steppedGradient(t *testing.T, n, steps int) (dx []float64, used interp.Counts) {
	t.Helper()
	return gradientInSteps(t, gradientOf(t, "steps.ll", llad.Request{}), n, interp.I64(int64(n)), interp.I64(int64(steps)))
}

// gradientInSteps runs the gradient of a function of n floats, their number and that of steps, and gives what it allocated.
func gradientInSteps(t *testing.T, machine *interp.Machine, n int, size, steps interp.Value) (dx []float64, used interp.Counts) {
	t.Helper()
	px, err := machine.NewFloat64s(points(n))
	require.NoError(t, err)
	pd, err := machine.NewFloat64s(make([]float64, n))
	require.NoError(t, err)
	before := machine.Counts()
	_, err = machine.Call("f_grad", interp.Pointer(px), interp.Pointer(pd), size, steps, interp.F64(1))
	require.NoError(t, err)
	dx, err = machine.ReadFloat64s(pd, n)
	require.NoError(t, err)
	used = machine.Counts()
	used.Allocs -= before.Allocs
	used.HeapPeak -= before.HeapLive
	return dx, used
}

// Vectors that steps make come from the tape, and what is read of them is not kept
// once more.
func TestVectorsOfStepsComeFromTheTape(t *testing.T) {
	_, some := steppedGradient(t, 64, 100)
	_, more := steppedGradient(t, 64, 800)
	require.LessOrEqual(t, more.Allocs, some.Allocs+8) // chunks, which double
	require.Less(t, more.HeapPeak, uint64(2*800*4*64*8))

	m := moduleOf(t, "steps.ll")
	e, err := llad.Explain(m, llad.Request{Func: "f", Mode: llad.Reverse})
	require.NoError(t, err)
	var kept []int64
	for _, l := range e.Functions[0].Loops {
		if l.Depth == 2 {
			kept = append(kept, l.Kept)
		}
	}
	require.Equal(t, []int64{0, 8}, kept) // the products, of which all steps have one vector
}

// So do blocks whose addresses stand in a small local table.
func TestBlocksInTableComeFromTheTape(t *testing.T) {
	gradient := func(steps int32) interp.Counts {
		_, used := gradientInSteps(t, gradientOf(t, "tabled.ll", llad.Request{}), 64, interp.I32(64), interp.I32(steps))
		return used
	}
	require.LessOrEqual(t, gradient(800).Allocs, gradient(100).Allocs+8) // chunks, which double
}

// So do those that an exception would end while others are made.
func TestBlocksOfInvokesComeFromTheTape(t *testing.T) {
	gradient := func(steps int64) ([]float64, interp.Counts) {
		return gradientInSteps(t, gradientOf(t, "thrown_blocks.ll", llad.Request{}), 8, interp.I64(8), interp.I64(steps))
	}
	_, some := gradient(100)
	_, more := gradient(800)
	require.LessOrEqual(t, more.Allocs, some.Allocs+8) // chunks, which double

	const n, steps, h = 8, 3, 1e-5
	value := func(y []float64) (s float64) {
		y = append([]float64(nil), y...)
		for range steps {
			k := make([]float64, n)
			for i := range k {
				k[i] = y[i] * y[n-1-i]
			}
			for i := range y {
				y[i] += 0.01 * k[i] * k[n-1-i]
			}
		}
		for _, v := range y {
			s += v * v
		}
		return s
	}
	got, _ := gradient(steps)
	x := points(n)
	for i := range x {
		x[i] += h
		up := value(x)
		x[i] -= 2 * h
		require.InDelta(t, (up-value(x))/(2*h), got[i], 1e-8)
		x[i] += h
	}
}

// What fills vectors that iterations allocate does not overwrite what earlier ones have read, wherever that was: rows and
// vectors are read again.
func TestFreshVectorsOverwriteNothing(t *testing.T) {
	m := moduleOf(t, "fresh_vectors.ll")
	e, err := llad.Explain(m, llad.Request{Func: "f", Mode: llad.Reverse})
	require.NoError(t, err)
	innermost := 0
	for _, l := range e.Functions[0].Loops {
		if l.Depth == 4 {
			innermost++
			require.Zero(t, l.Kept)
		}
	}
	require.Positive(t, innermost)
}

func TestVectorsOfStepsGradient(t *testing.T) {
	const n, steps, h = 5, 7, 1e-5
	value := func(x []float64) (s float64) {
		x = append([]float64(nil), x...)
		for range steps {
			y := make([]float64, n)
			for i := range y {
				k := x[i] * x[n-1-i]
				y[i] = x[i] + 0.01*k*k
			}
			x = y
		}
		for _, v := range x {
			s += v * v
		}
		return s
	}
	dx, _ := steppedGradient(t, n, steps)
	for i := range dx {
		above, below := points(n), points(n)
		above[i] += h
		below[i] -= h
		require.InDelta(t, (value(above)-value(below))/(2*h), dx[i], 1e-7)
	}
}
