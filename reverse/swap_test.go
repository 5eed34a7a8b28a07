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

// Elements that change places in every step are swapped back, and nothing is kept of
// what loops read of them; where something else is written there too, what they read is
// kept. Clang 19 made the text of
//
//	for (int t = 0; t < steps; t++) {
//	  std::swap(y[t % n], y[(3 * t + 1) % n]);
//	  for (int k = 0; k < n; k++) sum += y[k] * y[k] * k;
//	}
//
// with y[i] = x[i], where halved ends a step by y[0] *= 0.5, and points swaps structs
// {x[i], x[i] + 1, 1.0 + i} with sum += p[k].a * p[k - 1].b * p[k].c.
func TestSwappedBack(t *testing.T) {
	text, err := os.ReadFile("testdata/swapped.ll")
	require.NoError(t, err)
	gradients := map[string]func(x []float64, steps int) []float64{
		"numbers": func(x []float64, steps int) []float64 { return swappedNumbers(x, steps, 1) },
		"halved":  func(x []float64, steps int) []float64 { return swappedNumbers(x, steps, 0.5) },
		"points":  swappedPoints,
	}
	for f, want := range gradients {
		t.Run(f, func(t *testing.T) {
			m, err := ir.Read("swapped.ll", text)
			require.NoError(t, err)
			e, err := llad.Explain(m, llad.Request{Mode: llad.Reverse, Func: f})
			require.NoError(t, err)
			require.Zero(t, e.Functions[0].Totals.TapeBytes)
			require.Equal(t, f == "halved", len(e.Functions[0].Totals.Open) > 0, e.String())
			m, err = ir.Read("swapped.ll", text)
			require.NoError(t, err)
			_, err = llad.New(m).Differentiate(llad.Request{Mode: llad.Reverse, Func: f})
			require.NoError(t, err)
			machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator, MaxSteps: 1e8})
			require.NoError(t, err)
			for _, steps := range []int{0, 1, 2, 3, 20} {
				x := []float64{0.5, 0.75, -0.25, 1.25, 0.625}
				px, err := machine.NewFloat64s(x)
				require.NoError(t, err)
				dx, err := machine.NewFloat64s(make([]float64, len(x)))
				require.NoError(t, err)
				_, err = machine.Call(f+"_grad", interp.Pointer(px), interp.Pointer(dx), interp.I32(int32(len(x))), interp.I32(int32(steps)), interp.F64(1))
				require.NoError(t, err)
				d, err := machine.ReadFloat64s(dx, len(x))
				require.NoError(t, err)
				require.InDeltaSlice(t, want(x, steps), d, 1e-12, "%d steps", steps)
			}
		})
	}
}

// swappedNumbers is the gradient of numbers and halved: element k holds factor[k] times
// x[from[k]].
func swappedNumbers(x []float64, steps int, scale float64) []float64 {
	n := len(x)
	from, factor, d := make([]int, n), make([]float64, n), make([]float64, n)
	for k := range x {
		from[k], factor[k] = k, 1
	}
	for t := range steps {
		i, j := t%n, (3*t+1)%n
		from[i], from[j] = from[j], from[i]
		factor[i], factor[j] = factor[j], factor[i]
		for k := range x {
			d[from[k]] += 2 * factor[k] * factor[k] * x[from[k]] * float64(k)
		}
		factor[0] *= scale
	}
	return d
}

func swappedPoints(x []float64, steps int) []float64 {
	n := len(x)
	from, d := make([]int, n), make([]float64, n)
	for k := range x {
		from[k] = k
	}
	for t := range steps {
		i, j := t%n, (3*t+1)%n
		from[i], from[j] = from[j], from[i]
		for k := 1; k < n; k++ {
			a, b, c := from[k], from[k-1], 1+float64(from[k])
			d[a] += (x[b] + 1) * c
			d[b] += x[a] * c
		}
	}
	return d
}
