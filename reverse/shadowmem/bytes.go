package shadowmem

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
)

// MoveBytesFunc: void f(ptr src, ptr dst, i64 bytes, i1 to) moves adjoints of which it is not known
// where they stand (activity.Bytes) from dst to src, or clears them. Nothing can be added: a float
// that has an adjoint on both sides has a byte on both sides that is not zero, the one with
// the upper part of its exponent, and that ends the program.
func (mv *Functions) MoveBytesFunc() *ir.Function {
	const name = "llad.move.bytes"
	if f := mv.Tape.Made(name); f != nil {
		return f
	}
	m := mv.Tape.M
	f, b := mv.Tape.Fn(name, ir.Void, m.Ptr(), m.Ptr(), ir.I64, ir.I1)
	mv.Tape.Helper(name, f)
	src, dst, bytes, to := f.Params[0], f.Params[1], f.Params[2], f.Params[3]
	words := b.Binary(ir.LShr, bytes, i64(3))
	n := b.Add(words, b.Binary(ir.And, bytes, i64(7)))
	up := upwards(b, Move, src, dst)
	both := f.NewBlock("both")
	countLoop(f, b, n, func(k ir.Value, next *ir.Block) {
		word, single := f.NewBlock("word"), f.NewBlock("byte")
		k = b.Select(up, k, b.Sub(b.Sub(n, i64(1)), k))
		b.CondBr(b.ICmp(ir.ULT, k, words), word, single)
		for _, unit := range []struct {
			block *ir.Block
			typ   *ir.Type
			off   func() ir.Value
		}{
			{word, ir.I64, func() ir.Value { return b.Binary(ir.Shl, k, i64(3)) }},
			{single, ir.I8, func() ir.Value { return b.Add(b.Mul(words, i64(7)), k) }},
		} {
			b.AtEnd(unit.block)
			off := unit.off()
			p, q := b.Offset(dst, off), b.Offset(src, off)
			d := b.Load(unit.typ, p, 1)
			some, adds, joins := f.NewBlock("some"), f.NewBlock("adds"), f.NewBlock("joins")
			b.CondBr(b.ICmp(ir.EQ, d, ir.Zero(unit.typ)), next, some)
			b.AtEnd(some)
			b.Store(ir.Zero(unit.typ), p, 1)
			b.CondBr(to, adds, next)
			b.AtEnd(adds)
			s := b.Load(unit.typ, q, 1)
			common := b.Binary(ir.And, usedBytes(b, d), usedBytes(b, s))
			b.CondBr(b.ICmp(ir.EQ, common, ir.Zero(unit.typ)), joins, both)
			b.AtEnd(joins)
			b.Store(b.Binary(ir.Or, d, s), q, 1)
			if unit.typ == ir.I64 {
				b.Br(next)
			}
		}
	})
	b.Ret(nil)
	b.AtEnd(both)
	shadowrt.Stop(b, "error[L0202]: bytes are copied of which it is not known where they hold floats, and both they and the copy have derivatives; copy what is packed with its own types")
	b.Unreachable()
	return f
}

// usedBytes has the highest bit of each byte of an integer that is not zero.
func usedBytes(b *ir.Builder, v ir.Value) ir.Value {
	lower, upper := int64(0x7f7f7f7f7f7f7f7f), int64(-0x7f7f7f7f7f7f7f80)
	if v.Type() == ir.I8 {
		lower, upper = 0x7f, -0x80
	}
	low, high := ir.NewInt(v.Type(), lower), ir.NewInt(v.Type(), upper)
	return b.Binary(ir.And, b.Binary(ir.Or, b.Add(b.Binary(ir.And, v, low), low), v), high)
}

// InBytes reports whether a block is moved byte after byte.
func InBytes(pieces []memtypes.Piece) bool {
	return len(pieces) == 1 && pieces[0].Class == memtypes.Bytes
}
