package reverse_test

import (
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// sines is the sine of the sine of x, ten times, and its derivative.
func sines(x float64) (value, by float64) {
	value, by = x, 1
	for range 10 {
		value, by = math.Sin(value), by*math.Cos(value)
	}
	return value, by
}

// Iterations that store results which nothing else touches run once, in the reverse sweep; where they are read behind the loop, or
// one iteration overwrites what another one stored, the forward sweep runs them too. Memory and gradients are right in any case.
func TestResultsOfIterations(t *testing.T) {
	const n = 7
	text, err := os.ReadFile("testdata/results.ll")
	require.NoError(t, err)
	for _, c := range []struct {
		name string
		runs uint64                           // of each iteration
		want func(values []float64) []float64 // what memory holds afterwards
		by   func(values []float64, i int) float64
	}{
		{"f", 1, func(v []float64) []float64 { return v }, func(_ []float64, i int) float64 { return float64(i + 1) }},
		{"g", 2, func(v []float64) []float64 { return append([]float64{v[0] * v[0]}, v[1:]...) }, func(v []float64, i int) float64 {
			if i == 0 {
				return 2 * v[0]
			}
			return float64(i + 1)
		}},
		{"h", 2, func(v []float64) []float64 { return []float64{v[n-1], v[n-2], 9, 9, 9, 9, 9} }, func(_ []float64, i int) float64 {
			return map[int]float64{n - 1: 1, n - 2: 2}[i]
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := ir.Read("results.ll", text)
			require.NoError(t, err)
			_, err = llad.Differentiate(m, llad.Request{Func: c.name, Mode: llad.Reverse})
			require.NoError(t, err)
			machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator, CountCalls: []string{"llvm.sin.f64"}})
			require.NoError(t, err)
			x, r, seeds, values, by := points(n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
			for i := range n {
				r[i], seeds[i] = 9, float64(i+1)
				values[i], by[i] = sines(x[i])
			}
			var at [4]interp.Ptr
			for k, data := range [][]float64{x, make([]float64, n), r, seeds} {
				at[k], err = machine.NewFloat64s(data)
				require.NoError(t, err)
			}
			_, err = machine.Call(c.name+"_grad", interp.Pointer(at[0]), interp.Pointer(at[1]), interp.Pointer(at[2]), interp.Pointer(at[3]), interp.I64(n))
			require.NoError(t, err)
			require.Equal(t, c.runs*10*n, machine.Counts().Named["llvm.sin.f64"])
			left, err := machine.ReadFloat64s(at[2], n)
			require.NoError(t, err)
			require.Equal(t, c.want(values), left)
			dx, err := machine.ReadFloat64s(at[1], n)
			require.NoError(t, err)
			for i := range n {
				require.InDelta(t, c.by(values, i)*by[i], dx[i], 1e-12, "%d", i)
			}
		})
	}
}
