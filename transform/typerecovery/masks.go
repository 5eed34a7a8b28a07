package typerecovery

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// maskOp rewrites a bit operation with masks as a select: and(x, m), where each lane of m is
// all ones or zero, selects between the lanes of x and zero; the or of two such values with
// exclusive masks, and xor(and(xor(x, y), m), y), select between two vectors; sign bits of all
// lanes cleared, flipped or set are fabs and fneg. Vector code for x86 is written so; at -O0
// no compiler has rewritten it.
func maskOp(b *ir.Builder, i *ir.Instr) ir.Value {
	var v ir.Value
	switch i.Op {
	case ir.And:
		v = maskAnd(b, b.Module().Layout, i)
	case ir.Or:
		v = maskOr(b, i)
	case ir.Xor:
		v = maskXor(b, i)
	default:
		return nil
	}
	if v != nil {
		return v
	}
	return signOp(b, i)
}

// maxMaskDepth bounds the conditions of one mask.
const maxMaskDepth = 6

// maskAnd is and(x, mask) as a select; nil where neither side is a mask, or both are: those
// stay conditions.
func maskAnd(b *ir.Builder, layout *ir.Layout, i *ir.Instr) ir.Value {
	x, m := i.Arg(0), i.Arg(1)
	if isMask(x, maxMaskDepth) {
		x, m = m, x
	}
	if !isMask(m, maxMaskDepth) || isMask(x, maxMaskDepth) {
		return nil
	}
	c := maskOf(b, m)
	from := unwrapped(x)
	if y := floatsBehind(b, x, i); y != nil {
		from = y
	}
	t := from.Type()
	if !t.Scalar().IsFloat() || edit.NumLanes(t) != edit.NumLanes(c.Type()) || layout.BitSize(t.Scalar())*edit.NumLanes(t) != layout.BitSize(i.Typ) {
		return nil // nothing that a choice of floats could stand for
	}
	return b.Cast(ir.BitCast, b.Select(c, from, ir.Zero(t)), i.Typ)
}

// signOp is fabs, fneg or both of the lanes of a vector whose sign bits i clears, flips or
// sets; nil where i does anything else, or is a part of a copysign.
func signOp(b *ir.Builder, i *ir.Instr) ir.Value {
	v, m := i.Arg(0), i.Arg(1)
	if edit.ConstLanes(m) == nil {
		v, m = m, v
	}
	x := floatsBehind(b, v, i)
	if x == nil {
		return nil
	}
	t := x.Type()
	if !i.Typ.IsVector() || !t.IsVector() || t.Len != i.Typ.Len || t.Elem != ir.Double && t.Elem != ir.Float {
		return nil
	}
	w := i.Typ.Elem.Bits
	if w != 64 && t.Elem == ir.Double || w != 32 && t.Elem == ir.Float || edit.ConstLanes(m) == nil {
		return nil
	}
	pick, some := signLanes(i.Op, edit.ConstLanes(m), w)
	if !some {
		return nil
	}
	if i.Op != ir.Xor {
		for u := range ir.Uses(i) {
			if u.User.Op == ir.Or {
				return nil
			}
		}
		v = b.Intrinsic("fabs", t, []*ir.Type{t}, x)
	} else {
		v = b.FNeg(x)
	}
	if i.Op == ir.Or {
		v = b.FNeg(v)
	}
	if pick != nil {
		v = edit.Shuffle(b, v, x, pick)
	}
	return b.Cast(ir.BitCast, v, i.Typ)
}

// signLanes tells of which lanes of a vector of w-bit floats a bit operation with constants
// changes the signs: some, and the shuffle mask of changed and unchanged lanes; pick is nil
// where all change.
func signLanes(op ir.Op, mask []ir.Value, w int) (pick []int, some bool) {
	sign := uint64(1) << (w - 1)
	changes, keeps := sign, uint64(0)
	if op == ir.And {
		changes, keeps = sign-1, sign|(sign-1)
	}
	all := true
	for k, c := range mask {
		n, ok := ir.IntValue(c)
		switch bits := uint64(n) << (64 - w) >> (64 - w); {
		case ir.IsUndef(c) || ok && bits == changes:
			pick, some = append(pick, k), some || ok
		case ok && bits == keeps:
			pick, all = append(pick, len(mask)+k), false
		default:
			return nil, false
		}
	}
	if all {
		pick = nil
	}
	return pick, some
}

