package reverse_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
)

// sumGradient runs the gradient of testdata/result.ll on n points, checks it
// against its closed form, and gives what stands in the result's memory and the
// most heap memory that was alive.
func sumGradient(t *testing.T, kind llad.Activity, n int) (float64, uint64) {
	t.Helper()
	machine := gradientOf(t, "result.ll", llad.Request{Args: map[string]llad.Activity{"out": kind}})
	array := func(v []float64) interp.Ptr {
		a, err := machine.NewFloat64s(v)
		require.NoError(t, err)
		return a
	}
	x := points(n)
	px, dx, out, dout := array(x), array(make([]float64, n)), array([]float64{-7}), array([]float64{1})
	before := machine.Counts().HeapLive
	_, err := machine.Call("f_grad", interp.Pointer(px), interp.Pointer(dx), interp.I32(int32(n)), interp.Pointer(out), interp.Pointer(dout))
	require.NoError(t, err)
	grad, err := machine.ReadFloat64s(dx, n)
	require.NoError(t, err)
	var sum float64
	for _, v := range x {
		sum += math.Exp(v)
	}
	for i, v := range x {
		want := x[0] * math.Exp(v)
		if i == 0 {
			want += sum
		}
		require.InEpsilon(t, want, grad[i], 1e-12)
	}
	result, err := machine.ReadFloat64s(out, 1)
	require.NoError(t, err)
	return result[0], machine.Counts().HeapPeak - before
}

// A result that nobody wants is not stored: the inputs are then still what was
// read, and nothing is kept of them. A wanted one may lie among them, and is put
// back.
func TestUnreadResult(t *testing.T) {
	result, few := sumGradient(t, llad.DupNoNeed, 10)
	require.Equal(t, -7.0, result)
	_, many := sumGradient(t, llad.DupNoNeed, 2000)
	require.Equal(t, few, many)

	result, few = sumGradient(t, llad.Dup, 10)
	require.Greater(t, result, 0.0)
	_, many = sumGradient(t, llad.Dup, 50000)
	require.Less(t, many, few+50000*8) // but for the first results of exp
}
