package reverse_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
)

// turns runs testdata/turns.ll with n steps over the points x of k rounds each, and gives its gradient and the most heap memory
// that was alive.
func turns(t *testing.T, x []float64, n, k int64) (dx []float64, peak uint64) {
	t.Helper()
	machine := gradientOf(t, "turns.ll", llad.Request{})
	px, err := machine.NewFloat64s(x)
	require.NoError(t, err)
	pd, err := machine.NewFloat64s(make([]float64, len(x)))
	require.NoError(t, err)
	before := machine.Counts().HeapLive
	_, err = machine.Call("f_grad", interp.Pointer(px), interp.Pointer(pd), interp.I64(n), interp.I64(int64(len(x))), interp.I64(k), interp.F64(1))
	require.NoError(t, err)
	dx, err = machine.ReadFloat64s(pd, len(x))
	require.NoError(t, err)
	return dx, machine.Counts().HeapPeak - before
}

// Iterations that are run again use one array by turns however often their loop is entered, and what they read is not kept for
// a call that writes nothing there: each step keeps what it starts from, its result and the frames of the call, less than 200 bytes.
func TestIterationsTakeTurnsInEveryStep(t *testing.T) {
	const rounds = 100
	_, few := turns(t, points(30), 10, rounds)
	_, many := turns(t, points(30), 200, rounds)
	require.LessOrEqual(t, many, few+3*200*200)
}

func TestTurnsAgreeWithDifferences(t *testing.T) {
	const n, k, h = 3, 4, 1e-5
	x := points(4)
	machine := gradientOf(t, "turns.ll", llad.Request{})
	at := func(x []float64) float64 {
		p, err := machine.NewFloat64s(x)
		require.NoError(t, err)
		v, err := machine.Call("f", interp.Pointer(p), interp.I64(n), interp.I64(int64(len(x))), interp.I64(k))
		require.NoError(t, err)
		return v.F64()
	}
	dx, _ := turns(t, x, n, k)
	for i := range x {
		up, down := points(4), points(4)
		up[i] += h
		down[i] -= h
		require.InDelta(t, (at(up)-at(down))/(2*h), dx[i], 1e-8)
	}
}