// maskOr is or(select(c, x, 0), select(not c, y, 0)) as select(c, x, y). One of the two may be
// a constant under a mask.
func maskOr(b *ir.Builder, i *ir.Instr) ir.Value {
	p, q := choice(i.Arg(0)), choice(i.Arg(1))
	if p == nil {
		p, q = q, nil
	}
	if p == nil {
		return nil
	}
	var c, y ir.Value
	if q != nil {
		c, y = q.Arg(0), q.Arg(1)
	} else if k, m := maskedConst(i); k != nil && edit.NumLanes(m.Type()) == edit.NumLanes(p.Typ) {
		c, y = maskOf(b, m), k
	}
	switch {
	case y == nil || q != nil && !ir.Same(p.Typ, q.Typ):
		return nil
	case sameCond(negated(c), p.Arg(0), maxMaskDepth):
		return b.Cast(ir.BitCast, b.Select(p.Arg(0), p.Arg(1), b.Cast(ir.BitCast, y, p.Typ)), i.Typ)
	case sameCond(negated(p.Arg(0)), c, maxMaskDepth):
		return b.Cast(ir.BitCast, b.Select(c, b.Cast(ir.BitCast, y, p.Typ), p.Arg(1)), i.Typ)
	}
	return nil
}

// maskXor is xor(and(xor(x, y), mask), y) as a select of x where the mask is set. Where the
// mask leaves out the signs, they are y's.
func maskXor(b *ir.Builder, i *ir.Instr) ir.Value {
	for _, p := range sides(i) {
		y := unwrapped(p[1])
		d := differs(p[0], maxMaskDepth)
		if d == nil {
			continue
		}
		for _, r := range sides(d.xor) {
			x := unwrapped(r[0])
			if unwrapped(r[1]) != y {
				continue
			}
			t := y.Type()
			if ir.IsConstant(y) {
				t = x.Type()
			}
			if !t.Scalar().IsFloat() || !ir.Same(x.Type(), t) && !ir.IsConstant(x) || !d.fits(t) {
				continue
			}
			x, y := b.Cast(ir.BitCast, x, t), b.Cast(ir.BitCast, y, t)
			if d.unsigned {
				x = b.Intrinsic("copysign", t, []*ir.Type{t}, x, y)
			}
			for _, m := range d.masks {
				x = b.Select(maskOf(b, m), x, y)
			}
			return b.Cast(ir.BitCast, x, i.Typ)
		}
	}
	return nil
}

// difference is an xor of two values under masks.
type difference struct {
	xor      *ir.Instr
	masks    []ir.Value
	unsigned bool // not the signs
}

// differs decomposes v into such a difference; nil where it is none.
func differs(v ir.Value, depth int) *difference {
	i, ok := unwrapped(v).(*ir.Instr)
	if !ok || depth == 0 {
		return nil
	}
	if i.Op == ir.Xor && depth < maxMaskDepth {
		return &difference{xor: i}
	}
	if i.Op != ir.And {
		return nil
	}
	for _, p := range sides(i) {
		d := differs(p[0], depth-1)
		if d == nil {
			continue
		}
		m := p[1]
		if f, ok := unwrapped(m).(*ir.Instr); ok && f.Op == ir.Call && f.CalledFunc() != nil && strings.HasPrefix(f.CalledFunc().Name, "llvm.fabs.") {
			m, d.unsigned = f.Arg(0), true
		}
		switch pick, some := signLanes(ir.And, edit.ConstLanes(m), i.Typ.Scalar().Bits); {
		case isMask(m, maxMaskDepth):
			d.masks = append(d.masks, m)
		case some && pick == nil && !d.unsigned:
			d.unsigned = true
		default:
			return nil
		}
		return d
	}
	return nil
}

// fits reports whether the masks have the lanes of floats of type t.
func (d *difference) fits(t *ir.Type) bool {
	for _, m := range d.masks {
		if maskLanes(m) != edit.NumLanes(t) {
			return false
		}
	}
	return !d.unsigned || edit.NumLanes(t) == edit.NumLanes(d.xor.Typ)
}

