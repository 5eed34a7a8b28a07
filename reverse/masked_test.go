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

// Addresses that are gathered under a mask have shadows that are gathered under it.
func TestMaskedLoadOfAddresses(t *testing.T) {
	text, err := os.ReadFile("testdata/rows.ll")
	require.NoError(t, err)
	m, err := ir.Read("rows.ll", text)
	require.NoError(t, err)
	by := llad.New(m)
	by.Transport = llad.TransportSettled
	_, err = by.Differentiate(llad.Request{Mode: llad.Reverse, Func: "f"})
	require.NoError(t, err)
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	rows, values := table(t, machine, 3)
	shadows, adjoints := table(t, machine, 0)
	_, err = machine.Call("f_grad", interp.Pointer(rows), interp.Pointer(shadows), interp.I64(1), interp.F64(1))
	require.NoError(t, err)
	got, err := machine.ReadFloat64s(adjoints, 8)
	require.NoError(t, err)
	x, err := machine.ReadFloat64s(values, 8)
	require.NoError(t, err)
	require.Equal(t, []float64{0, 2 * x[1], 0, 0, 0, 2 * x[5], 0, 2 * x[7]}, got)
}

// table makes four rows of two numbers, which scale multiplies, and the table of their addresses.
func table(t *testing.T, machine *interp.Machine, scale float64) (rows, values interp.Ptr) {
	values, err := machine.Alloc(64)
	require.NoError(t, err)
	rows, err = machine.Alloc(32)
	require.NoError(t, err)
	var at []int64
	var x []float64
	for k := range 8 {
		x = append(x, scale*float64(k+1))
		if k%2 == 0 {
			at = append(at, int64(values)+8*int64(k))
		}
	}
	require.NoError(t, machine.WriteFloat64s(values, x))
	require.NoError(t, machine.WriteInt64s(rows, at))
	return rows, values
}
