package raise

import (
	"testing"

	"github.com/llad-ad/llad/internal/passtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
)

func TestGolden(t *testing.T) {
	passtest.Golden(t, map[string]func(*ir.Function) bool{
		"RecognizeAtomicAdd":      RecognizeAtomicAdd,
		"ScalarizeGathers":        ScalarizeGathers,
		"ScalarizeOverlaps":       ScalarizeOverlaps,
		"Devectorize":             Devectorize,
		"UnrollTableLoops":        UnrollTableLoops,
		"RerollReductions":        RerollReductions,
		"UndoPredictiveCommoning": UndoPredictiveCommoning,
		"DCE":                     canon.DCE,
	})
}
