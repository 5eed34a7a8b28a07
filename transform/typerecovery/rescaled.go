package typerecovery

import (
	"math/bits"

	"github.com/llad-ad/llad/ir"
)

// keptDigits is how many digits of a mantissa are left, at least, where others that are cleared or
// counted up are a matter of rounding.
const keptDigits = 20

// digitsOf are the digits of the mantissa of float x in an integer v: bit p of v is bit p+shift of x, for
// from <= p < to, and bits below are zero, all plus a constant and modulo 2^to.
type digitsOf struct {
	x               ir.Value
	shift, from, to int
	plus            uint64
	alone           bool // bits from to on are zero
}

// maxDigitDepth bounds the instructions that are computed again without derivatives, and maxDigitSteps those that a search
// looks at.
const (
	maxDigitDepth = 16
	maxDigitSteps = 300
)

// rescaled is the bitcast i of an integer to a float with the digits of another float and another exponent or sign: a
// product of that float with a power of two. Logarithms and exponentials of C libraries are made so. Where the
// last digits are cleared or counted up, the product is rounded. For zero, denormals, infinities and NaN, and for
// exponents that make such, the result is a step.
func rescaled(b *ir.Builder, l *ir.Layout, i *ir.Instr) ir.Value {
	return rescaledBits(b, l, i.Typ, i.Arg(0))
}

// rescaledBits is the same for a bitcast of v to t.
func rescaledBits(b *ir.Builder, l *ir.Layout, t *ir.Type, v ir.Value) ir.Value {
	d, ok := digitsIn(l, t, v, false)
	if !ok {
		return nil
	}
	n := wholeDigits(t)
	now, changed := withoutDerivative(b, v, maxDigitDepth)
	if !changed {
		return nil
	}
	return scaledTo(b, d.x, now, d.from == 0 && d.plus&(1<<n-1) == 0)
}

// digitsBehind are the digits in the integer that i casts to a float, where they are those of another float but for a
// rounding. With leaves, an integer that is loaded or merged counts as a float.
func digitsBehind(l *ir.Layout, i *ir.Instr, leaves bool) (d digitsOf, ok bool) {
	if i.Op != ir.BitCast {
		return d, false
	}
	return digitsIn(l, i.Typ, i.Arg(0), leaves)
}

// digitsIn is the same for a cast of v to t.
func digitsIn(l *ir.Layout, t *ir.Type, v ir.Value, leaves bool) (d digitsOf, ok bool) {
	if mantissa(t) == nil || t.IsVector() || !v.Type().IsInt() || unwrapped(v) != v {
		return d, false
	}
	s := &digitSearch{l: l, t: t, left: maxDigitSteps, leaves: leaves}
	n := wholeDigits(t)
	d, ok = s.in(v)
	over := d.plus & (1<<n - 1)
	rounded := over < 1<<(n-keptDigits) || over > 1<<n-1<<(n-keptDigits)
	return d, ok && d.shift == 0 && d.to >= n && d.from <= n-keptDigits && rounded && d.x != v
}

// joinedChoices is the or of two choices between bits and zero, of which one is of the digits of a float and the other
// of a constant without any: compilers make that of masks that leave out what has no exponent, and put another in.
func joinedChoices(b *ir.Builder, l *ir.Layout, i *ir.Instr) ir.Value {
	t := castType(i)
	if t == nil || t.IsVector() || l.BitSize(t) != l.BitSize(i.Typ) {
		return nil
	}
	for _, p := range sides(i) {
		c, a := orZero(b, p[0])
		d, other := orZero(b, p[1])
		if c == nil || d == nil || ir.IsConstant(a) {
			continue
		}
		bits, isConst := ir.IntValue(other)
		if !isConst || bits&(1<<wholeDigits(t)-1) != 0 {
			continue
		}
		alone := rescaledBits(b, l, t, a)
		if alone == nil {
			continue
		}
		both := rescaledBits(b, l, t, b.Binary(ir.Or, a, other))
		if both == nil {
			continue
		}
		chosen := b.Select(c, b.Select(d, both, alone), b.Cast(ir.BitCast, p[1], t))
		return b.Cast(ir.BitCast, chosen, i.Typ)
	}
	return nil
}

