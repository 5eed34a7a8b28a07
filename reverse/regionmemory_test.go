package reverse_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/ir"
)

// Threads keep nothing of their paths where memory is still as they found it when their region is reversed.
func TestRegionsReadAgainWhatHolds(t *testing.T) {
	text, err := os.ReadFile("testdata/region.ll")
	require.NoError(t, err)
	for f, keeps := range map[string]bool{"f": false, "g": true, "h": true} {
		m, err := ir.Read("region.ll", text)
		require.NoError(t, err)
		e, err := llad.Explain(m, llad.Request{Mode: llad.Reverse, Func: f})
		require.NoError(t, err)
		regions := 0
		for _, fn := range e.Functions {
			if fn.Symbol == f {
				continue
			}
			regions++
			require.Equal(t, keeps, len(fn.Totals.Open) > 0, "%s: %v", f, fn.Totals)
		}
		require.Equal(t, 1, regions, f)
	}
}
