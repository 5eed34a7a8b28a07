package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file is about integers that are numbers, or may be something else, by what is done with them.

// sipKeys are the constants with which SipHash starts, "somepseudorandomlygeneratedbytes"
// (J.-P. Aumasson, D. J. Bernstein: SipHash, 2012): what is mixed with them is a hash.
var sipKeys = []int64{0x736f6d6570736575, 0x646f72616e646f6d, 0x6c7967656e657261, 0x7465646279746573}

// findHashes fills t.hash: the integers of a hash that is computed in the function
// itself. They are numbers, whatever is hashed.
func (t *types) findHashes() {
	var list []*ir.Instr
	t.hash = map[ir.Value]bool{}
	mark := func(i *ir.Instr) {
		if !t.hash[i] {
			t.hash[i] = true
			list = append(list, i)
		}
	}
	for _, b := range t.p.Func.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.Xor && i.Typ == ir.I64 && slices.ContainsFunc(i.Args(), isSipKey) {
				mark(i)
			}
		}
	}
	for k := 0; k < len(list); k++ {
		for u := range ir.Uses(list[k]) {
			switch i := u.User; i.Op {
			case ir.Add, ir.Sub, ir.Xor, ir.Or, ir.And, ir.Shl, ir.LShr, ir.Mul, ir.ZExt, ir.Trunc, ir.Freeze:
				mark(i)
			case ir.Phi:
				if !slices.ContainsFunc(i.Args(), isAddress) { // an entry of a map has an address where it is occupied and a hash where not
					mark(i)
				}
			case ir.Select:
				if u.Index() > 0 && !slices.ContainsFunc(i.Args()[1:], isAddress) {
					mark(i)
				}
			case ir.Call:
				if i.Typ.IsInt() && t.p.TargetOf(i).Kind == pointsto.ToInactive {
					mark(i) // rotations
				}
			}
		}
	}
}

// isAddress reports whether an integer is an address of the program.
func isAddress(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && i.Op == ir.PtrToInt
}

func isSipKey(v ir.Value) bool {
	n, ok := ir.IntValue(v)
	return ok && slices.Contains(sipKeys, n)
}
