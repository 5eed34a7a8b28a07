package reverse_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// Where an integer is stored over half of a number that is read afterwards, which
// cannot be told from a union, the gradient ends the program and the tangent is NaN.
func TestChangedHalvesOfNumbersAreFound(t *testing.T) { halves(t, "cut.ll", cutFloat) }

// So it is where the integer is a vector of smaller ones.
func TestHalvesChangedByLanesAreFound(t *testing.T) { halves(t, "cutlanes.ll", cutFloat) }

// And so it is where the bits of a number are converted as an integer, which may stand there.
func TestNumbersConvertedAsIntegersAreFound(t *testing.T) {
	halves(t, "converted.ll", "error[L0203]: what is converted to a float as an integer may be the bits of a float")
}

// And where they are shifted and added to each other.
func TestNumbersAddedAsIntegersAreFound(t *testing.T) {
	halves(t, "summed.ll", "error[L0203]: what is converted to a float as an integer may be the bits of a float")
}

const cutFloat = "error[L0203]: a part of a float is overwritten by an integer"

// halves takes both derivatives of a file's function of an array of three and its length: the
// tangent is NaN, the gradient ends with a message.
func halves(t *testing.T, file, message string) {
	m := bothModes(t, file, llad.TransportSettled)
	var out strings.Builder
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator, Stdout: &out})
	require.NoError(t, err)
	const n = 3
	x, err := machine.NewFloat64s(points(n))
	require.NoError(t, err)
	dx, err := machine.NewFloat64s([]float64{0, 1, 0})
	require.NoError(t, err)
	d, err := machine.NewFloat64s([]float64{0})
	require.NoError(t, err)
	_, err = machine.Call("f_jvp", interp.Pointer(x), interp.Pointer(dx), interp.I32(n), interp.Pointer(d))
	require.NoError(t, err)
	tangent, err := machine.ReadFloat64s(d, 1)
	require.NoError(t, err)
	require.True(t, math.IsNaN(tangent[0]))
	_, err = machine.Call("f_grad", interp.Pointer(x), interp.Pointer(dx), interp.I32(n), interp.F64(1))
	require.Error(t, err)
	require.Contains(t, out.String(), message)
}

// bothModes reads a file and gives its function both derivatives.
func bothModes(t *testing.T, file string, by llad.Transport) *ir.Module {
	text, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)
	m, err := ir.Read(file, text)
	require.NoError(t, err)
	d := llad.New(m)
	d.Transport = by
	for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
		_, err = d.Differentiate(llad.Request{Func: "f", Mode: mode})
		require.NoError(t, err)
	}
	m, err = ir.Read(file, m.Bytes())
	require.NoError(t, err)
	return m
}

// Both halves of a number that are copied one after the other move it: the function is (1 + n) x[1].
func TestCopiedHalvesMoveNumbers(t *testing.T) {
	m := bothModes(t, "halves.ll", llad.TransportAuto)
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	const n = 3
	x, err := machine.NewFloat64s(points(n))
	require.NoError(t, err)
	dx, err := machine.NewFloat64s([]float64{0, 0.5, 0})
	require.NoError(t, err)
	d, err := machine.NewFloat64s([]float64{0})
	require.NoError(t, err)
	_, err = machine.Call("f_jvp", interp.Pointer(x), interp.Pointer(dx), interp.I32(n), interp.Pointer(d))
	require.NoError(t, err)
	tangent, err := machine.ReadFloat64s(d, 1)
	require.NoError(t, err)
	require.Equal(t, []float64{(1 + n) * 0.5}, tangent)
	_, err = machine.Call("f_grad", interp.Pointer(x), interp.Pointer(dx), interp.I32(n), interp.F64(1))
	require.NoError(t, err)
	gradient, err := machine.ReadFloat64s(dx, n)
	require.NoError(t, err)
	require.Equal(t, []float64{0, 0.5 + 1 + n, 0}, gradient)
}
