package typerecovery

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// Branchless sorts merge the keys of an array by minimum and maximum, and keys may be the bits
// of floats, alone or packed with numbers.

// maxMinMaxChoices bounds the phis and selects between two memory accesses: a sorting network
// of a dozen elements has a hundred in a row.
const maxMinMaxChoices = 2000

// ExpandMinMax replaces calls of llvm.umin and its kin that move words by a comparison and a
// select, so that analyses of f see where the words come from.
func ExpandMinMax(f *ir.Function) {
	edit.RewriteEach(f, f.Blocks, func(i *ir.Instr) func(b *ir.Builder) ir.Value {
		if i.Op != ir.Call || chosenFrom(i) == nil || !movesMinMax(i) {
			return nil
		}
		return func(b *ir.Builder) ir.Value { return loweringOf(i)(b, i) }
	})
}

// movesMinMax reports whether i, the minimum or maximum of two integers, may be a word that is
// loaded and stored again: branchless sorts merge keys so, and a key may be the bits of a
// float.
func movesMinMax(i *ir.Instr) bool {
	x, y := i.Arg(0), i.Arg(1)
	if i.Typ.Scalar().Bits < 32 {
		return false
	}
	return (readWord(x) || readWord(y)) && storedWord(i)
}

// chosenFrom are the operands that i, a phi, select, minimum or maximum, may return; nil for
// other instructions.
func chosenFrom(i *ir.Instr) []ir.Value {
	switch i.Op {
	case ir.Phi, ir.Freeze:
		return i.Args()
	case ir.Select:
		return i.Args()[1:]
	case ir.Call:
		if f := i.CalledFunc(); f != nil && f.IsDecl {
			for _, name := range []string{"llvm.umin.", "llvm.umax.", "llvm.smin.", "llvm.smax."} {
				if strings.HasPrefix(f.Name, name) {
					return i.CallArgs()
				}
			}
		}
	}
	return nil
}

// readWord reports whether v is loaded, or may be one of several values of which one is.
func readWord(v ir.Value) bool {
	seen := map[ir.Value]bool{v: true}
	for list := []ir.Value{v}; len(list) > 0 && len(seen) < maxMinMaxChoices; {
		i, ok := list[len(list)-1].(*ir.Instr)
		list = list[:len(list)-1]
		if !ok {
			continue
		}
		if i.Op == ir.Load {
			return true
		}
		for _, a := range chosenFrom(i) {
			if !seen[a] {
				seen[a] = true
				list = append(list, a)
			}
		}
	}
	return len(seen) >= maxMinMaxChoices
}

// storedWord reports whether i is stored or returned, perhaps through phis and selects, and
// none of these is used as a number.
func storedWord(i *ir.Instr) bool {
	seen, stored := map[*ir.Instr]bool{i: true}, false
	for list := []*ir.Instr{i}; len(list) > 0; {
		if len(seen) >= maxMinMaxChoices {
			return true
		}
		i := list[len(list)-1]
		list = list[:len(list)-1]
		for u := range ir.Uses(i) {
			o := u.User
			if counts(o, u.Index()) {
				return false
			}
			stored = stored || o.Op == ir.Store && u.Index() == 0 || o.Op == ir.Ret || o.Op == ir.InsertValue
			if chosenFrom(o) != nil && !(o.Op == ir.Select && u.Index() == 0) && !seen[o] {
				seen[o] = true
				list = append(list, o)
			}
		}
	}
	return stored
}

// counts reports whether o uses its operand as a number: in arithmetic, as an index, or as a
// size.
func counts(o *ir.Instr, operand int) bool {
	switch o.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.UDiv, ir.SDiv, ir.URem, ir.SRem, ir.UIToFP, ir.SIToFP:
		return true
	case ir.GetElementPtr:
		return operand > 0
	case ir.Shl: // a product of an index and a size: shifts of bits may lose some, as this may not
		n, ok := ir.IntValue(o.Arg(1))
		return ok && n%8 != 0 && o.Flags&(ir.NUW|ir.NSW) != 0
	}
	return false
}
