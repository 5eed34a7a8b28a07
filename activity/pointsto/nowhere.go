package pointsto

import (
	"math/bits"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// ChosenFrom are the operands of which a choice is one.
func ChosenFrom(i *ir.Instr) []ir.Value {
	if i.Op == ir.Select {
		return i.Args()[1:]
	}
	return i.Args()
}

// leadsNowhere reports whether an integer that is taken for an address, and of which no object is
// known, is none: a small number, as an empty slice has for its address, or the bits of a float. What
// is loaded as a float leads to what is known to stand where it is loaded.
func (p *Analysis) leadsNowhere(v ir.Value, seen map[ir.Value]bool) bool {
	if seen[v] || SmallNumber(v, 0) {
		return true
	}
	i, ok := v.(*ir.Instr)
	if !ok || len(seen) > MaxAddressWays {
		_, number := ir.IntValue(v)
		return !number && ir.IsConstant(v)
	}
	seen[v] = true
	nowhere := func(a ir.Value) bool { return p.leadsNowhere(a, seen) }
	return IsChoice(i) && !slices.ContainsFunc(ChosenFrom(i), func(a ir.Value) bool { return !nowhere(a) })
}

// maxBitsDepth bounds the instructions in a row that SignificantBits looks at.
const maxBitsDepth = 8

// SignificantBits bounds the bits of an integer of which it is not known that they are zero: so
// many of the lowest.
func SignificantBits(v ir.Value, depth int) int {
	all := v.Type().Bits
	if n, ok := ir.IntValue(v); ok && n >= 0 {
		return bits.Len64(uint64(n))
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > maxBitsDepth {
		return all
	}
	of := func(k int) int { return SignificantBits(i.Arg(k), depth+1) }
	switch i.Op {
	case ir.ZExt:
		return of(0)
	case ir.Shl:
		if n, ok := ir.IntValue(i.Arg(1)); ok && n >= 0 && n < int64(all) {
			return min(all, of(0)+int(n))
		}
	case ir.Or:
		return max(of(0), of(1))
	case ir.And:
		return min(of(0), of(1))
	case ir.Select:
		return max(of(1), of(2))
	case ir.Phi: // one, and none that leads to it
		n := 0
		for _, x := range i.Args() {
			n = max(n, SignificantBits(x, max(depth+1, maxBitsDepth)))
		}
		return n
	}
	return all
}
