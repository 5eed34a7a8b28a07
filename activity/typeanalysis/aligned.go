package typeanalysis

import (
	"math/bits"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// newAlignment is what new memory is aligned to at the least where the call does not say: it
// may hold any format.
const newAlignment = 8

// alignedZeros is how many of the lowest bits of an address are known to be zero: by the stack
// slot or the new memory to which it leads, and the steps from there.
func alignedZeros(l *ir.Layout, v ir.Value, depth int) int {
	i, ok := v.(*ir.Instr)
	if !ok || depth > mostNested || gone(i) {
		return 0
	}
	switch i.Op {
	case ir.Alloca:
		return bits.TrailingZeros64(uint64(max(i.Align, 1)))
	case ir.GetElementPtr:
		z := alignedZeros(l, i.Arg(0), depth+1)
		known := l.Steps(i.Elem, i.Args()[1:], func(index ir.Value, by int64) bool {
			if by != 0 {
				z = min(z, bits.TrailingZeros64(uint64(by)))
			}
			return index == nil
		})
		if known {
			return z
		}
	case ir.Select:
		return min(alignedZeros(l, i.Arg(1), depth+1), alignedZeros(l, i.Arg(2), depth+1))
	case ir.Freeze, ir.BitCast:
		return alignedZeros(l, i.Arg(0), depth+1)
	case ir.Call, ir.Invoke:
		if f := i.CalledFunc(); f != nil && f.IsDecl {
			if k := rules.KnownOf(f); k != nil && k.Class == rules.Alloc && len(k.SizeArgs) == i.NumCallArgs() {
				return bits.TrailingZeros64(newAlignment)
			}
		}
	}
	return 0
}

// remainder are the values of what is left of an index or of an address when it is divided by m: taken not to be
// negative (bounds).
func remainder(l *ir.Layout, v ir.Value, m int64, depth int) pattern {
	step := int64(1) << min(zeros(l, v, depth+1), mostStep)
	if step = gcd(step, m); step == m {
		return exactly(0)
	}
	return pattern{0, m - step, step}.norm()
}
