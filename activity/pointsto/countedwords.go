package pointsto

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// findCounted fills counted: the integers of which, perhaps as one of several, a number is
// computed that goes to memory or is chosen: one that is counted up, or a sum of lengths. Of a
// choice that is no such number a word may be one that is, as a vector's capacity where a result
// has an address otherwise.
func (c *Classes) findCounted(f *ir.Function) {
	c.Counted = make([]bool, len(c.made))
	kept := map[*ir.Instr]bool{} // numbers that are computed and go on
	var list []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if isArithmetic(i) && goesOn(i) {
				kept[i] = true
				list = append(list, i)
			}
		}
	}
	for len(list) > 0 {
		i := list[len(list)-1]
		list = list[:len(list)-1]
		from := i.Args()
		if !isArithmetic(i) {
			from = Copied(i)
		}
		for _, a := range from {
			j, ok := a.(*ir.Instr)
			n := c.number(a)
			if !ok || n == 0 {
				continue
			}
			first := !c.Counted[n]
			c.Counted[n] = true
			switch {
			case isArithmetic(j) && isArithmetic(i) && !kept[j]:
				kept[j] = true
				list = append(list, j)
			case first && IsChoice(j):
				list = append(list, j)
			}
		}
	}
}

// isArithmetic reports whether i computes a number.
func isArithmetic(i *ir.Instr) bool {
	switch i.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.UDiv, ir.SDiv, ir.URem, ir.SRem, ir.And, ir.Or, ir.Xor, ir.Shl, ir.LShr, ir.AShr:
		return i.Typ.IsInt()
	}
	return false
}

// IsChoice reports whether i is one of its operands.
func IsChoice(i *ir.Instr) bool { return i.Op == ir.Phi || i.Op == ir.Select || i.Op == ir.Freeze }

// goesOn reports whether a value goes to memory, or is chosen and then not only compared or the
// size of memory that is given back.
func goesOn(i *ir.Instr) bool {
	seen := []*ir.Instr{i}
	for k := 0; k < len(seen); k++ {
		for u := range ir.Uses(seen[k]) {
			y := u.User
			switch {
			case IsChoice(y):
				if !slices.Contains(seen, y) {
					seen = append(seen, y)
				}
			case y.Op == ir.Ret || y.Op == ir.InsertValue || y.Op == ir.Store && u.Index() == 0:
				return true
			case k > 0 && y.Op != ir.ICmp && y.Op != ir.Switch && !(y.IsCall() && Classify(y, false).Kind == ToFree):
				return true
			}
		}
		if len(seen) > MaxNumbers {
			return true
		}
	}
	return false
}
