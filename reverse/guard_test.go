package reverse_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/ir"
)

// What a loop computes for an iteration that never comes is guarded where a
// partial may be infinite, and nowhere else.
func TestGuardsAtPoles(t *testing.T) {
	text, err := os.ReadFile("testdata/left.ll")
	require.NoError(t, err)
	for f, guarded := range map[string]bool{"steps": false, "quotients": true} {
		m, err := ir.Read("left.ll", text)
		require.NoError(t, err)
		_, err = llad.Differentiate(m, llad.Request{Func: f, Mode: llad.Reverse})
		require.NoError(t, err)
		require.Equal(t, guarded, strings.Contains(string(m.Bytes()), "fcmp oeq"), f)
	}
}

// Nor where what may be dropped is multiplied by a finite constant.
func TestNoGuardsOfConstants(t *testing.T) {
	for factor, guarded := range map[string]bool{"1.0e-1": false, "0.0": false, "0x7FF0000000000000": true, "%b": true} {
		m, err := ir.Read("kink.ll", []byte(`define double @f(double %a, double %b) {
  %s = fmul double %a, `+factor+`
  %c = fcmp ogt double %a, 0.0
  %r = select i1 %c, double %a, double %s
  ret double %r
}
`))
		require.NoError(t, err)
		_, err = llad.Differentiate(m, llad.Request{Func: "f", Mode: llad.Reverse})
		require.NoError(t, err)
		require.Equal(t, guarded, strings.Contains(string(m.Bytes()), "fcmp oeq"), factor)
	}
}
