package ir

import (
	"math/bits"
	"slices"
)

// LowZeros is how many of the lowest bits of an integer, of each lane of a vector, are
// known to be zero. It looks at what v is computed from as far as the number of steps.
func LowZeros(v Value, steps int) int { return lowZeros(v, steps, nil) }

// lowZeros takes a phi that is being looked at to have all bits zero: sums, products and
// shifts of it have no fewer than it turns out to have.
func lowZeros(v Value, steps int, phis []*Instr) int {
	width := v.Type().Scalar().Bits
	if c, ok := v.(*Const); ok {
		list := []Value{c}
		switch c.Kind {
		case ConstUndef, ConstPoison, ConstZero:
			return width
		case ConstVector, ConstSplat:
			list = c.Elems
		}
		least := width
		for _, e := range list {
			switch n, ok := IntValue(e); {
			case ok:
				least = min(least, bits.TrailingZeros64(uint64(n)))
			case !IsUndef(e):
				return 0
			}
		}
		return least
	}
	i, ok := v.(*Instr)
	if !ok || steps == 0 {
		return 0
	}
	of := func(k int) int { return lowZeros(i.Arg(k), steps-1, phis) }
	switch i.Op {
	case Shl:
		if n, ok := IntValue(i.Arg(1)); ok && n >= 0 {
			return min(of(0)+int(n), width)
		}
		return of(0)
	case And:
		return max(of(0), of(1))
	case Add, Sub, Or, Xor, ShuffleVector:
		return min(of(0), of(1))
	case Select:
		return min(of(1), of(2))
	case Mul:
		return min(of(0)+of(1), width)
	case ZExt:
		if n := of(0); n < i.Arg(0).Type().Scalar().Bits {
			return n
		}
		return width
	case Trunc, SExt:
		return min(of(0), width)
	case InsertElement:
		return min(of(0), of(1))
	case ExtractElement:
		return of(0)
	case Phi:
		if slices.Contains(phis, i) {
			return width
		}
		phis = append(slices.Clip(phis), i)
		least := width
		for k := range i.NumArgs() {
			least = min(least, lowZeros(i.Arg(k), steps-1, phis))
		}
		return least
	case BitCast:
		if i.Arg(0).Type().Scalar().IsInt() && i.Arg(0).Type().Scalar().Bits == width {
			return of(0)
		}
	}
	return 0
}
