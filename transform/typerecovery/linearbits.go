package typerecovery

import (
	"math"
	"math/bits"

	"github.com/llad-ad/llad/ir"
)

// linearDigits is how many digits of a mantissa decide, at least, of what is linear in the bits of a float: fewer are a step.
const linearDigits = 18

// linearInt is an integer that is a multiple of another plus a constant, but for roundings and for what is lost at the
// upper end: of the bits of a float x, or of x that is rounded to an integer.
type linearInt struct {
	x      ir.Value
	bits   bool
	factor float64
	may    uint64  // the bits that may be set
	grain  float64 // the other integer is rounded to multiples of it at most
	period float64 // the result begins again where the other integer has grown by it, at least
}

// linearBits is the bitcast i to a float of such an integer, or its conversion to one: approximations of roots, powers
// and logarithms are made so. It is a linear function of the float between powers of two, and for zero, denormals,
// infinities and NaN a step.
func linearBits(b *ir.Builder, l *ir.Layout, i *ir.Instr) ir.Value {
	t, v := i.Typ, i.Arg(0)
	if t != ir.Double && t != ir.Float || !v.Type().IsInt() {
		return nil
	}
	f, ok := linearIn(l, v, maxDigitDepth)
	cast := i.Op == ir.BitCast
	if !ok || !cast && !f.bits || !f.fine(t, cast) {
		return nil
	}
	now := v
	if f.bits {
		if now, ok = withoutDerivative(b, v, maxDigitDepth); !ok {
			return nil
		}
	}
	var is ir.Value
	if cast {
		is = castPlain(b, now, t)
	} else {
		is = b.Cast(i.Op, now, t)
	}
	step := plain(b, ir.FSub, f.x, b.Cast(ir.BitCast, plainBits(b, f.x), f.x.Type()))
	usual := ir.Value(b.FCmp(ir.OEQ, step, ir.NewFloat(f.x.Type(), 0)))
	if f.bits {
		e := exponentOf(b, plainBits(b, f.x), f.x.Type())
		step = e.signed(b, plain(b, ir.FMul, step, e.inverse(b)))
		step = plain(b, ir.FMul, step, ir.NewFloat(f.x.Type(), f.factor*math.Ldexp(1, wholeDigits(f.x.Type()))))
		usual = b.Binary(ir.And, usual, e.usual(b))
	} else {
		step = plain(b, ir.FMul, step, ir.NewFloat(f.x.Type(), f.factor))
	}
	step = resizedFloat(b, step, t)
	if cast {
		e := exponentOf(b, now, t)
		step = plain(b, ir.FMul, e.signed(b, step), ir.NewFloat(t, math.Ldexp(1, -wholeDigits(t))))
		step = plain(b, ir.FMul, step, e.power(b))
		usual = b.Binary(ir.And, usual, e.usual(b))
	}
	return b.Select(usual, plain(b, ir.FAdd, is, step), is)
}

// resizedFloat is a float or double in another type of these.
func resizedFloat(b *ir.Builder, v ir.Value, t *ir.Type) ir.Value {
	switch {
	case v.Type() == t:
		return v
	case t == ir.Double:
		return b.Cast(ir.FPExt, v, t)
	}
	return b.Cast(ir.FPTrunc, v, t)
}

// fine reports whether enough digits decide of a float of type t, whose bits the integer is or which it is converted to,
// and whether it does not begin again between two powers of two.
func (f linearInt) fine(t *ir.Type, cast bool) bool {
	if !f.bits {
		n := wholeDigits(t)
		return cast && f.grain*math.Abs(f.factor) <= math.Ldexp(1, n-linearDigits) && f.period*math.Abs(f.factor) >= math.Ldexp(1, n)
	}
	n := wholeDigits(f.x.Type())
	return f.grain <= math.Ldexp(1, n-linearDigits) && f.period >= math.Ldexp(1, n)
}

// linearIn looks for what the integer v is linear in.
func linearIn(l *ir.Layout, v ir.Value, depth int) (f linearInt, ok bool) {
	i, isInstr := v.(*ir.Instr)
	if !isInstr || depth == 0 || !i.Typ.IsInt() || i.Typ.Bits > 64 {
		return f, false
	}
	all := uint64(1)<<(i.Typ.Bits-1)<<1 - 1
	switch i.Op {
	case ir.BitCast, ir.FPToSI, ir.FPToUI:
		x := i.Arg(0)
		f = linearInt{x: x, bits: i.Op == ir.BitCast, factor: 1, may: all, grain: 1, period: math.Ldexp(1, i.Typ.Bits)}
		return f, (x.Type() == ir.Double || x.Type() == ir.Float) && !ir.IsConstant(x)
	case ir.Trunc, ir.ZExt, ir.Freeze:
		f, ok = linearIn(l, i.Arg(0), depth-1)
		f.may &= all
	case ir.SExt:
		if f, ok = linearIn(l, i.Arg(0), depth-1); f.may>>(i.Arg(0).Type().Bits-1) != 0 {
			f.may = all
		}
	case ir.Add, ir.Sub, ir.Or, ir.Xor:
		f, ok = linearSum(l, i, all, depth)
	case ir.And, ir.Shl, ir.LShr, ir.AShr, ir.Mul, ir.UDiv, ir.SDiv:
		c, isConst := ir.IntValue(i.Arg(1))
		if f, ok = linearIn(l, i.Arg(0), depth-1); !ok || !isConst {
			return f, false
		}
		f, ok = f.with(i.Op, c, all)
	default:
		return f, false
	}
	f.period = min(f.period, math.Ldexp(1, i.Typ.Bits)/math.Abs(f.factor))
	return f, ok
}