// orZero takes a choice between an integer and zero apart: v is the integer where the condition holds.
func orZero(b *ir.Builder, v ir.Value) (c, chosen ir.Value) {
	i, ok := v.(*ir.Instr)
	switch {
	case !ok || i.Op != ir.Select || i.Typ.IsVector():
		return nil, nil
	case ir.IsZero(i.Arg(2)):
		return i.Arg(0), i.Arg(1)
	case ir.IsZero(i.Arg(1)):
		return b.Binary(ir.Xor, i.Arg(0), ones(i.Arg(0).Type())), i.Arg(2)
	}
	return nil, nil
}

// scaledTo is the float with the bits now, which is x with another exponent and sign; the digits are the same, or
// differ by a rounding.
func scaledTo(b *ir.Builder, x, now ir.Value, same bool) ir.Value {
	t := x.Type()
	ints := intsLike(b.Module(), t)
	shift := wholeDigits(t)
	top := int64(1)<<(ints.Bits-1-shift) - 1 // the exponent of what is infinite
	field := func(n int64) ir.Value { return ir.NewInt(ints, n<<shift) }
	old := plainBits(b, x)
	from, to := b.Binary(ir.And, old, field(top)), b.Binary(ir.And, now, field(top))
	if !same {
		to = withoutCarry(b, old, now, to, shift)
	}
	usual := func(e ir.Value) ir.Value { return b.ICmp(ir.ULT, b.Sub(e, field(1)), field(top-1)) }
	inverse := b.Sub(field(top-1), from)
	inverse = b.Select(b.ICmp(ir.EQ, from, field(top-1)), ir.NewInt(ints, 1<<(shift-1)), inverse)
	product := plain(b, ir.FMul, plain(b, ir.FMul, x, b.Cast(ir.BitCast, inverse, t)), b.Cast(ir.BitCast, to, t))
	turned := b.ICmp(ir.SLT, b.Binary(ir.Xor, old, now), ir.Zero(ints))
	product = b.Select(turned, b.FNeg(product), product)
	is := castPlain(b, now, t)
	if !same {
		without := b.Cast(ir.BitCast, plainBits(b, product), t)
		product = plain(b, ir.FAdd, product, plain(b, ir.FSub, is, without))
	}
	return b.Select(b.Binary(ir.And, usual(from), usual(to)), product, is)
}

// withoutCarry is the exponent to, of the bits now, where digits of the bits old were not counted up, or down, into the exponent:
// from all ones to zeros, or back. The exponents begin at bit shift.
func withoutCarry(b *ir.Builder, old, now, to ir.Value, shift int) ir.Value {
	n := func(v int64) ir.Value { return ir.NewInt(now.Type(), v) }
	digits := func(v ir.Value) ir.Value { return b.Binary(ir.And, v, n(1<<shift-1)) }
	more := b.Sub(digits(old), digits(now))
	to = b.Select(b.ICmp(ir.SGT, more, n(1<<(shift-1))), b.Sub(to, n(1<<shift)), to)
	return b.Select(b.ICmp(ir.SLT, more, n(-1<<(shift-1))), b.Add(to, n(1<<shift)), to)
}

// digitSearch looks for the digits of floats of type t. It gives up after a number of steps.
type digitSearch struct {
	l    *ir.Layout
	t    *ir.Type
	left int

	leaves bool // an integer that is loaded, or merged of floats, counts as a float
	seen   map[*ir.Instr]bool
}

