package loopopt

import (
	"testing"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
)

func TestGolden(t *testing.T) {
	irtest.Golden(t, map[string]func(*ir.Function) bool{
		"DataCopying":         DataCopying,
		"HideRowBases":        HideRowBases,
		"IndexSetSplitting":   IndexSetSplitting,
		"LoopFusion":          LoopFusion,
		"LoopPeeling":         LoopPeeling,
		"UnrolledLoopPeeling": UnrolledLoopPeeling,
		"PreventSLP":          PreventSLP,
		"VectorizeTrip3":      VectorizeTrip3,
		"ScatterToGather":     ScatterToGather,
		"LoopSimplify":        canon.LoopSimplify,
		"UnrollAndJam":        UnrollAndJam,
	})
}
