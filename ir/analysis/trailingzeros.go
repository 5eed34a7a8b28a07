package analysis

import (
	"math/bits"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// TrailingZeros is the number of low bits of an integer, or of each lane of a vector, that are
// known to be zero. steps bounds the instructions that are followed.
func TrailingZeros(v ir.Value, steps int) int { return trailingZeros(v, steps, nil) }

// trailingZeros assumes all bits of a phi that is being visited to be zero: sums, products and
// shifts of it have no fewer trailing zeros than it turns out to have.
func trailingZeros(v ir.Value, steps int, phis []*ir.Instr) int {
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
	of := func(k int) int { return trailingZeros(i.Arg(k), steps-1, phis) }
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
	case ir.Phi:
		if slices.Contains(phis, i) {
			return width
		}
		phis = append(slices.Clip(phis), i)
		least := width
		for k := range i.NumArgs() {
			least = min(least, trailingZeros(i.Arg(k), steps-1, phis))
		}
		return least
	case ir.BitCast:
		if i.Arg(0).Type().Scalar().IsInt() && i.Arg(0).Type().Scalar().Bits == width {
			return of(0)
		}
	}
	return 0
}