// in are the digits of a float in the integer v.
func (s *digitSearch) in(v ir.Value) (d digitsOf, ok bool) {
	i, isInstr := v.(*ir.Instr)
	if s.left--; !isInstr || s.left < 0 || !i.Typ.IsInt() || i.Typ.Bits > 64 {
		return d, false
	}
	switch i.Op {
	case ir.Load, ir.Phi:
		leaf := s.leaves && s.l.BitSize(i.Typ) == s.l.BitSize(s.t) && i.Flags&(ir.Volatile|ir.Atomic) == 0
		return digitsOf{x: i, to: wholeDigits(s.t)}, leaf && (i.Op == ir.Load || s.merges(i))
	case ir.BitCast:
		if x := i.Arg(0); x.Type() == s.t && !ir.IsConstant(x) {
			return digitsOf{x: x, to: wholeDigits(s.t)}, true
		}
		return d, false
	case ir.Or, ir.Add, ir.Xor:
		return s.joined(i)
	case ir.And, ir.Shl, ir.LShr, ir.AShr, ir.Sub:
	case ir.Trunc, ir.ZExt, ir.SExt, ir.Freeze:
		d, ok = s.in(i.Arg(0))
		narrow := min(i.Typ.Bits, i.Arg(0).Type().Bits)
		d.alone = (d.alone || d.to >= narrow) && i.Op != ir.SExt
		d.to = min(d.to, narrow)
		return d, ok && d.to > d.from
	default:
		return d, false
	}
	for k, a := range i.Args() {
		if c, isConst := ir.IntValue(i.Arg(1 - k)); isConst && (k == 0 || i.Op == ir.And) {
			d, ok = s.in(a)
			return digitsWith(i, d, uint64(c), ok)
		}
	}
	if i.Op == ir.Sub {
		d, ok = s.in(i.Arg(0))
		d.alone = false
		return d, ok && zeroBelow(s.l, i.Arg(1), d.to)
	}
	return d, false
}

// merges reports whether a phi merges the digits of floats, all of them: one that counts digits up is no float.
func (s *digitSearch) merges(p *ir.Instr) bool {
	if s.seen[p] {
		return true
	}
	if s.seen == nil {
		s.seen = map[*ir.Instr]bool{}
	}
	s.seen[p] = true
	n := wholeDigits(s.t)
	for _, v := range p.Args() {
		d, ok := s.in(v)
		if !ok || d.shift != 0 || d.from != 0 || d.to < n || d.plus&(1<<n-1) != 0 {
			return false
		}
	}
	return true
}

// digitsWith are the digits d after i combined them with a constant.
func digitsWith(i *ir.Instr, d digitsOf, c uint64, ok bool) (digitsOf, bool) {
	width := i.Typ.Bits
	if !ok || (i.Op == ir.Shl || i.Op == ir.LShr || i.Op == ir.AShr) && c >= uint64(width) {
		return d, false
	}
	n := int(c)
	switch i.Op {
	case ir.Sub:
		d.plus -= c
		d.alone = false
	case ir.Shl:
		d = digitsOf{d.x, d.shift - n, d.from + n, min(d.to+n, width), d.plus << n, d.alone}
	case ir.LShr, ir.AShr:
		if d.plus<<(64-n) != 0 && n > 0 {
			return d, false
		}
		d = digitsOf{d.x, d.shift + n, max(d.from-n, 0), d.to - n, d.plus >> n, d.alone && i.Op == ir.LShr}
	case ir.And:
		c &= 1<<width - 1
		within := c & (1<<d.to - 1) &^ (1<<d.from - 1)
		first, last := bits.TrailingZeros64(within), bits.Len64(within)
		switch {
		case within == 0 || bits.OnesCount64(within) != last-first, d.plus != 0 && first > d.from:
			return d, false
		}
		d.alone = d.alone || c>>last == 0
		d.from, d.to = first, last
		d.plus &= 1<<d.to - 1
	}
	return d, d.to > d.from
}

