package reverse_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
)

// Indices are read again in the reverse sweep although the function frees their list, which then ends with the sweep.
func TestFreedIndicesAreReadAgain(t *testing.T) {
	const n = 20
	peak := func(steps int64) uint64 {
		machine := gradientOf(t, "freed.ll", llad.Request{})
		x := points(n)
		px, err := machine.NewFloat64s(x)
		require.NoError(t, err)
		d, err := machine.NewFloat64s(make([]float64, n))
		require.NoError(t, err)
		before := machine.Counts().HeapLive
		ret, err := machine.Call("f_grad", interp.Pointer(px), interp.Pointer(d), interp.I64(n), interp.I64(steps), interp.F64(1))
		require.NoError(t, err)
		dx, err := machine.ReadFloat64s(d, n)
		require.NoError(t, err)
		var sum float64
		for _, v := range x {
			sum += v * v
		}
		for i, v := range x { // all numbers below n occur in the list once
			require.InEpsilon(t, ret.F64()*(1-math.Pow(0.5, float64(steps)))*2*v/sum, dx[i], 1e-12, i)
		}
		most, after := machine.Counts().HeapPeak-before, machine.Counts().HeapLive
		_, err = machine.Call("f_grad", interp.Pointer(px), interp.Pointer(d), interp.I64(n), interp.I64(steps), interp.F64(1))
		require.NoError(t, err)
		require.Equal(t, after, machine.Counts().HeapLive) // but for what the tape leaves, once
		return most
	}
	require.Less(t, peak(2000), uint64(2000*n*4))
}
