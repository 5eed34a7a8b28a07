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
