package typerecovery

import (
	"bytes"
	"math"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// FloatBits rewrites operations on the bits of floats as operations on floats and plain
// integers, where it recognises them:
//
//   - lanes selected by masks, and selects of bits: selects of floats;
//   - signs flipped, set or copied: selects of fneg and fabs;
//   - an exponent replaced or added to, and last digits cleared: a product with a power of two, rounded;
//   - an integer that is linear in the bits of a float, cast or converted to a float, and a float rounded to an integer
//     that is linear in the bits of another: linear between powers of two;
//   - bits without any of the mantissa (exponents, signs), and the bits of a sum that was
//     rounded to an integer by adding a large constant: step functions, whose derivative is
//     zero;
//   - the difference between such a sum and its constant: likewise.
//
// What has no derivative reads the bits through functions that are known to have none
// (givesBits). Everything else stays. It reports whether anything changed.
func FloatBits(f *ir.Function) bool {
	l := f.Module.Layout
	if l.BigEndian() {
		return false
	}
	typed := typeLeaves(f)
	changed := edit.RewriteEach(f, ir.RPO(f), func(i *ir.Instr) func(b *ir.Builder) ir.Value {
		build := floatBits(l, i)
		if build == nil {
			return nil
		}
		return func(b *ir.Builder) ir.Value {
			if v := maskOp(b, i); v != nil {
				return v
			}
			return build(b)
		}
	})
	return restoreBits(f) || changed || typed
}

// floatBits gives the rewriting of i, nil for most instructions.
func floatBits(l *ir.Layout, i *ir.Instr) func(b *ir.Builder) ir.Value {
	switch i.Op {
	case ir.And, ir.LShr, ir.AShr, ir.Shl, ir.Trunc:
		return func(b *ir.Builder) ir.Value { return stepBits(b, l, i) }
	case ir.Or:
		return func(b *ir.Builder) ir.Value {
			if v := signedBy(b, l, i); v != nil {
				return v
			}
			if v := withExponent(b, l, i); v != nil {
				return v
			}
			if v := setByMask(b, l, i); v != nil {
				return v
			}
			return joinedChoices(b, l, i)
		}
	case ir.Xor:
		return func(b *ir.Builder) ir.Value { return signedBy(b, l, i) }
	case ir.BitCast:
		return func(b *ir.Builder) ir.Value {
			if x, ok := unwrapped(i.Arg(0)).(*ir.Instr); ok && x.Op == ir.Select && ir.Same(x.Typ, i.Typ) {
				return nil // see chosenFloats
			}
			if v := roundedBits(b, i); v != nil {
				return v
			}
			if v := rescaled(b, l, i); v != nil {
				return v
			}
			return linearBits(b, l, i)
		}
	case ir.SIToFP, ir.UIToFP:
		return func(b *ir.Builder) ir.Value { return linearBits(b, l, i) }
	case ir.Select:
		if i.Typ.Scalar().IsInt() && i.Typ.Scalar().Bits >= 32 {
			return func(b *ir.Builder) ir.Value { return chosenFloats(b, i) }
		}
	case ir.FSub, ir.FAdd, ir.Call:
		if _, terms := sumOf(i); terms == nil {
			return nil
		}
		return func(b *ir.Builder) ir.Value { return rounded(b, i) }
	}
	return nil
}

// bitsPrefix begins the names of the functions that return the bits of a float without a
// derivative.
const bitsPrefix = "llad.bits."

// givesBits reports whether i calls such a function.
func givesBits(i *ir.Instr) bool {
	f := i.CalledFunc()
	return f != nil && strings.HasPrefix(f.Name, bitsPrefix)
}

// plainBits calls such a function for x, floats or doubles.
func plainBits(b *ir.Builder, x ir.Value) ir.Value {
	return castPlain(b, x, intsLike(b.Module(), x.Type()))
}

// castPlain calls a function that casts x to another type, without a derivative.
func castPlain(b *ir.Builder, x ir.Value, to *ir.Type) ir.Value {
	m, t := b.Module(), x.Type()
	name := bitsPrefix + m.Mangle(t)
	f := m.Func(name)
	if f == nil {
		f = m.AddFunc(name, m.FuncType(to, t))
		f.Prefix, f.IsDecl = "internal", false
		f.Suffix = "alwaysinline nounwind"
		in := ir.NewBuilder(f.NewBlock("entry"))
		in.Ret(in.Cast(ir.BitCast, f.Params[0], to))
	}
	return b.CallFunc(f, x)
}

// intsLike is the type of integers with the shape of t.
func intsLike(m *ir.Module, t *ir.Type) *ir.Type {
	e := m.Types.Int(int(m.Layout.BitSize(t.Scalar())))
	if !t.IsVector() {
		return e
	}
	return m.Types.Vector(e, t.Len, false)
}

// floatsBehind is the value of floats or doubles whose bits v is: what v, or its lanes, were bitcast
// from, or the type that every user casts i, which computes with v, to; nil where there is none.
func floatsBehind(b *ir.Builder, v ir.Value, i *ir.Instr) ir.Value {
	if ir.IsConstant(v) {
		return nil
	}
	x := unwrapped(v)
	if t := x.Type(); t.Scalar() == ir.Double || t.Scalar() == ir.Float {
		return x
	}
	if f := lanesOfFloats(b, x); f != nil {
		return f
	}
	t := castType(i)
	if t == nil {
		return nil
	}
	if x, ok := x.(*ir.Instr); ok {
		switch x.Op {
		case ir.Load, ir.Phi, ir.Select, ir.Freeze, ir.Call, ir.ShuffleVector, ir.ExtractElement, ir.InsertElement, ir.ExtractValue:
			return b.Cast(ir.BitCast, v, t)
		}
	}
	return nil
}

// lanesOfFloats is the vector of floats whose lanes' bits were put together, beside constants; nil where
// v is none.
func lanesOfFloats(b *ir.Builder, v ir.Value) ir.Value {
	if i, ok := v.(*ir.Instr); !ok || i.Op != ir.InsertElement {
		return nil
	}
	lanes := insertedLanes(v)
	var t *ir.Type
	for _, x := range lanes {
		if ir.IsConstant(x) {
			continue
		}
		switch u := unwrapped(x).Type(); {
		case u != ir.Double && u != ir.Float || t != nil && u != t:
			return nil
		default:
			t = u
		}
	}
	if t == nil || b.Module().Layout.BitSize(t) != b.Module().Layout.BitSize(v.Type().Elem) {
		return nil
	}
	var out ir.Value = ir.Poison(b.Module().Types.Vector(t, v.Type().Len, false))
	for k, x := range lanes {
		out = b.InsertElement(out, b.Cast(ir.BitCast, x, t), ir.NewInt(ir.I32, int64(k)))
	}
	return out
}

// chosenFloats is a select of the bits of floats as a select of floats.
func chosenFloats(b *ir.Builder, i *ir.Instr) ir.Value {
	t := castType(i)
	if t == nil {
		x, y := unwrapped(i.Arg(1)), unwrapped(i.Arg(2))
		if t = x.Type(); ir.IsConstant(x) {
			t = y.Type()
		} else if !ir.IsConstant(y) && !ir.Same(t, y.Type()) {
			return nil
		}
	}
	l, c := b.Module().Layout, i.Arg(0)
	if mantissa(t) == nil || t.Scalable || l.BitSize(t) != l.BitSize(i.Typ) || c.Type().IsVector() && edit.NumLanes(t) != edit.NumLanes(c.Type()) {
		return nil
	}
	cast := func(v ir.Value) ir.Value {
		if x := rescaledBits(b, l, t, v); x != nil {
			return x
		}
		return b.Cast(ir.BitCast, v, t)
	}
	x := cast(i.Arg(1))
	return b.Cast(ir.BitCast, b.Select(c, x, cast(i.Arg(2))), i.Typ)
}

// castType is the type of floats or doubles that every user of i other than stores casts it
// to, perhaps after shuffles and selects; nil where there is none.
func castType(i *ir.Instr) *ir.Type { return castTypeWithin(i, maxLaneMoves) }

// maxLaneMoves bounds the shuffles and selects before the cast.
const maxLaneMoves = 4

func castTypeWithin(i *ir.Instr, depth int) *ir.Type {
	var t *ir.Type
	for u := range ir.Uses(i) {
		var to *ir.Type
		switch {
		case u.User.Op == ir.BitCast:
			to = u.User.Typ
		case (u.User.Op == ir.ShuffleVector || u.User.Op == ir.ExtractElement) && depth > 0 && !i.Typ.Scalable:
			if to = castTypeWithin(u.User, depth-1); to == nil || edit.NumLanes(to) != edit.NumLanes(u.User.Typ) {
				return nil
			}
			to = i.Parent.Parent.Module.Types.Vector(to.Scalar(), i.Typ.Len, false)
		case u.User.Op == ir.Store && u.Index() == 0:
			continue // tells nothing
		case u.User.Op == ir.Select && u.Index() > 0 && depth > 0:
			if to = castTypeWithin(u.User, depth-1); to == nil {
				return nil
			}
		default:
			return nil
		}
		if to.Scalar() != ir.Double && to.Scalar() != ir.Float || t != nil && !ir.Same(t, to) {
			return nil
		}
		t = to
	}
	return t
}

// stepBits recomputes i from bits without derivatives, where no bit of a mantissa is left in
// it.
func stepBits(b *ir.Builder, l *ir.Layout, i *ir.Instr) ir.Value {
	if byteOfAll(i) {
		return nil
	}
	w := bitsOf(l, i, maxBitDepth)
	if w == nil || !anyBit(w.float) || anyBit(w.man) && !isStep(l, i, maxBitDepth) {
		return nil
	}
	v, changed := withoutDerivative(b, i, maxBitDepth)
	if !changed {
		return nil
	}
	return v
}

// byteOfAll reports whether i is the highest byte of a float of which other bytes are taken as well, as programs do
// that move a float byte by byte: it carries a part of the derivative then.
func byteOfAll(i *ir.Instr) bool {
	if i.Op == ir.Trunc {
		shift, ok := i.Arg(0).(*ir.Instr)
		return ok && i.Typ == ir.I8 && byteOfAll(shift)
	}
	n, ok := int64(0), false
	if i.Op == ir.LShr {
		n, ok = ir.IntValue(i.Arg(1))
	}
	if !ok || n != int64(i.Typ.Bits)-8 {
		return false
	}
	for u := range ir.Uses(i.Arg(0)) {
		if u.User.Op == ir.Trunc && u.User.Typ == ir.I8 {
			return true
		}
	}
	return false
}

// withoutDerivative is v recomputed with the bits of floats read without derivatives, and
// whether there were any.
func withoutDerivative(b *ir.Builder, v ir.Value, depth int) (ir.Value, bool) {
	i, ok := v.(*ir.Instr)
	if !ok || depth < 0 {
		return v, false
	}
	switch i.Op {
	case ir.BitCast:
		x := unwrapped(i)
		if t := x.Type(); mantissa(t) != nil && !ir.IsConstant(x) {
			return b.Cast(ir.BitCast, plainBits(b, x), i.Typ), true
		}
		x, changed := withoutDerivative(b, x, depth)
		if !changed {
			return v, false
		}
		return b.Cast(ir.BitCast, x, i.Typ), true
	case ir.And, ir.Or, ir.Xor, ir.Add, ir.Sub, ir.Mul, ir.UDiv, ir.SDiv, ir.Shl, ir.LShr, ir.AShr, ir.Trunc, ir.ZExt, ir.SExt, ir.Freeze, ir.Select:
	default:
		return v, false
	}
	args := make([]ir.Value, i.NumArgs())
	changed := false
	for k, a := range i.Args() {
		n, is := withoutDerivative(b, a, depth-1)
		args[k], changed = n, changed || is
	}
	switch {
	case !changed:
		return v, false
	case i.Op.IsCast():
		return b.Cast(i.Op, args[0], i.Typ), true
	}
	n := ir.NewInstr(i.Op, i.Typ, args...)
	n.Flags = i.Flags
	return b.Insert(n), true
}

// sides gives the operands of i in both orders.
func sides(i *ir.Instr) [2][2]ir.Value {
	return [2][2]ir.Value{{i.Arg(0), i.Arg(1)}, {i.Arg(1), i.Arg(0)}}
}

// signedBy is the or or xor of the bits of floats with a value whose only bits are signs: it
// sets or flips signs, or copies them where the sign of the float was cleared before.
func signedBy(b *ir.Builder, l *ir.Layout, i *ir.Instr) ir.Value {
	for _, p := range sides(i) {
		v, s := p[0], p[1]
		cleared := false
		x := floatsBehind(b, v, i)
		if a, ok := v.(*ir.Instr); x == nil && ok && a.Op == ir.And && i.Op == ir.Or {
			for _, q := range sides(a) {
				mask, isConst := q[1].(*ir.Const)
				y := floatsBehind(b, q[0], i)
				if isConst && y != nil && mantissa(y.Type()) != nil && bytes.Equal(edit.ConstBytes(mask), inverted(signs(y.Type()))) {
					x, cleared = y, true
				}
			}
		}
		if x == nil {
			continue
		}
		t := x.Type()
		w := bitsOf(l, s, maxBitDepth)
		if w == nil || anyBit(w.float) || !within(w.set, signs(t)) || l.BitSize(t) != l.BitSize(i.Typ) || !i.Typ.IsVector() && ir.IsConstant(s) {
			continue
		}
		if cleared {
			x = b.Intrinsic("fabs", t, []*ir.Type{t}, x)
		}
		to := ir.Value(b.FNeg(x))
		if i.Op == ir.Or && !cleared {
			to = b.FNeg(b.Intrinsic("fabs", t, []*ir.Type{t}, x))
		}
		if !bytes.Equal(w.set, signs(t)) || !ir.IsConstant(s) {
			bits := b.Cast(ir.BitCast, s, intsLike(b.Module(), t))
			to = b.Select(b.ICmp(ir.SLT, bits, ir.Zero(bits.Type())), to, x)
		}
		return b.Cast(ir.BitCast, to, i.Typ)
	}
	return nil
}

func inverted(b []byte) []byte {
	out := make([]byte, len(b))
	for k, x := range b {
		out[k] = ^x
	}
	return out
}

// withExponent is the or of mantissas of floats, with or without signs, and constant
// exponents: the float divided by the power of two of its exponent, times that of the
// constant. For zero, denormals, infinities and NaN that does not hold, and the result is a
// step there.
func withExponent(b *ir.Builder, l *ir.Layout, i *ir.Instr) ir.Value {
	for _, p := range sides(i) {
		a, ok := p[0].(*ir.Instr)
		e, isConst := unwrapped(p[1]).(*ir.Const)
		if !ok || a.Op != ir.And || !isConst {
			continue
		}
		for _, q := range sides(a) {
			mask, isConst := unwrapped(q[1]).(*ir.Const)
			x := floatsBehind(b, q[0], i)
			if !isConst || x == nil || l.BitSize(x.Type()) != l.BitSize(i.Typ) {
				continue
			}
			if v := newExponent(b, x, edit.ConstBytes(mask), edit.ConstBytes(e)); v != nil {
				return b.Cast(ir.BitCast, v, i.Typ)
			}
		}
	}
	return nil
}

// newExponent is x with the exponents e, where mask clears the exponents and perhaps the
// signs; nil for other masks, or where e is no exponent.
func newExponent(b *ir.Builder, x ir.Value, mask, e []byte) ir.Value {
	m, t := b.Module(), x.Type()
	man, sign := mantissa(t), signs(t)
	if len(mask) != len(man) || len(e) != len(man) {
		return nil
	}
	signed := false
	switch {
	case bytes.Equal(mask, man):
	case bytes.Equal(mask, joined(man, sign)):
		signed = true
	default:
		return nil
	}
	if !within(e, inverted(joined(man, sign))) {
		return nil
	}
	ints := intsLike(m, t)
	width, shift := ints.Scalar().Bits, wholeDigits(t)
	top := int64(1)<<(width-1-shift) - 1 // the exponent of what is infinite
	scale := make([]ir.Value, edit.NumLanes(t))
	for k := range scale {
		bits := edit.LittleEndian(e[k*width/8:][:width/8])
		if field := int64(bits >> shift); field == 0 || field == top {
			return nil
		}
		f := math.Float64frombits(bits)
		if width == 32 {
			f = float64(math.Float32frombits(uint32(bits)))
		}
		scale[k] = ir.NewFloat(t.Scalar(), f)
	}
	of := func(n uint64) ir.Value { return ir.NewInt(ints, int64(n<<(64-width))>>(64-width)) }
	field := func(n int64) uint64 { return uint64(n) << shift }
	bits := plainBits(b, x)
	exponent := b.Binary(ir.And, bits, of(field(top)))
	usual := b.ICmp(ir.ULT, b.Sub(exponent, of(field(1))), of(field(top-1)))
	inverse := b.Sub(of(field(top-1)), exponent)
	inverse = b.Select(b.ICmp(ir.EQ, exponent, of(field(top-1))), of(1<<(shift-1)), inverse)
	from := x
	if !signed {
		from = b.Intrinsic("fabs", t, []*ir.Type{t}, x)
	}
	product := plain(b, ir.FMul, from, b.Cast(ir.BitCast, inverse, t))
	var factor ir.Value = scale[0]
	if t.IsVector() {
		factor = &ir.Const{Kind: ir.ConstVector, Typ: t, Elems: scale}
	}
	product = plain(b, ir.FMul, product, factor)
	fields := b.Cast(ir.BitCast, factor, ints)
	kept := b.Binary(ir.And, bits, b.Cast(ir.BitCast, bytesConst(m, ints, mask), ints))
	return b.Select(usual, product, b.Cast(ir.BitCast, b.Binary(ir.Or, kept, fields), t))
}

// bytesConst is the constant of the integer type t with the given bytes.
func bytesConst(m *ir.Module, t *ir.Type, bytes []byte) ir.Value {
	n := t.Scalar().Bits / 8
	list := make([]ir.Value, 0, len(bytes)/n)
	for at := 0; at < len(bytes); at += n {
		list = append(list, ir.NewInt(t.Scalar(), int64(edit.LittleEndian(bytes[at:at+n]))))
	}
	if !t.IsVector() {
		return list[0]
	}
	return &ir.Const{Kind: ir.ConstVector, Typ: t, Elems: list}
}

func joined(a, b []byte) []byte {
	out := make([]byte, len(a))
	for k := range a {
		out[k] = a[k] | b[k]
	}
	return out
}

// setByMask is the or of the bits of floats with a mask: NaN where the mask is set.
func setByMask(b *ir.Builder, l *ir.Layout, i *ir.Instr) ir.Value {
	for _, p := range sides(i) {
		if !isMask(p[1], maxMaskDepth) || isMask(p[0], maxMaskDepth) {
			continue
		}
		x, c := floatsBehind(b, p[0], i), maskOf(b, p[1])
		if x == nil || edit.NumLanes(x.Type()) != edit.NumLanes(c.Type()) || l.BitSize(x.Type()) != l.BitSize(i.Typ) {
			continue
		}
		all := b.Cast(ir.BitCast, ir.NewInt(intsLike(b.Module(), x.Type()), -1), x.Type())
		return b.Cast(ir.BitCast, b.Select(c, all, x), i.Typ)
	}
	return nil
}
