package reverse_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
)

// storedGradient runs the gradient of testdata/stored.ll on n points, its result
// stored at out, and gives the most heap memory that was alive.
func storedGradient(t *testing.T, n int, alias bool) (x, dx []float64, peak uint64) {
	t.Helper()
	machine := gradientOf(t, "stored.ll", llad.Request{})
	array := func(a []float64) interp.Ptr {
		p, err := machine.NewFloat64s(a)
		require.NoError(t, err)
		return p
	}
	px, pd := array(points(n)), array(make([]float64, n))
	out, dout := array([]float64{0}), array([]float64{1})
	if alias {
		out, dout = px, pd
		require.NoError(t, machine.WriteFloat64s(pd, append([]float64{1}, make([]float64, n-1)...)))
	}
	before := machine.Counts().HeapLive
	_, err := machine.Call("f_grad", interp.Pointer(px), interp.Pointer(pd), interp.Pointer(out), interp.Pointer(dout),
		interp.I64(int64(n)), interp.I64(6))
	require.NoError(t, err)
	x, err = machine.ReadFloat64s(px, n)
	require.NoError(t, err)
	dx, err = machine.ReadFloat64s(pd, n)
	require.NoError(t, err)
	return x, dx, machine.Counts().HeapPeak - before
}

// A result that is stored where the points might be does not make the gradient
// keep anything of each point; where it is stored among them, the gradient is
// the same, and memory holds it afterwards.
func TestStoredResultIsPutBack(t *testing.T) {
	_, want, few := storedGradient(t, 10, false)
	_, _, many := storedGradient(t, 2000, false)
	require.LessOrEqual(t, many, few)
	x, got, _ := storedGradient(t, 10, true)
	require.InDeltaSlice(t, want, got, 1e-9)
	require.NotEqual(t, points(10)[0], x[0])
	require.Equal(t, points(10)[1:], x[1:])
}
