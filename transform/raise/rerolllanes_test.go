package raise

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
)

// TestRerollLanesKeepsOutput makes loops over the lanes of vectors, and compares what the program
// prints with what it printed before.
func TestRerollLanesKeepsOutput(t *testing.T) {
	for _, version := range []string{"19", "22"} {
		t.Run(version, func(t *testing.T) {
			text := irtest.Compile(t, version, "testdata/lanes/components.c", "-O3", "-ffp-contract=off", "-march=x86-64-v4")
			made := irtest.KeepsOutput(t, version, text, "RerollLanes", "\nlanes.end", func(f *ir.Function) bool {
				canon.CSE(f)
				return RerollLanes(f)
			})
			require.Positive(t, made["distances"])
		})
	}
}
