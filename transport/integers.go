package transport

import "github.com/llad-ad/llad/ir"

// integer writes the shadow of an integer operation, by what its operands' shadows turn
// out to be when the program runs.
func (x *body) integer(i *ir.Instr) {
	a, b := i.Arg(0), i.Arg(1)
	if i.Typ.IsVector() {
		x.integerLanes(i)
		return
	}
	x.setWord(i, x.combined(i, i, a, b, x.word(a), x.word(b)))
}

// integerLanes does so element by element.
func (x *body) integerLanes(i *ir.Instr) {
	if i.Typ.Scalable {
		x.refuse(i, "%s on %s has no traced form", i.Op, i.Typ)
		return
	}
	var s ir.Value = ir.Zero(i.Typ)
	sa, sb := x.word(i.Arg(0)), x.word(i.Arg(1))
	for n := range i.Typ.Len {
		lane := ir.NewInt(ir.I32, n)
		at := func(v ir.Value) ir.Value { return x.b.ExtractElement(v, lane) }
		v := x.combined(i, at(i), at(i.Arg(0)), at(i.Arg(1)), at(sa), at(sb))
		s = x.b.InsertElement(s, v, lane)
	}
	x.setWord(i, s)
}

// combined is the shadow of r, which i computes from scalars a and b with shadows sa and sb.
func (x *body) combined(i *ir.Instr, r, a, b, sa, sb ir.Value) ir.Value {
	t := r.Type()
	switch {
	case t == ir.I64:
		return x.combinedWord(i, r, a, b, sa, sb)
	case t.Bits > 64:
		return x.combinedLong(i, b, sa, sb)
	}
	w := func(v ir.Value) ir.Value { return x.b.Cast(ir.ZExt, v, ir.I64) }
	if word, mask := lowBitsOf(i, a, b); word != nil && ir.IsZero(sb) {
		s := x.call("llad.word.and", w(r), word, x.integerOf(x.word(word)), mask, ir.NewInt(ir.I64, 0), x.at(i))
		return x.resized(ir.Trunc, s, t)
	}
	bits := ir.NewInt(ir.I32, int64(t.Bits))
	var s ir.Value
	switch i.Op {
	case ir.And:
		s = x.call("llad.piece.and", w(a), w(sa), w(b), w(sb), bits, x.at(i))
	case ir.Xor:
		s = x.call("llad.piece.xor", w(a), w(sa), w(b), w(sb), bits, x.at(i))
	case ir.Or, ir.Add:
		s = x.call("llad.piece.join", w(a), w(sa), w(b), w(sb), bits)
	case ir.Shl:
		s = x.call("llad.piece.shl", w(sa), w(b), bits)
	case ir.LShr, ir.AShr:
		s = x.call("llad.piece.shr", w(sa), w(b), bits)
	default:
		any := x.b.ICmp(ir.NE, x.b.Binary(ir.Or, sa, sb), ir.Zero(t))
		return x.b.Cast(ir.SExt, any, t)
	}
	return x.b.Cast(ir.Trunc, s, t)
}

// lowBitsOf is the word of which i takes the lowest bits, as those of an aligned address in which
// programs keep marks, and the mask. Of the word, unlike of its half, it is known whether it is an
// address.
func lowBitsOf(i *ir.Instr, a, b ir.Value) (word, mask ir.Value) {
	cut, ok := a.(*ir.Instr)
	n, fixed := ir.IntValue(b)
	if !ok || i.Op != ir.And || cut.Op != ir.Trunc || cut.Arg(0).Type() != ir.I64 || !fixed || n <= 0 || n >= 16 {
		return nil, nil
	}
	return cut.Arg(0), ir.NewInt(ir.I64, n)
}

func (x *body) combinedWord(i *ir.Instr, r, a, b, sa, sb ir.Value) ir.Value {
	switch i.Op {
	case ir.Add:
		return x.call("llad.word.sum", r, a, sa, b, sb)
	case ir.Sub:
		return x.call("llad.word.difference", r, a, sa, b, sb)
	case ir.Or:
		return x.call("llad.word.or", r, a, sa, b, sb)
	case ir.Xor:
		return x.call("llad.word.xor", r, a, sa, b, sb, x.at(i))
	case ir.And:
		return x.call("llad.word.and", r, a, sa, b, sb, x.at(i))
	case ir.Shl:
		return x.call("llad.word.shl", sa, b)
	case ir.LShr, ir.AShr:
		return x.call("llad.word.shr", sa, b)
	case ir.Mul:
		return x.call("llad.word.product", r, a, sa, b, sb)
	case ir.SDiv:
		if n, ok := ir.IntValue(b); ok && i.Flags&ir.Exact != 0 && n > 0 && ir.IsZero(sb) {
			return x.exact(n, sa)
		}
	}
	return x.call("llad.word.number", sa, sb)
}

// exact is a distance between blocks divided by the size of what stands in them.
func (x *body) exact(n int64, s ir.Value) ir.Value {
	q := x.b.Insert(ir.NewInstr(ir.SDiv, ir.I64, s, ir.NewInt(ir.I64, n)))
	return x.call("llad.word.exact", s, q)
}

// combinedLong is for integers of more than 64 bits: they are moved in pieces.
func (x *body) combinedLong(i *ir.Instr, b, sa, sb ir.Value) ir.Value {
	t := sa.Type()
	switch n, fixed := ir.IntValue(b); {
	case i.Op == ir.Or:
		return x.b.Binary(ir.Or, sa, sb)
	case (i.Op == ir.Shl || i.Op == ir.LShr) && fixed && n%8 == 0:
		return x.b.Insert(ir.NewInstr(i.Op, t, sa, b))
	}
	any := x.b.ICmp(ir.NE, x.b.Binary(ir.Or, sa, sb), ir.Zero(t))
	return x.b.Select(any, x.tainted(t), ir.Zero(t))
}

// tainted is the taint of an integer: in fewer than 64 bits all are set, in more each word is one.
func (x *body) tainted(t *ir.Type) ir.Value {
	switch {
	case t.Bits < 64:
		return ir.NewInt(t, -1)
	case t.Bits == 64:
		return ir.NewInt(t, taint)
	}
	word := ir.Value(x.b.Insert(ir.NewInstr(ir.ZExt, t, ir.NewInt(ir.I64, taint))))
	upper := x.b.Insert(ir.NewInstr(ir.Shl, t, word, ir.NewInt(t, 64)))
	return x.b.Binary(ir.Or, word, upper)
}

// resized is the shadow of an integer in another number of bits: a piece is moved, a taint stays one.
func (x *body) resized(op ir.Op, s ir.Value, t *ir.Type) ir.Value {
	v := x.b.Cast(op, s, t)
	from := s.Type()
	if from.IsVector() || from.Bits > 64 || t.Bits > 64 || op == ir.Trunc && from.Bits < 64 {
		return v
	}
	return x.b.Select(x.b.ICmp(ir.EQ, s, x.tainted(from)), x.tainted(t), v)
}
