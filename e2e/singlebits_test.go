package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
)

// Single floats that are made of the bits of others in a way that has no derivative here are refused, or end the
// derivative with a message: it would be zero in silence. What is moved by whole bytes is right.
func TestBitsOfSingles(t *testing.T) {
	source, err := os.ReadFile("../testdata/special/refused/bits_of_singles.c")
	require.NoError(t, err)
	for _, way := range []string{"1", "2", "3", "4", "5"} {
		path := filepath.Join(t.TempDir(), "bits_of_singles"+way+".c")
		require.NoError(t, os.WriteFile(path, []byte("#define BITS "+way+"\n"+string(source)), 0o600))
		p, err := native.ReadProgram(path)
		require.NoError(t, err)
		eachClang(t, p, func(t *testing.T, c native.Config, text []byte, mode llad.Mode) {
			codes := []string{"L0203", "L0320"}
			if way == "5" {
				codes = []string{""}
			}
			require.Contains(t, codes, stopped(t, p, c, text, mode))
		})
	}
}
