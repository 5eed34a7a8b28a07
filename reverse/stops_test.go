package reverse_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// A compiler that moves a pointer as a float hides where it leads: settled derivatives are refused
// where floats that count are read there.
func TestAddressesThatAreMovedAsFloatsAreFound(t *testing.T) {
	text, err := os.ReadFile("testdata/nowhere.ll")
	require.NoError(t, err)
	for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
		m, err := ir.Read("nowhere.ll", text)
		require.NoError(t, err)
		d := llad.New(m)
		d.Transport = llad.TransportSettled
		_, err = d.Differentiate(llad.Request{Func: "f", Mode: mode})
		require.ErrorContains(t, err, "error[L0202]: a float has a derivative, which types of accesses alone do not show")
	}
}

// Derivatives end the program where a word is counted up that is a float, though it may be something else
// in the memory where it stands.
func TestFloatsThatAreCountedUpAreFound(t *testing.T) {
	stops(t, "counted.ll", "error[L0203]: an integer that is computed with may be the bits of a float")
}

// stops runs both derivatives of a file's function of an array of three and its length, which
// end with a message.
func stops(t *testing.T, file, message string) {
	text, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)
	m, err := ir.Read(file, text)
	require.NoError(t, err)
	d := llad.New(m)
	d.Transport = llad.TransportSettled
	for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
		_, err = d.Differentiate(llad.Request{Func: "f", Mode: mode})
		require.NoError(t, err)
	}
	for _, name := range []string{"f_grad", "f_jvp"} {
		var out strings.Builder
		machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator, Stdout: &out})
		require.NoError(t, err)
		x, err := machine.NewFloat64s(points(3))
		require.NoError(t, err)
		dx, err := machine.NewFloat64s(points(3))
		require.NoError(t, err)
		last := interp.F64(1)
		if name == "f_jvp" {
			d, err := machine.NewFloat64s([]float64{0})
			require.NoError(t, err)
			last = interp.Pointer(d)
		}
		_, err = machine.Call(name, interp.Pointer(x), interp.Pointer(dx), interp.I32(3), last)
		require.Error(t, err)
		require.Contains(t, out.String(), message)
	}
}
