package pointsto

import (
	"github.com/llad-ad/llad/ir"
)

// maxAddressSteps bounds the arithmetic between a pointer and the pointer that
// is made of it again.
const maxAddressSteps = 8

// maxFlagSteps bounds the changes of the flags of an address one after another.
const maxFlagSteps = 4

// findFlagged notes that an address stays one when flags in its lowest bits are set, cleared or turned over.
func (c *Classes) findFlagged(f *ir.Function) {
	for again, k := true, 0; again && k < maxFlagSteps; k++ {
		again = false
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if i.Op != ir.Or && i.Op != ir.Xor && i.Op != ir.And || i.Typ != ir.I64 {
					continue
				}
				at, flagged := c.number(i.Arg(0)), c.number(i)
				n, ok := ir.IntValue(i.Arg(1))
				if ok && (n > 0 && n < 64 && i.Op != ir.And || cutsFlags(i)) && (c.made[at]|c.used[at])&IsPtr != 0 && c.made[flagged]&IsPtr == 0 {
					c.make(i, IsPtr)
					again = true
				}
			}
		}
	}
}

// cutsFlags reports whether an integer is another without what programs pack with an address in the lowest bits.
func cutsFlags(i *ir.Instr) bool {
	if i.Op != ir.And || i.Typ != ir.I64 {
		return false
	}
	n, ok := ir.IntValue(i.Arg(1))
	return ok && n < 0 && n >= -64 && n&-n == -n
}

// address marks the steps of the computation of an address as an integer: a
// pointer that is rounded up, say. It reports whether v comes from a pointer.
func (c *Classes) address(v ir.Value, steps int) bool {
	i, ok := v.(*ir.Instr)
	if !ok || steps == 0 {
		return false
	}
	if cutsFlags(i) {
		c.make(i, IsPtr)
		c.use(i.Arg(0), IsPtr)
		c.address(i.Arg(0), steps-1)
		return true
	}
	from := false
	switch i.Op {
	case ir.PtrToInt, ir.PtrToAddr:
		return true
	case ir.Add, ir.And, ir.Or:
		from = c.address(i.Arg(0), steps-1)
		from = c.address(i.Arg(1), steps-1) || from
	case ir.Sub:
		from = c.address(i.Arg(0), steps-1)
	}
	if from {
		c.make(i, IsPtr)
	}
	return from
}
