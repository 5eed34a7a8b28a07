package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
)

// Integers that are packed from the bits of floats and sorted, which takes the lesser and the greater of two in functions
// that stay calls: a derivative is right, or refused.
func TestRustSortedBits(t *testing.T) {
	c := newestRustc(t)
	p, err := native.ReadProgram("testdata/indexed_bits.rs")
	require.NoError(t, err)
	p.Rust = c.Rust
	for _, level := range []string{"1", "s"} {
		text, err := workspace.RustIR(c.Rust, p, level)
		require.NoError(t, err)
		for _, mode := range []llad.Mode{llad.Forward, llad.Reverse} {
			t.Run("opt"+level+"/"+mode.String(), func(t *testing.T) {
				c := c
				c.Level = level
				rightOrRefused(t, p, c, text, mode)
			})
		}
	}
}
