package raise

import (
	"testing"

	"github.com/llad-ad/llad/internal/passtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
)

func TestGolden(t *testing.T) {
	passtest.Golden(t, map[string]func(*ir.Function) bool{
		"AtomicLoops":      AtomicLoops,
		"GatheredLanes":    GatheredLanes,
		"OverlappingLanes": OverlappingLanes,
		"ScalarLoops":      ScalarLoops,
		"OpenTables":       OpenTables,
		"RollSums":         RollSums,
		"ReloadPhis":       ReloadPhis,
		"DCE":              canon.DCE,
	})
}
