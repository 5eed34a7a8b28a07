package e2e

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// A derivative ends the program where bits of a float are converted to one as a number, and nothing
// in the function that reads them tells that a float is there. Where an optimiser loads the float it is
// that of the line between powers of two.
func TestRustUpperHalves(t *testing.T) {
	for _, r := range rustcs(t) {
		p := readProgram(t, "special", "upper_halves.rs")
		p.Rust = r
		for _, level := range []string{"1", "2", "3"} {
			text, err := workspace.RustIR(r, p, level)
			require.NoError(t, err)
			for _, name := range []string{"f", "g", "h"} {
				for _, mode := range []llad.Mode{llad.Forward, llad.Reverse} {
					t.Run(name+"/rustc"+r.Release+"/opt"+level+"/"+mode.String(), func(t *testing.T) {
						m, err := ir.Read("upper_halves.ll", text)
						require.NoError(t, err)
						req := request(t, p, mode)
						req.Func = name
						_, err = llad.Differentiate(m, req)
						if err != nil { // older optimisers read the double and shift its bits
							require.ErrorContains(t, err, "works on the bits of an active float")
							return
						}
						stop, derivative := upperHalves(t, m, name, mode)
						if derivative != nil {
							require.Equal(t, "g", name)
							require.Equal(t, []float64{1 << 21, 1 << 21, 1 << 20}[:len(derivative)], derivative)
							return
						}
						require.Contains(t, stop, "error[L0203]: what is converted to a float as an integer of 32 bits may be half of a float")
					})
				}
			}
		}
	}
}

// upperHalves is what a derivative of a function of three floats and their number prints when it ends the program, or that
// derivative: a gradient, or the tangent in the direction of the first float.
func upperHalves(t *testing.T, m *ir.Module, name string, mode llad.Mode) (stop string, derivative []float64) {
	var out strings.Builder
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator, Stdout: &out})
	require.NoError(t, err)
	floats := func(x ...float64) interp.Ptr {
		p, err := machine.NewFloat64s(x)
		if name == "h" {
			singles := make([]float32, len(x))
			for k, v := range x {
				singles[k] = float32(v)
			}
			p, err = machine.NewFloat32s(singles)
		}
		require.NoError(t, err)
		return p
	}
	function, shadow, last := name+"_grad", floats(0, 0, 0), interp.F64(1)
	result, n := shadow, 3
	switch {
	case mode == llad.Forward:
		result, n = floats(0), 1
		function, shadow, last = name+"_jvp", floats(1, 0, 0), interp.Pointer(result)
	case name == "h":
		last = interp.F32(1)
	}
	_, err = machine.Call(function, interp.Pointer(floats(0.5, 0.75, 1.5)), interp.Pointer(shadow), interp.I64(3), last)
	if err != nil {
		return out.String(), nil
	}
	derivative, err = machine.ReadFloat64s(result, n)
	require.NoError(t, err)
	return "", derivative
}
