package pointsto

import (
	"github.com/llad-ad/llad/ir"
)

// visit notes what an instruction tells of the integers that it makes and uses.
func (c *Classes) visit(i *ir.Instr) {
	switch i.Op {
	case ir.Load:
		if c.Generated[i] {
			c.make(i, IsInt)
		}
	case ir.Phi, ir.Select, ir.Freeze:
		if i.Typ.Scalar().IsInt() {
			c.copy(i)
		}
	case ir.GetElementPtr:
		for _, a := range i.Args()[1:] {
			c.use(a, IsInt)
		}
	case ir.FPToSI, ir.FPToUI, ir.ICmp, ir.FCmp, ir.SExt:
		c.make(i, IsInt)
		if i.Op == ir.SExt || i.Op == ir.ICmp && i.Pred >= ir.SGT && i.Pred <= ir.SLE {
			c.useAll(i, IsInt)
		}
	case ir.SIToFP, ir.UIToFP, ir.Switch, ir.Alloca:
		c.use(i.Arg(0), IsInt)
	case ir.BitCast:
		c.visitBitCast(i)
	case ir.AtomicRMW:
		if op := i.Extra().RMWOp; op != "xchg" {
			c.make(i, IsInt)
			c.use(i.Arg(1), IsInt)
		}
	case ir.Call, ir.Invoke, ir.CallBr:
		c.visitCall(i)
	case ir.PtrToInt, ir.PtrToAddr:
		c.make(i, IsPtr)
	case ir.IntToPtr:
		c.use(i.Arg(0), IsPtr)
		c.address(i.Arg(0), maxAddressSteps)
	default:
		c.visitArithmetic(i)
	}
}

// useAll notes that all operands are used as something.
func (c *Classes) useAll(i *ir.Instr, e Evidence) {
	for _, a := range i.Args() {
		c.use(a, e)
	}
}

// visitArithmetic notes that what arithmetic makes and uses are numbers, where it is none on the bits of a float or an address.
func (c *Classes) visitArithmetic(i *ir.Instr) {
	switch i.Op {
	case ir.Mul, ir.UDiv, ir.SDiv, ir.URem, ir.SRem:
		c.make(i, IsInt)
		c.useAll(i, IsInt)
	case ir.Add, ir.Sub:
		if !UpperHalf(i) {
			c.make(i, IsInt)
			c.useAll(i, IsInt)
		}
	case ir.Xor:
		if scrambles(i.Arg(0), i.Arg(1)) || scrambles(i.Arg(1), i.Arg(0)) {
			c.make(i, IsInt)
			c.useAll(i, IsInt)
		}
	case ir.Shl:
		// A product of an index and a size: shifts of bits may lose some, as this may not.
		if n, ok := ir.IntValue(i.Arg(1)); ok && n%8 != 0 && i.Flags&(ir.NUW|ir.NSW) != 0 {
			c.make(i, IsInt)
			c.use(i.Arg(0), IsInt)
		}
	case ir.ZExt:
		if i.Arg(0).Type().Scalar().Bits <= 16 {
			c.make(i, IsInt)
			c.use(i.Arg(0), IsInt)
		}
	case ir.Trunc:
		if i.Typ.Scalar().Bits <= 16 {
			c.make(i, IsInt)
			c.use(i.Arg(0), IsInt)
		}
	}
}

// visitBitCast notes the bits of floats.
func (c *Classes) visitBitCast(i *ir.Instr) {
	if i.Typ.IsFP() {
		c.use(i.Arg(0), IsFP)
		c.typed(i.Arg(0), i.Typ)
		if word := HalvedWord(i.Arg(0)); word != nil {
			c.use(word, inHalf)
		}
	}
	if i.Arg(0).Type().IsFP() {
		c.make(i, IsFP)
		c.typed(i, i.Arg(0).Type())
	}
}

// visitCall notes that the integers of functions of the library are numbers.
func (c *Classes) visitCall(i *ir.Instr) {
	switch Classify(i, false).Kind {
	case ToMath, ToInactive:
		c.make(i, IsInt)
		for _, a := range i.CallArgs() {
			c.use(a, IsInt)
		}
	case ToAlloc, ToFree, ToRealloc, ToCopy, ToSet:
		for _, a := range i.CallArgs() {
			c.use(a, IsInt)
		}
	}
}

// UpperHalf reports whether an i64 addition leaves the lower half as it is: an
// integer counted up next to a float in one register.
func UpperHalf(i *ir.Instr) bool {
	if i.Op != ir.Add && i.Op != ir.Sub || i.Typ != ir.I64 {
		return false
	}
	n, ok := ir.IntValue(i.Arg(1))
	return ok && n != 0 && n&0xffffffff == 0
}

// scrambles reports whether v is a value that is shifted into the mantissa, so that a float that is
// combined with it bit by bit would be none: generators of random numbers and hashes do that.
func scrambles(v, with ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.Shl && i.Op != ir.LShr || !i.Typ.IsInt() {
		return false
	}
	n, ok := ir.IntValue(i.Arg(1))
	if !ok || n <= 0 || i.Op == ir.Shl && n >= MantissaBits(i.Typ.Bits) {
		return false
	}
	return n%32 != 0 || i.Arg(0) == with // halves of words are put together that way
}

// MantissaBits is how many bits of a float of that size the mantissa takes.
func MantissaBits(size int) int64 {
	switch size {
	case 32:
		return 23
	case 64:
		return 52
	}
	return 0
}
