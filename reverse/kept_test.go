package reverse_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
)

// againstDifferences compares the gradient of f(x, n) in a file, where x has size elements, with differences.
func againstDifferences(t *testing.T, file string, size int, n int64, value func(x []float64) float64) {
	t.Helper()
	machine := gradientOf(t, file, llad.Request{})
	x, err := machine.NewFloat64s(points(size))
	require.NoError(t, err)
	d, err := machine.NewFloat64s(make([]float64, size))
	require.NoError(t, err)
	ret, err := machine.Call("f_grad", interp.Pointer(x), interp.Pointer(d), interp.I64(n), interp.F64(1))
	require.NoError(t, err)
	require.InDelta(t, value(points(size)), ret.F64(), 1e-12)
	dx, err := machine.ReadFloat64s(d, size)
	require.NoError(t, err)
	const h = 1e-5
	for i := range dx {
		above, below := points(size), points(size)
		above[i] += h
		below[i] -= h
		require.InDelta(t, (value(above)-value(below))/(2*h), dx[i], 1e-7, i)
	}
}

// Values of one iteration that are kept one after the other have places of their own.
func TestSuccessiveValuesAreKeptApart(t *testing.T) {
	const n = 6
	againstDifferences(t, "successive.ll", n+1, n, func(x []float64) float64 {
		for i := range n {
			x[i] *= x[i]
			if i%2 == 0 {
				x[i+1] *= x[i+1] * x[i]
			}
		}
		return x[n] + x[n-1]
	})
}

// What a function that is not inlined writes is kept where it was read before.
func TestWritesOfCalleesAreSeen(t *testing.T) {
	againstDifferences(t, "written.ll", 3, 3, func(x []float64) float64 {
		return (x[0]*x[0] + x[1]*x[1] + x[2]*x[2]) * x[0] * x[0]
	})
}

// Threads add to what they share by atomic operations.
func TestThreadsAddAtomically(t *testing.T) {
	text, err := os.ReadFile("testdata/region.ll")
	require.NoError(t, err)
	for _, f := range []string{"f", "g", "h"} {
		m, err := ir.Read("region.ll", text)
		require.NoError(t, err)
		_, err = llad.Differentiate(m, llad.Request{Mode: llad.Reverse, Func: f})
		require.NoError(t, err)
		require.Contains(t, string(m.Bytes()), "atomicrmw fadd ptr ", f) // the file itself has none
	}
}

// What an iteration reads of an array and the next one is given in a register is kept once.
func TestWhatIsCarriedIsKeptOnce(t *testing.T) {
	for _, n := range []int64{1, 2, 5} {
		againstDifferences(t, "carried.ll", 6, n, func(x []float64) float64 {
			for j := n; j > 0; j-- {
				for i := range j {
					x[i] = (x[i]*x[i+1] + x[i]) / 2
				}
			}
			return x[0]
		})
	}
	text, err := os.ReadFile("testdata/carried.ll")
	require.NoError(t, err)
	m, err := ir.Read("carried.ll", text)
	require.NoError(t, err)
	e, err := llad.Explain(m, llad.Request{Func: "f", Mode: llad.Reverse})
	require.NoError(t, err)
	for _, l := range e.Functions[0].Loops {
		if l.Depth == 2 {
			require.EqualValues(t, 8, l.Kept)
		}
	}
}
