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

// A derivative ends the program where bits of a float are converted to one as a number: nothing
// in the function that reads them tells that a float is there.
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
						require.Contains(t, stopOf(t, m, name, mode), "error[L0203]: what is converted to a float as an integer of 32 bits may be half of a float")
					})
				}
			}
		}
	}
}

// stopOf is what a derivative of a function of three floats and their number prints when it ends the program.
func stopOf(t *testing.T, m *ir.Module, name string, mode llad.Mode) string {
	var out strings.Builder
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator, Stdout: &out})
	require.NoError(t, err)
	floats := func(x ...float64) interp.Value {
		p, err := machine.NewFloat64s(x)
		if name == "h" {
			singles := make([]float32, len(x))
			for k, v := range x {
				singles[k] = float32(v)
			}
			p, err = machine.NewFloat32s(singles)
		}
		require.NoError(t, err)
		return interp.Pointer(p)
	}
	derivative, last := name+"_grad", interp.F64(1)
	switch {
	case mode == llad.Forward:
		derivative, last = name+"_jvp", floats(0)
	case name == "h":
		last = interp.F32(1)
	}
	_, err = machine.Call(derivative, floats(0.5, 0.75, 1.5), floats(1, 1, 1), interp.I64(3), last)
	require.Error(t, err)
	return out.String()
}
