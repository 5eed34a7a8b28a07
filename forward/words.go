package forward

import (
	"math"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// bare is the tangent of an integer without one, of which it is not known
// whether it is a float, an address or a number (see activity's words.go): an
// address and a small number stand for themselves, a float has the tangent
// zero.
func (tgs *tangents) bare(v ir.Value) ir.Value {
	t := v.Type()
	size := tgs.bd.env.M.Layout.StoreSize(t)
	if size%8 != 0 {
		return ir.Zero(t) // no place for an address
	}
	words := tgs.bd.env.M.Types.Vector(ir.I64, size/8, false)
	zero := ir.Zero(words)
	w := tgs.bd.b.Cast(ir.BitCast, v, words)
	return tgs.bd.b.Cast(ir.BitCast, tgs.bd.b.Select(tgs.bd.env.itself(tgs.bd.b, w), w, zero), t)
}

// itself says of a word, or of each in a vector, without a shadow whether it stands for itself.
func (env *Env) itself(b *ir.Builder, w ir.Value) ir.Value {
	return b.ICmp(ir.EQ, b.Binary(ir.And, w, ir.NewInt(w.Type(), activity.WordExponent)), ir.Zero(w.Type()))
}

// wordsTell reports whether words of which it is not known what they hold tell whether they are addresses.
func (tgs *tangents) wordsTell() bool { return tgs.bd.info.TellsWords() }

// chosen is the tangent of v where i is one of several values, or moves it. Where it is not known
// what words i may be, or what v is, those without a tangent tell.
func (tgs *tangents) chosen(i *ir.Instr, v ir.Value, lane int) ir.Value {
	floats := tgs.floats(i)
	if !tgs.undecided(i) {
		if _, ok := v.(*ir.Instr); ok && floats && tgs.wordsTell() && !tgs.carries(v) && v.Type().Scalar().IsInt() && tgs.bd.info.MayBeAddress(v) {
			return tgs.bare(v) // an address that goes where others have floats
		}
		return tgs.moved(v, lane, floats)
	}
	if !tgs.wordsTell() || tgs.carries(v) {
		return tgs.of(v, lane, floats)
	}
	switch c := v.(type) {
	case *ir.Instr, *ir.Param:
		return tgs.bare(v)
	case *ir.Const:
		if tgs.floatBits(c) {
			return ir.Zero(c.Typ)
		}
	}
	return tgs.of(v, lane, false)
}

// floatBits reports whether v is a constant that may be the bits of floats but neither an
// address nor a place in a table.
func (tgs *tangents) floatBits(v ir.Value) bool {
	n, ok := ir.IntValue(v)
	if !ok || v.Type().Bits != 64 {
		return false
	}
	return n&activity.WordExponent != 0
}

// moved is the tangent of v where it goes to what is known to be floats or not to be. A word without a
// tangent that is a float, or of which it is not known what it is, may go where an enum has an address too.
func (tgs *tangents) moved(v ir.Value, lane int, floats bool) ir.Value {
	if floats || tgs.carries(v) {
		return tgs.of(v, lane, floats)
	}
	if tgs.floatBits(v) {
		return ir.Zero(v.Type())
	}
	number := tgs.bd.info.FloatLanes(v) != nil
	word := number || tgs.bd.info.Undecided(v) || !ir.IsConstant(v) && v.Type().Scalar() == ir.I64 // a double that was read for the sake of a union's addresses
	if tgs.wordsTell() && word && tgs.bd.size(v.Type())%8 == 0 {
		return tgs.bare(v)
	}
	return tgs.of(v, lane, number)
}

// counted is the tangent of a float that was converted from a number, or of a word that was counted
// up: zero, or NaN where words that the number was computed from are the bits of floats.
func (ars *arithmetic) counted(i *ir.Instr, words []ir.Value) {
	if ars.bd.split != nil {
		ars.bd.split.deny(i, "an integer that may be the bits of a float is converted to a float")
		return
	}
	var zero, nan ir.Value = ir.Zero(i.Typ), nil
	switch nan = ir.NewInt(ir.I64, activity.WordExponent|1<<51); {
	case i.Typ.IsFP():
		nan = ir.NewFloat(i.Typ, math.NaN())
	}
	for lane := range ars.bd.t.width {
		d := zero
		if i.Typ.IsInt() && ars.tg.shadowed(i) {
			c := i.Copy() // an address that is counted up
			for k, a := range i.Args() {
				if ars.tg.shadowed(a) {
					c.SetArg(k, ars.tg.of(a, lane, false))
				}
			}
			d = ars.bd.b.Insert(c)
		}
		for _, w := range words {
			d = ars.bd.b.Select(activity.IsNumber(ars.bd.b, w), d, nan)
		}
		ars.tg.set(i, d)
	}
}

// bareCopier is a function void (ptr dst, ptr src, i64 bytes) that writes the
// bare tangents of the words at src to dst.
func (env *Env) bareCopier() *ir.Function {
	const name = "llad.words"
	m := env.M
	if f := m.Func(name); f != nil {
		return f
	}
	f := m.AddFunc(name, m.FuncType(ir.Void, m.Ptr(), m.Ptr(), ir.I64))
	f.Prefix, f.IsDecl = "internal", false
	dst, src, bytes := f.Params[0], f.Params[1], f.Params[2]
	entry, loop, body, done := f.NewBlock("entry"), f.NewBlock("loop"), f.NewBlock("body"), f.NewBlock("done")
	b := ir.NewBuilder(entry)
	i64 := func(n int64) ir.Value { return ir.NewInt(ir.I64, n) }
	b.MemSet(dst, bytes)
	// Words begin where the memory is aligned.
	at := b.Cast(ir.PtrToInt, src, ir.I64)
	lead := b.Binary(ir.And, b.Sub(i64(0), at), i64(7))
	n := b.Binary(ir.LShr, b.Sub(bytes, lead), i64(3))
	n = b.Select(b.ICmp(ir.UGT, lead, bytes), i64(0), n)
	b.Br(loop)
	b.AtEnd(loop)
	k := b.Phi(ir.I64)
	b.CondBr(b.ICmp(ir.ULT, k, n), body, done)
	b.AtEnd(body)
	off := b.Add(lead, b.Binary(ir.Shl, k, i64(3)))
	v := b.Load(ir.I64, b.Offset(src, off), 1)
	b.Store(b.Select(env.itself(b, v), v, i64(0)), b.Offset(dst, off), 1)
	next := b.Add(k, i64(1))
	b.Br(loop)
	k.AddIncoming(i64(0), entry)
	k.AddIncoming(next, body)
	b.AtEnd(done)
	b.Ret(nil)
	return f
}
