package loopopt

import (
	"testing"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
)

// threadReadsOfTeam has a team run f, and names the loads that are Owned then.
func threadReadsOfTeam(f *ir.Function) bool {
	f.Team = true
	changed := ThreadReads(f)
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Flags&ir.Owned != 0 {
				i.Name = f.FreshName("owned")
			}
		}
	}
	return changed
}

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
		"ThreadReads":         threadReadsOfTeam,
		"UnrollAndJam":        UnrollAndJam,
	})
}
