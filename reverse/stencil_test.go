package reverse_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
)

// stencilGradient runs the gradient of testdata/stencil.ll on n elements, all
// adjoints of the results being 1, and gives the gradient and the most heap
// memory that was alive.
func stencilGradient(t *testing.T, n, width int) ([]float64, uint64) {
	t.Helper()
	machine := gradientOf(t, "stencil.ll", llad.Request{Width: width})
	array := func(v float64) interp.Ptr {
		a := make([]float64, n)
		for k := range a {
			a[k] = v
		}
		p, err := machine.NewFloat64s(a)
		require.NoError(t, err)
		return p
	}
	args := []interp.Value{interp.Pointer(array(0.5))}
	d := array(0)
	args = append(args, interp.Pointer(d))
	for range width - 1 {
		args = append(args, interp.Pointer(array(0)))
	}
	args = append(args, interp.Pointer(array(0)))
	for range width {
		args = append(args, interp.Pointer(array(1)))
	}
	before := machine.Counts().HeapLive
	_, err := machine.Call("f_grad", append(args, interp.I64(int64(n)))...)
	require.NoError(t, err)
	grad, err := machine.ReadFloat64s(d, n)
	require.NoError(t, err)
	return grad, machine.Counts().HeapPeak - before
}

// What neighbours receive is carried from iteration to iteration: nothing is
// noted for it, however long the loop is.
func TestStencilNotesNothing(t *testing.T) {
	for _, width := range []int{1, 2} {
		grad, few := stencilGradient(t, 6, width)
		require.Equal(t, []float64{1, 1.5, 0.5, 0.5, -0.5, -1}, grad)
		_, many := stencilGradient(t, 5000, width)
		require.LessOrEqual(t, many, few)
	}
	grad, _ := stencilGradient(t, 3, 1)
	require.Equal(t, []float64{1, 0.5, -1}, grad)
}

// A check of an index, behind which the program ends, is not in the way: an iteration adds to one element.
func TestStencilBehindChecks(t *testing.T) {
	const n = 9
	stores := func(file string, more ...interp.Value) uint64 {
		machine := gradientOf(t, file, llad.Request{})
		array := func(v float64) interp.Ptr {
			p, err := machine.NewFloat64s(slices.Repeat([]float64{v}, n))
			require.NoError(t, err)
			return p
		}
		x, dx, y, dy := array(0.5), array(0), array(0), array(1)
		before := machine.Counts().Stores
		_, err := machine.Call("f_grad", append([]interp.Value{interp.Pointer(x), interp.Pointer(dx), interp.Pointer(y), interp.Pointer(dy), interp.I64(n)}, more...)...)
		require.NoError(t, err)
		grad, err := machine.ReadFloat64s(dx, n)
		require.NoError(t, err)
		require.Equal(t, []float64{1, 1.5, 0.5, 0.5, 0.5, 0.5, 0.5, -0.5, -1}, grad)
		return machine.Counts().Stores - before
	}
	require.Equal(t, stores("stencil.ll"), stores("stencil_checked.ll", interp.I64(n)))
}

// Neighbours receive in the order of a reversal that carries nothing, so that sums
// round alike wherever a loop is reversed.
func TestStencilKeepsTheOrder(t *testing.T) {
	const n = 9
	seeds := []float64{0, 0.1, 0.7, 0.37, 1.1, 0.9, 0.13, 0.77, 0}
	machine := gradientOf(t, "stencil.ll", llad.Request{})
	want := make([]float64, n)
	x, err := machine.NewFloat64s(make([]float64, n))
	require.NoError(t, err)
	for k := range want {
		want[k] = 0.3
	}
	dx, err := machine.NewFloat64s(want)
	require.NoError(t, err)
	y, err := machine.NewFloat64s(make([]float64, n))
	require.NoError(t, err)
	dy, err := machine.NewFloat64s(seeds)
	require.NoError(t, err)
	_, err = machine.Call("f_grad", interp.Pointer(x), interp.Pointer(dx), interp.Pointer(y), interp.Pointer(dy), interp.I64(n))
	require.NoError(t, err)
	for i := n - 2; i > 0; i-- {
		want[i+1] -= seeds[i]
		want[i] += 0.5 * seeds[i]
		want[i-1] += seeds[i]
	}
	got, err := machine.ReadFloat64s(dx, n)
	require.NoError(t, err)
	require.Equal(t, want, got)
}
