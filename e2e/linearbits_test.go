package e2e

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
)

// Floats whose bits are a linear function of those of others have derivatives, not zero.
func TestLinearBits(t *testing.T) {
	files, err := filepath.Glob("../testdata/special/linear_bits/*.c")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, path := range files {
		p, err := native.ReadProgram(path)
		require.NoError(t, err)
		eachClang(t, p, func(t *testing.T, c native.Config, text []byte, mode llad.Mode) {
			require.Empty(t, stopped(t, p, c, text, mode))
		})
	}
}
