package pass

import (
	"math"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// rounded is the difference, or the sum, i of a rounding sum and its constant: the
// sum is read without its derivative there. So code rounds to an integer, or to a
// multiple of a power of two, that has no instruction for it.
func rounded(b *ir.Builder, i *ir.Instr) ir.Value {
	for k, a := range i.Args() {
		sum, ok := a.(*ir.Instr)
		if !ok || k > 0 && i.Op == ir.FSub {
			continue
		}
		c, ok := roundingConstant(sum)
		if !ok {
			continue
		}
		d, ok := ir.FloatValue(i.Arg(1 - k))
		if i.Op == ir.FAdd {
			d = -d
		}
		if !ok || c != d || !roundsWholly(sum, c) && !readAsInteger(sum) {
			continue
		}
		args := []ir.Value{i.Arg(0), i.Arg(1)}
		args[k] = b.Cast(ir.BitCast, plainBits(b, sum), sum.Typ)
		n := ir.NewInstr(i.Op, i.Typ, args...)
		n.Flags = i.Flags
		return b.Insert(n)
	}
	return nil
}

// roundedBits is a cast to integers of a rounding sum, read without its derivative:
// its low bits are the integer that it was rounded to.
func roundedBits(b *ir.Builder, i *ir.Instr) ir.Value {
	sum, ok := i.Arg(0).(*ir.Instr)
	if !ok || !i.Typ.Scalar().IsInt() {
		return nil
	}
	c, ok := roundingConstant(sum)
	if !ok {
		return nil
	}
	// One and a half leaves room below for negative integers: nobody adds that for
	// another reason. A power of two alone may have any.
	if half, _ := math.Frexp(math.Abs(c)); !takenBack(sum, c) && (half == 0.5 || !roundsWholly(sum, c) || takesBack(sum)) {
		return nil
	}
	return b.Cast(ir.BitCast, plainBits(b, sum), i.Typ)
}

// roundingConstant is the constant summand of a sum, or of a product and a sum in
// one, that may have been made to round: a power of two, or one and a half of it,
// that leaves at most finestRounding bits behind the point. Of a smaller one (1 + x
// in a logarithm) the bits behind the point are what is wanted.
func roundingConstant(i *ir.Instr) (float64, bool) {
	if mantissa(i.Typ) == nil {
		return 0, false
	}
	least := math.Ldexp(1, wholeDigits(i.Typ)-finestRounding)
	var list []ir.Value
	switch i.Op {
	case ir.FAdd:
		list = i.Args()
	case ir.FSub:
		list = i.Args()[1:]
	case ir.Call:
		if f := i.CalledFunc(); f != nil && (strings.HasPrefix(f.Name, "llvm.fma.") || strings.HasPrefix(f.Name, "llvm.fmuladd.")) {
			list = i.Args()[2:3]
		}
	}
	for _, a := range list {
		c, ok := ir.FloatValue(a)
		if fraction, _ := math.Frexp(math.Abs(c)); !ok || math.Abs(c) < least || fraction != 0.5 && fraction != 0.75 {
			continue
		}
		if i.Op == ir.FSub {
			c = -c
		}
		return c, true
	}
	return 0, false
}

// finestRounding is how many bits behind the point a sum may keep that is to round:
// tables of powers of two have up to 2^8 entries between two integers.
const finestRounding = 8

// wholeDigits is the power of two from which on numbers of type t, floats or
// doubles, have nothing behind the point.
func wholeDigits(t *ir.Type) int {
	if t.Scalar() == ir.Float {
		return 23
	}
	return 52
}

// roundsWholly reports whether adding c leaves nothing behind the point.
func roundsWholly(i *ir.Instr, c float64) bool {
	return math.Abs(c) >= math.Ldexp(1, wholeDigits(i.Typ))
}

// readAsInteger reports whether somebody takes the bits of i for an integer.
func readAsInteger(i *ir.Instr) bool {
	for u := range ir.Uses(i) {
		if f := u.User; f.Op == ir.BitCast && f.Typ.Scalar().IsInt() || givesBits(f) {
			return true
		}
	}
	return false
}

// takenBack reports whether somebody subtracts c from i again.
func takenBack(i *ir.Instr, c float64) bool {
	for u := range ir.Uses(i) {
		o := u.User
		if o.Op != ir.FSub && o.Op != ir.FAdd || o.NumArgs() != 2 {
			continue
		}
		for k, a := range o.Args() {
			d, ok := ir.FloatValue(a)
			if ok && (o.Op == ir.FAdd && -d == c || o.Op == ir.FSub && k == 1 && d == c) {
				return true
			}
		}
	}
	return false
}

// takesBack reports whether i subtracts the constant of a rounding sum.
func takesBack(i *ir.Instr) bool {
	for _, a := range i.Args() {
		if c, ok := unwrapped(a).(*ir.Instr); ok && givesBits(c) {
			return true
		}
	}
	return false
}
