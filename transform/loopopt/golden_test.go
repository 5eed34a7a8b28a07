package loopopt

import (
	"testing"

	"github.com/llad-ad/llad/internal/passtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
)

func TestGolden(t *testing.T) {
	passtest.Golden(t, map[string]func(*ir.Function) bool{
		"CopyIn":       CopyIn,
		"OpenRows":     OpenRows,
		"SingleSums":   SingleSums,
		"ThreeLanes":   ThreeLanes,
		"Neighbours":   Neighbours,
		"LoopSimplify": canon.LoopSimplify,
	})
}