// maskedConst is the constant that i has where a mask is set, and the mask.
func maskedConst(i *ir.Instr) (k, mask ir.Value) {
	for _, a := range i.Args() {
		and, ok := unwrapped(a).(*ir.Instr)
		if !ok || and.Op != ir.And {
			continue
		}
		for _, p := range sides(and) {
			if ir.IsConstant(p[0]) && isMask(p[1], maxMaskDepth) {
				return p[0], unwrapped(p[1])
			}
		}
	}
	return nil, nil
}

// choice is the select between floats and zero whose bits v is.
func choice(v ir.Value) *ir.Instr {
	s, ok := unwrapped(v).(*ir.Instr)
	if !ok || s.Op != ir.Select || !s.Typ.Scalar().IsFloat() || !ir.IsZero(s.Arg(2)) {
		return nil
	}
	return s
}

// negated is c where v is the negation of c, v itself otherwise.
func negated(v ir.Value) ir.Value {
	if i, ok := v.(*ir.Instr); ok && i.Op == ir.Xor && allOnes(i.Arg(1)) {
		return i.Arg(0)
	}
	return v
}

// sameCond reports whether two conditions are built alike from the same ones.
func sameCond(x, y ir.Value, depth int) bool {
	if x == y {
		return true
	}
	i, ok := x.(*ir.Instr)
	j, ok2 := y.(*ir.Instr)
	if !ok || !ok2 {
		return allOnes(x) && allOnes(y)
	}
	if depth == 0 || i.Op != j.Op || i.Op != ir.And && i.Op != ir.Or && i.Op != ir.Xor {
		return false
	}
	return sameCond(i.Arg(0), j.Arg(0), depth-1) && sameCond(i.Arg(1), j.Arg(1), depth-1)
}

// isMask reports whether each lane of v is all ones or zero, by a condition.
func isMask(v ir.Value, depth int) bool {
	i, ok := unwrapped(v).(*ir.Instr)
	if !ok || depth == 0 {
		return false
	}
	switch i.Op {
	case ir.SExt:
		return i.Arg(0).Type().Scalar().Bits == 1
	case ir.Xor:
		return allOnes(unwrapped(i.Arg(1))) && isMask(i.Arg(0), depth-1)
	case ir.And, ir.Or:
		return isMask(i.Arg(0), depth-1) && isMask(i.Arg(1), depth-1) && maskLanes(i.Arg(0)) == maskLanes(i.Arg(1))
	}
	return false
}

// maskLanes is the number of conditions in a mask.
func maskLanes(v ir.Value) int64 {
	i := unwrapped(v).(*ir.Instr)
	if i.Op == ir.SExt {
		return edit.NumLanes(i.Typ)
	}
	return maskLanes(i.Arg(0))
}

// maskOf is the condition of a mask.
func maskOf(b *ir.Builder, v ir.Value) ir.Value {
	i := unwrapped(v).(*ir.Instr)
	switch i.Op {
	case ir.SExt:
		return i.Arg(0)
	case ir.Xor:
		c := maskOf(b, i.Arg(0))
		return b.Binary(ir.Xor, c, ones(c.Type()))
	}
	return b.Binary(i.Op, maskOf(b, i.Arg(0)), maskOf(b, i.Arg(1)))
}

// unwrapped is v without bitcasts.
func unwrapped(v ir.Value) ir.Value {
	for {
		i, ok := v.(*ir.Instr)
		if !ok || i.Op != ir.BitCast {
			return v
		}
		v = i.Arg(0)
	}
}

// ones is the constant true, or a vector of it.
func ones(t *ir.Type) ir.Value {
	if !t.IsVector() {
		return ir.NewBool(true)
	}
	c := &ir.Const{Kind: ir.ConstVector, Typ: t}
	for range t.Len {
		c.Elems = append(c.Elems, ir.NewBool(true))
	}
	return c
}

// allOnes reports whether v is a constant with all bits set.
func allOnes(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	if !ok {
		return false
	}
	switch c.Kind {
	case ir.ConstInt:
		unused := max(0, 64-c.Typ.Bits)
		return c.Big == nil && uint64(c.Int)<<unused == ^uint64(0)<<unused
	case ir.ConstVector, ir.ConstSplat:
		for _, e := range c.Elems {
			if !allOnes(e) {
				return false
			}
		}
		return true
	}
	return false
}
