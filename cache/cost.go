package cache

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// RecomputeLimit is the price (see rules.Rule.Cost) up to which a value is
// computed again rather than kept.
const RecomputeLimit = 15

// AgainLimit is that price in loops that run along the data, where keeping
// would take memory for each of them, and nothing else need be kept for it.
const AgainLimit = 40

// SlotLimit is that price for what a register or a stack slot may keep.
const SlotLimit = 5

// Price is what computing i again costs, an addition being 1.
func Price(i *ir.Instr) int {
	if r := rules.ForInstr(i); r != nil {
		return r.Cost
	}
	return 1
}

// NoKeep is the price of what must not be kept.
const NoKeep = 1 << 50

// KeepCost is the price of keeping size bytes in each iteration of loops so deep: a loop
// is taken for eight iterations.
func KeepCost(size int64, depth int) int64 { return size << uint(min(3*depth, 40)) }

// RecordPrice is what it costs to write so many bytes to a tape and to read them once, in the
// order of the iterations: 8 bytes are dearer than what is computed again.
func RecordPrice(size int64) int64 { return 2 * size }
