package raise

import (
	"testing"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
)

func TestGolden(t *testing.T) {
	irtest.Golden(t, map[string]func(*ir.Function) bool{
		"RecognizeAtomicAdd":      RecognizeAtomicAdd,
		"ScalarizeGathers":        ScalarizeGathers,
		"ScalarizePackedLanes":    ScalarizePackedLanes,
		"ScalarizeOverlaps":       ScalarizeOverlaps,
		"Devectorize":             Devectorize,
		"FullUnroll":              FullUnroll,
		"CountTwoTrips":           CountTwoTrips,
		"RerollReductions":        RerollReductions,
		"UndoPredictiveCommoning": UndoPredictiveCommoning,
		"DCE":                     canon.DCE,
	})
}
