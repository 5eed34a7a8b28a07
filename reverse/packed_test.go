package reverse_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
)

// Adjoints of lanes are added in registers: no vector has a slot that is accessed lane by lane.
func TestLanesAddInRegisters(t *testing.T) {
	m := moduleOf(t, "packed_neighbours.ll")
	_, err := llad.Differentiate(m, llad.Request{Func: "f", Mode: llad.Reverse})
	require.NoError(t, err)
	vectors := 0
	for _, b := range m.Func("f_grad").Blocks {
		for _, i := range b.Instrs {
			require.False(t, i.Op == ir.Alloca && i.Elem.IsVector())
			if i.Typ.IsVector() {
				vectors++
			}
		}
	}
	require.Positive(t, vectors)
}

// The gradient of packed neighbours agrees with central differences, with the check that finds enough points and without.
func TestPackedNeighboursGradient(t *testing.T) {
	for _, n := range []int{1, 5, 63} {
		const h = 1e-4
		value := func(u []float64) (s float64) {
			u = append([]float64(nil), u...)
			w := make([]float64, n)
			for range 3 {
				for i := range w {
					a, b := u[i], u[i+1]
					w[i] = a*(b*b*b*b+b) + a*a*a*a + a
				}
				for i, v := range w {
					u[i] = 0.125 * v
				}
			}
			for _, v := range u[:n] {
				s += v
			}
			return s
		}
		machine := gradientOf(t, "packed_neighbours.ll", llad.Request{})
		u, err := machine.NewFloat64s(points(n + 1))
		require.NoError(t, err)
		d, err := machine.NewFloat64s(make([]float64, n+1))
		require.NoError(t, err)
		_, err = machine.Call("f_grad", interp.Pointer(u), interp.Pointer(d), interp.I64(int64(n)), interp.F64(1))
		require.NoError(t, err)
		got, err := machine.ReadFloat64s(d, n+1)
		require.NoError(t, err)
		x := points(n + 1)
		for i := range x {
			at := func(k float64) float64 {
				u := append([]float64(nil), x...)
				u[i] += k * h
				return value(u)
			}
			fourth := (8*(at(1)-at(-1)) - (at(2) - at(-2))) / (12 * h) // order
			require.InDelta(t, fourth, got[i], 1e-9)
		}
	}
}
