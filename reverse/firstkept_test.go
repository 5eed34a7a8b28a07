package reverse_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
)

// A loop along the data keeps the first results of exp, so that a gradient calls it once for
// them, and computes further ones again: memory does not grow with their number.
func TestFirstResultsAreKept(t *testing.T) {
	const most = 1 << 15
	heap := map[int]uint64{}
	for _, n := range []int{1, 3, 1000, most - 1, most, most + 1, most + 500, 2 * most} {
		machine := gradientOf(t, "logsum.ll", llad.Request{})
		values, sum := points(n), 0.0
		for _, v := range values {
			sum += math.Exp(v)
		}
		x, err := machine.NewFloat64s(values)
		require.NoError(t, err)
		d, err := machine.NewFloat64s(make([]float64, n))
		require.NoError(t, err)
		before := machine.Counts()
		ret, err := machine.Call("f_grad", interp.Pointer(x), interp.Pointer(d), interp.I32(int32(n)), interp.F64(1))
		require.NoError(t, err)
		after := machine.Counts()
		require.InEpsilon(t, math.Log(sum), ret.F64(), 1e-12)
		grad, err := machine.ReadFloat64s(d, n)
		require.NoError(t, err)
		for k, g := range grad {
			require.InEpsilon(t, math.Exp(values[k])/sum, g, 1e-12, "%d of %d", k, n)
		}
		heap[n] = after.HeapPeak - before.HeapLive
	}
	require.Equal(t, heap[most+500], heap[2*most])
	require.Greater(t, heap[most], heap[1000])
}
