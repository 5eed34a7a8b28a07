package activity

import (
	"math/bits"

	"github.com/llad-ad/llad/ir"
)

// maxIntSteps bounds the instructions that an integer is followed through.
const maxIntSteps = 10

// checkCounted refuses the bits of an active float that are taken for a number, as
// fast logarithms do: they grow with the float, which no rule says.
func (a *Info) checkCounted(i *ir.Instr) {
	v := i.Arg(0)
	if ir.IsConstant(v) || !a.variedValue(v) || !a.usefulFloat(i) {
		return
	}
	for _, p := range a.sol.g.ty.valuePieces(v) {
		if p.Class == FloatData {
			a.refuseBits(i)
			return
		}
	}
}

// checkMade refuses a float whose bits are a number that was rounded from an active
// float, as fast exponentials make them. One whose mantissa is zero is a power of two,
// which is a step.
func (a *Info) checkMade(i *ir.Instr) {
	digits := 0
	switch i.Typ.Scalar() {
	case ir.Double:
		digits = 52
	case ir.Float:
		digits = 23
	}
	if v := i.Arg(0); digits > 0 && a.usefulFloat(i) && v.Type().Scalar().IsInt() && lowZeros(v, maxIntSteps) < digits && a.roundedFrom(v, maxIntSteps) {
		a.refuseBits(i)
	}
}

// makesPart reports whether an integer that is stored at d becomes bits of a float there,
// the upper half of a double perhaps, that checkMade would refuse.
func (a *Info) makesPart(v ir.Value, d addr) bool {
	t := a.sol.g.ty
	size := t.p.layout.StoreSize(v.Type())
	digits := map[int64]int{4: 23, 8: 52}[size]
	switch part := t.partFloat(d, size); {
	case part && size == 4:
		digits = 20
	case part || digits == 0 || !t.floatsAt(d, size):
		return false
	}
	return lowZeros(v, maxIntSteps) < digits && a.roundedFrom(v, maxIntSteps)
}

// roundedFrom reports whether an integer is computed from one that an active float was
// converted to.
func (a *Info) roundedFrom(v ir.Value, steps int) bool {
	i, ok := v.(*ir.Instr)
	if !ok || steps == 0 {
		return false
	}
	switch i.Op {
	case ir.FPToSI, ir.FPToUI:
		return a.variedValue(i.Arg(0))
	case ir.Add, ir.Sub, ir.Mul, ir.Shl, ir.LShr, ir.AShr, ir.Or, ir.Xor, ir.Trunc, ir.ZExt, ir.SExt, ir.BitCast, ir.InsertElement, ir.ExtractElement, ir.ShuffleVector:
		for _, x := range i.Args() {
			if a.roundedFrom(x, steps-1) {
				return true
			}
		}
	}
	return false
}

// lowZeros is how many of the lowest bits of an integer, of each lane of a vector, are
// known to be zero.
func lowZeros(v ir.Value, steps int) int {
	width := v.Type().Scalar().Bits
	if c, ok := v.(*ir.Const); ok {
		list := []ir.Value{c}
		switch c.Kind {
		case ir.ConstUndef, ir.ConstPoison, ir.ConstZero:
			return width
		case ir.ConstVector, ir.ConstSplat:
			list = c.Elems
		}
		least := width
		for _, e := range list {
			switch n, ok := ir.IntValue(e); {
			case ok:
				least = min(least, bits.TrailingZeros64(uint64(n)))
			case !ir.IsUndef(e):
				return 0
			}
		}
		return least
	}
	i, ok := v.(*ir.Instr)
	if !ok || steps == 0 {
		return 0
	}
	of := func(k int) int { return lowZeros(i.Arg(k), steps-1) }
	switch i.Op {
	case ir.Shl:
		if n, ok := ir.IntValue(i.Arg(1)); ok && n >= 0 {
			return min(of(0)+int(n), width)
		}
		return of(0)
	case ir.And:
		return max(of(0), of(1))
	case ir.Add, ir.Sub, ir.Or, ir.Xor, ir.ShuffleVector:
		return min(of(0), of(1))
	case ir.Select:
		return min(of(1), of(2))
	case ir.Mul:
		return min(of(0)+of(1), width)
	case ir.ZExt:
		if n := of(0); n < i.Arg(0).Type().Scalar().Bits {
			return n
		}
		return width
	case ir.Trunc, ir.SExt:
		return min(of(0), width)
	case ir.InsertElement:
		return min(of(0), of(1))
	case ir.ExtractElement:
		return of(0)
	case ir.BitCast:
		if i.Arg(0).Type().Scalar().IsInt() && i.Arg(0).Type().Scalar().Bits == width {
			return of(0)
		}
	}
	return 0
}