// joined are the digits in a sum or the like of two values: those of two halves, of one beside bits above, or of a
// float and a constant.
func (s *digitSearch) joined(i *ir.Instr) (digitsOf, bool) {
	var found [2]digitsOf
	var ok [2]bool
	for k, a := range i.Args() {
		found[k], ok[k] = s.in(a)
	}
	for k, p := range sides(i) {
		d, e := found[k], found[1-k]
		if !ok[k] {
			continue
		}
		if ok[1-k] && d.alone && d.plus == 0 && d.x == e.x && d.shift == e.shift && d.to == e.from && e.plus&(1<<e.from-1) == 0 {
			return digitsOf{e.x, e.shift, d.from, e.to, e.plus, e.alone}, true
		}
		if zeroBelow(s.l, p[1], d.to) {
			d.alone = false
			return d, true
		}
		if c, isConst := ir.IntValue(p[1]); isConst && i.Op == ir.Add {
			d.plus += uint64(c)
			d.alone = false
			return d, true
		}
	}
	return digitsOf{}, false
}

// zeroBelow reports whether bits of v below the n-th are zero.
func zeroBelow(l *ir.Layout, v ir.Value, n int) bool {
	w := bitsOf(l, v, maxBitDepth)
	if w == nil || n > 8*len(w.set) {
		return false
	}
	for k := range n {
		if w.set[k/8]>>(k%8)&1 != 0 {
			return false
		}
	}
	return true
}

// isStep reports whether an integer depends on the mantissas of floats by nothing but carries into bits above: the
// derivative is zero.
func isStep(l *ir.Layout, v ir.Value, depth int) bool {
	if w := bitsOf(l, v, maxBitDepth); w != nil && !anyBit(w.man) && !anyBit(w.other) {
		return true
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth == 0 || !i.Typ.IsInt() {
		return false
	}
	from := i.Args()
	switch i.Op {
	case ir.And, ir.LShr, ir.AShr:
		if c, ok := ir.IntValue(i.Arg(1)); ok && aboveDigits(l, i, uint64(c), depth) {
			return true
		}
	case ir.Or, ir.Xor, ir.Add, ir.Sub, ir.Shl, ir.Trunc, ir.ZExt, ir.SExt, ir.Freeze:
	case ir.Select:
		from = from[1:]
	default:
		return false
	}
	for _, a := range from {
		if !isStep(l, a, depth-1) {
			return false
		}
	}
	return true
}

// aboveDigits reports whether i takes nothing but bits above the mantissa of a float, after a constant was added, by a mask
// or a shift c.
func aboveDigits(l *ir.Layout, i *ir.Instr, c uint64, depth int) bool {
	v := i.Arg(0)
	for _, t := range []*ir.Type{ir.Double, ir.Float} {
		s := &digitSearch{l: l, t: t, left: maxDigitSteps}
		d, ok := s.in(v)
		switch {
		case !ok || d.to+d.shift != wholeDigits(t):
		case i.Op == ir.And && c&(1<<d.to-1) != 0, i.Op != ir.And && c < uint64(d.to):
		default:
			return upperSteps(l, v, depth)
		}
	}
	return false
}

// upperSteps reports whether what was added to the bits of a float, or the like, to make v is a step.
func upperSteps(l *ir.Layout, v ir.Value, depth int) bool {
	i, ok := v.(*ir.Instr)
	if !ok || depth == 0 {
		return false
	}
	switch i.Op {
	case ir.BitCast:
		return true
	case ir.Trunc, ir.ZExt, ir.SExt, ir.Freeze:
		return upperSteps(l, i.Arg(0), depth-1)
	case ir.And, ir.LShr, ir.AShr, ir.Add, ir.Sub, ir.Or, ir.Xor:
		for _, p := range sides(i) {
			if isStep(l, p[1], depth-1) && upperSteps(l, p[0], depth-1) {
				return true
			}
		}
	}
	return false
}
