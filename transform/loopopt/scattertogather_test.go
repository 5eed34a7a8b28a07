package loopopt

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
)

// TestScatterToGatherKeepsOutput gives loops that add to neighbouring elements their second
// version, and compares what the program prints with what it printed before: of rows
// that are apart and of rows that overlap.
func TestScatterToGatherKeepsOutput(t *testing.T) {
	for _, version := range []string{"14", "19", "22"} {
		t.Run(version, func(t *testing.T) {
			text := irtest.Compile(t, version, "testdata/scattertogather/sums.c", "-O1", "-ffp-contract=off", "-fno-inline")
			made := irtest.KeepsOutput(t, version, text, "ScatterToGather", "label %llad.near", func(f *ir.Function) bool {
				canon.LoopSimplify(f)
				return ScatterToGather(f)
			})
			for _, name := range []string{"three", "gaps", "members", "twice"} {
				require.Positive(t, made[name], name)
			}
			require.Zero(t, made["read"], "another access of the same row")
		})
	}
}
