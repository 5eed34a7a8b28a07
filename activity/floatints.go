package activity

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// maxIntSteps bounds the instructions that an integer is followed through.
const maxIntSteps = 10

// checkMade refuses a float whose bits are a number that was rounded from an active
// float, as fast exponentials make them, or computed from the bits of one. One whose mantissa is zero is a power of two,
// which is a step.
func (a *Info) checkMade(i *ir.Instr) {
	digits := 0
	switch i.Typ.Scalar() {
	case ir.Double:
		digits = 52
	case ir.Float:
		digits = 23
	}
	v := i.Arg(0)
	if from, ok := v.(*ir.Instr); ok && a.sol.g.ty.numbers[from] {
		return // which is looked at when running
	}
	if digits == 0 || !a.usefulFloat(i) || !v.Type().Scalar().IsInt() || analysis.TrailingZeros(v, maxIntSteps) >= digits {
		return
	}
	if a.roundedFrom(v, maxIntSteps) || !a.variedValue(v) && a.growsWith(v) {
		a.refuseBits(i)
	}
}

// makesPart reports whether an integer that is stored at d becomes bits of a float there,
// the upper half of a double perhaps, that checkMade would refuse.
func (a *Info) makesPart(v ir.Value, d memtypes.Addr) bool {
	t := a.sol.g.ty
	size := t.p.Layout.StoreSize(v.Type())
	digits := map[int64]int{4: 23, 8: 52}[size]
	switch part := t.partFloat(d, size); {
	case part && size == 4:
		digits = 20
	case part || digits == 0 || !t.floatsAt(d, size):
		return false
	}
	return analysis.TrailingZeros(v, maxIntSteps) < digits && a.roundedFrom(v, maxIntSteps)
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
		return a.variedValue(i.Arg(0)) || a.countedIn(i.Arg(0), steps-1)
	case ir.Add, ir.Sub, ir.Mul, ir.Shl, ir.LShr, ir.AShr, ir.Or, ir.Xor, ir.Trunc, ir.ZExt, ir.SExt, ir.BitCast, ir.InsertElement, ir.ExtractElement, ir.ShuffleVector:
		for _, x := range i.Args() {
			if a.roundedFrom(x, steps-1) {
				return true
			}
		}
	}
	return false
}
