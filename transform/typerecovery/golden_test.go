package typerecovery

import (
	"testing"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
)

func TestGolden(t *testing.T) {
	irtest.Golden(t, map[string]func(*ir.Function) bool{
		"SplitWords":         SplitWords,
		"UsedLanes":          UsedLanes,
		"OneChar":            OneChar,
		"FloatBits":          FloatBits,
		"LaneBits":           LaneBits,
		"HalfSlots":          HalfSlots,
		"AddressPhis":        AddressPhis,
		"SplitVariantPhis":   SplitVariantPhis,
		"RecombineWords":     RecombineWords,
		"RecombineWordParts": RecombineWordParts,
		"RecombineFirstByte": RecombineFirstByte,
		"ExpandMasks":        ExpandMasks,
		"DCE":                canon.DCE,
		"InstSimplify":       canon.InstSimplify,
	})
}
