package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// This file refuses addresses that a program computes as integers in ways of which the shadow's address does not follow:
// blocks of shadow memory lie elsewhere.

// checkComputed refuses an address that comes out of an exclusive or of two words, as in lists linked by such.
func (a *Info) checkComputed(i *ir.Instr) {
	if !a.Seed.Any() {
		return
	}
	seen := []ir.Value{i.Arg(0)}
	for k := 0; k < len(seen) && k < maxAddressWays; k++ {
		from, ok := seen[k].(*ir.Instr)
		if !ok {
			continue
		}
		switch from.Op {
		case ir.Phi, ir.Select, ir.Freeze:
			for _, v := range copied(from) {
				if !slices.Contains(seen, v) {
					seen = append(seen, v)
				}
			}
		case ir.Xor:
			if !ir.IsConstant(from.Arg(0)) && !ir.IsConstant(from.Arg(1)) {
				a.report(i, CodeUnknownMem, "an address is computed by an exclusive or of words", "keep the addresses themselves")
				return
			}
		}
	}
}
