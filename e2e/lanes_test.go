package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
)

// Unions of floats and vectors that travel by value in pairs, which optimised code puts together and takes apart as
// doubles and integers.
func TestPairedLanes(t *testing.T) {
	p := readProgram(t, "special", "paired_lanes.cpp")
	for _, version := range native.Versions {
		for _, level := range []string{"1", "2"} {
			c := native.Config{Toolchain: toolchain(t, version), Level: level, Sanitize: version == 19}
			t.Run(c.Name(), func(t *testing.T) {
				t.Parallel()
				text, err := workspace.IR(c.Toolchain, p, c.Level)
				require.NoError(t, err)
				checkDerivatives(t, p, c, text)
			})
		}
	}
}