// with is f combined with a constant, within the bits all.
func (f linearInt) with(op ir.Op, c int64, all uint64) (linearInt, bool) {
	switch op {
	case ir.And:
		within := f.may & uint64(c) & all
		first, last := bits.TrailingZeros64(within), bits.Len64(within)
		if within == 0 || bits.OnesCount64(within) != last-first {
			return f, false
		}
		if first > bits.TrailingZeros64(f.may) {
			f.grain = max(f.grain, math.Ldexp(1, first)/math.Abs(f.factor))
		}
		if f.may>>last != 0 {
			f.period = min(f.period, math.Ldexp(1, last)/math.Abs(f.factor))
		}
		f.may = within
		return f, true
	case ir.Shl:
		f.factor, f.may = math.Ldexp(f.factor, int(c)), f.may<<c&all
		return f, 0 <= c && c < 64
	case ir.LShr, ir.AShr:
		f.factor, f.may = math.Ldexp(f.factor, -int(c)), f.may>>c
		if op == ir.AShr {
			f.may = all
		}
		f.grain = max(f.grain, 1/math.Abs(f.factor))
		return f, 0 <= c && c < 64
	case ir.Mul:
		f.factor, f.may = f.factor*float64(c), all
		return f, c != 0
	}
	f.factor = f.factor / float64(c)
	if op == ir.UDiv && c > 0 {
		f.may = upTo(f.may / uint64(c))
	} else {
		f.may = all
	}
	f.grain = max(f.grain, 1/math.Abs(f.factor))
	return f, c != 0
}

// upTo are the bits of numbers up to n.
func upTo(n uint64) uint64 { return 1<<bits.Len64(n) - 1 }

// linearSum is the sum or the like of one such integer and of what is a step.
func linearSum(l *ir.Layout, i *ir.Instr, all uint64, depth int) (linearInt, bool) {
	for k, p := range sides(i) {
		w := bitsOf(l, p[1], maxBitDepth)
		if w == nil || !isStep(l, p[1], maxBitDepth) {
			continue
		}
		f, ok := linearIn(l, p[0], depth-1)
		if !ok {
			continue
		}
		var set uint64
		for n, s := range w.set {
			set |= uint64(s) << (8 * n)
		}
		switch apart := f.may&set == 0; {
		case i.Op == ir.Or && !apart, i.Op == ir.Xor && !apart && (!ir.IsConstant(p[1]) || set != all&^(all>>1)):
			return f, false
		case i.Op == ir.Sub && k == 1:
			f.factor = -f.factor
		}
		switch sum := f.may + set; {
		case i.Op == ir.Add && sum >= set && sum <= all:
			f.may = upTo(sum)
		case i.Op == ir.Add, i.Op == ir.Sub:
			f.may = all
		default:
			f.may |= set
		}
		return f, true
	}
	return linearInt{}, false
}

// floatExponent is the exponent among the bits of a float, which have no derivative.
type floatExponent struct {
	bits, field ir.Value
	t           *ir.Type
	top         int64 // the exponent of what is infinite
}

func exponentOf(b *ir.Builder, v ir.Value, t *ir.Type) floatExponent {
	top := int64(1)<<(v.Type().Bits-1-wholeDigits(t)) - 1
	e := floatExponent{bits: v, t: t, top: top}
	e.field = b.Binary(ir.And, v, e.of(top))
	return e
}

// of is an exponent where it stands in a float.
func (e floatExponent) of(n int64) ir.Value { return ir.NewInt(e.bits.Type(), n<<wholeDigits(e.t)) }

// usual reports whether the float is none of zero, denormals, infinities and NaN.
func (e floatExponent) usual(b *ir.Builder) ir.Value {
	return b.ICmp(ir.ULT, b.Sub(e.field, e.of(1)), e.of(e.top-1))
}

// power is the power of two, and inverse one divided by it.
func (e floatExponent) power(b *ir.Builder) ir.Value { return b.Cast(ir.BitCast, e.field, e.t) }

func (e floatExponent) inverse(b *ir.Builder) ir.Value {
	n := b.Sub(e.of(e.top-1), e.field)
	n = b.Select(b.ICmp(ir.EQ, e.field, e.of(e.top-1)), ir.NewInt(e.bits.Type(), 1<<(wholeDigits(e.t)-1)), n)
	return b.Cast(ir.BitCast, n, e.t)
}

// signed is v with the sign that the float has.
func (e floatExponent) signed(b *ir.Builder, v ir.Value) ir.Value {
	return b.Select(b.ICmp(ir.SLT, e.bits, ir.Zero(e.bits.Type())), b.FNeg(v), v)
}
