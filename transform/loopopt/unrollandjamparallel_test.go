package loopopt_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform"
)

// Compilers are told which innermost loops of those that run together are parallel.
func TestUnrollAndJamMarksParallelLoops(t *testing.T) {
	for _, version := range []string{"14", "19", "22"} {
		t.Run(version, func(t *testing.T) {
			text := irtest.Compile(t, version, "testdata/loops/parallel.c", "-O1", "-ffp-contract=off")
			made := irtest.KeepsOutput(t, version, text, "UnrollAndJam", "!llad.parallel", func(f *ir.Function) bool {
				if f.Name == "main" {
					return false
				}
				transform.Normalize(f, transform.Tangent)
				transform.CleanUp(f)
				return true
			})
			for _, name := range []string{"apart", "halves", "members", "pivot"} {
				require.Positive(t, made[name], name)
			}
			require.Zero(t, made["recurrence"])
		})
	}
}
