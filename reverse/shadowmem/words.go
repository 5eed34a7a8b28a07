package shadowmem

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
)

// ForgetFunc: void f(ptr p, i64 bytes) takes the addresses out of shadow memory that zeros are stored
// over. A derivative may stand there already and stays.
func (mv *Functions) ForgetFunc() *ir.Function {
	return mv.forget("llad.forget.addresses", false)
}

// ForgetHalvesFunc is ForgetFunc for floats of 32 bits, which may begin in the middle of a word: an address
// goes when a half of it does.
func (mv *Functions) ForgetHalvesFunc() *ir.Function {
	return mv.forget("llad.forget.halves", true)
}

// forget makes one of these functions. With halves, words hold addresses or two derivatives each.
func (mv *Functions) forget(name string, halves bool) *ir.Function {
	if f := mv.Tape.Made(name); f != nil {
		return f
	}
	f, b := mv.Tape.Fn(name, ir.Void, mv.Tape.M.Ptr(), ir.I64)
	mv.Tape.Helper(name, f)
	p := f.Params[0]
	if halves {
		activity.StopAtLowAddresses(f, b)
	}
	lead := b.Binary(ir.And, b.Cast(ir.PtrToInt, p, ir.I64), i64(7))
	n := b.Binary(ir.LShr, b.Add(b.Add(f.Params[1], lead), i64(7)), i64(3))
	if !halves { // whole words, where words begin: what stands elsewhere may be parts of derivatives
		n = b.Select(b.ICmp(ir.EQ, lead, i64(0)), b.Binary(ir.LShr, f.Params[1], i64(3)), i64(0))
	}
	countLoop(f, b, n, func(k ir.Value, next *ir.Block) {
		q := b.Offset(p, b.Sub(b.Binary(ir.Shl, k, i64(3)), lead))
		address := f.NewBlock("address")
		bits := b.Load(ir.I64, q, 1)
		is := b.ICmp(ir.EQ, b.Binary(ir.And, bits, i64(activity.WordExponent)), i64(0))
		if halves {
			is = activity.InAddressRange(b, bits)
		}
		b.CondBr(is, address, next)
		b.AtEnd(address)
		b.Store(ir.Zero(ir.I64), q, 1)
	})
	b.Ret(nil)
	return f
}

// WordFunc: void f(ptr src, ptr dst, i64 bytes, i1 to) is blockFunc for blocks
// of which each word tells whether it is a derivative (activity.Word). A move
// and a clear work on the derivatives alone, a copy on the addresses. Words
// begin where both sides are aligned, or with the block where they never are.
func (mv *Functions) WordFunc(op blockOp) *ir.Function {
	m := mv.Tape.M
	name := "llad." + string(op) + ".words" + mv.sharing()
	if f := mv.Tape.Made(name); f != nil {
		return f
	}
	f, b := mv.Tape.Fn(name, ir.Void, m.Ptr(), m.Ptr(), ir.I64, ir.I1)
	mv.Tape.Helper(name, f)
	src, dst, bytes, to := f.Params[0], f.Params[1], f.Params[2], f.Params[3]
	from, at := b.Cast(ir.PtrToInt, src, ir.I64), b.Cast(ir.PtrToInt, dst, ir.I64)
	apart := b.Binary(ir.And, b.Binary(ir.Xor, from, at), i64(7))
	lead := b.Select(b.ICmp(ir.EQ, apart, i64(0)), b.Binary(ir.And, b.Sub(i64(0), at), i64(7)), i64(0))
	n := b.Binary(ir.LShr, b.Sub(bytes, lead), i64(3))
	n = b.Select(b.ICmp(ir.UGT, lead, bytes), i64(0), n)
	up := b.ICmp(ir.UGT, at, from)
	if op == Copy {
		up = b.ICmp(ir.ULE, at, from)
	}
	mv.stopWhereWordsAreCut(f, b, src, dst, bytes, apart, op)
	if op == Move {
		stopAtHalfAFloat(f, b, src, dst, bytes, lead)
	}
	countLoop(f, b, n, func(k ir.Value, next *ir.Block) {
		word := b.Select(up, k, b.Sub(b.Sub(n, i64(1)), k))
		off := b.Add(lead, b.Binary(ir.Shl, word, i64(3)))
		p, q := b.Offset(dst, off), b.Offset(src, off)
		looked := p
		if op == Copy {
			looked = q
		}
		bits := ir.Value(b.Load(ir.I64, looked, 1))
		if op == Copy { // the program may copy bytes that it never wrote
			bits = b.Insert(ir.NewInstr(ir.Freeze, ir.I64, bits))
		}
		derivative := b.ICmp(ir.NE, b.Binary(ir.And, bits, i64(activity.WordExponent)), i64(0))
		acts := f.NewBlock("acts")
		if op == Copy {
			address := b.ICmp(ir.NE, bits, i64(0))
			b.CondBr(b.Select(derivative, ir.NewBool(false), address), acts, next)
			b.AtEnd(acts)
			b.Store(bits, p, 1)
		} else {
			b.CondBr(derivative, acts, next)
			b.AtEnd(acts)
			b.Store(ir.Zero(ir.I64), p, 1)
			if op == Move {
				adds := f.NewBlock("adds")
				b.CondBr(to, adds, next)
				b.AtEnd(adds)
				d := b.Cast(ir.BitCast, bits, ir.Double)
				mv.addTo(b, ir.Double, q, d)
			}
		}
	})
	b.Ret(nil)
	return f
}

// stopWhereWordsAreCut ends the program where derivatives or addresses are to be moved and nothing
// tells where the words of the block begin: both sides are aligned differently, and
// the block is no whole number of words, so that it is a part of something.
func (mv *Functions) stopWhereWordsAreCut(f *ir.Function, b *ir.Builder, src, dst, bytes, apart ir.Value, op blockOp) {
	if op == Clear {
		return
	}
	if op == Copy {
		stopAtHalfAnAddress(f, b, src, bytes)
	}
	cut, look, looks, stop, words := f.NewBlock("cut"), f.NewBlock("look"), f.NewBlock("looks"), f.NewBlock("stop"), f.NewBlock("words")
	odd := b.ICmp(ir.NE, b.Binary(ir.And, bytes, i64(7)), i64(0))
	b.CondBr(b.Select(b.ICmp(ir.NE, apart, i64(0)), odd, ir.NewBool(false)), cut, words)
	b.AtEnd(cut)
	n := b.Select(b.ICmp(ir.ULT, bytes, i64(8)), i64(0), b.Sub(bytes, i64(7)))
	aligned := func(p, k ir.Value) ir.Value {
		at := b.Add(b.Cast(ir.PtrToInt, p, ir.I64), k)
		return b.ICmp(ir.EQ, b.Binary(ir.And, at, i64(7)), i64(0))
	}
	countLoop(f, b, n, func(k ir.Value, _ *ir.Block) {
		if op == Copy {
			b.CondBr(aligned(src, k), look, looks)
			b.AtEnd(look)
			b.CondBr(address(b, b.Load(ir.I64, b.Offset(src, k), 1), activity.WordExponent), stop, looks)
		} else {
			b.CondBr(b.Binary(ir.Or, aligned(src, k), aligned(dst, k)), look, looks)
			b.AtEnd(look)
			bits := b.Load(ir.I64, b.Offset(dst, k), 1)
			b.CondBr(b.ICmp(ir.EQ, b.Binary(ir.And, bits, i64(activity.WordExponent)), i64(0)), looks, stop)
		}
		b.AtEnd(looks)
	})
	b.Br(words)
	b.AtEnd(stop)
	shadowrt.Stop(b, "error[L0202]: a part of a struct with derivatives is moved as bytes to a place that is aligned differently; nothing tells where its floats are")
	b.Unreachable()
	b.AtEnd(words)
}

// stopAtHalfAnAddress ends the program where a block of which the addresses are to be copied
// begins with the upper half of one: the lower half goes another way, as a part of an integer.
func stopAtHalfAnAddress(f *ir.Function, b *ir.Builder, src, bytes ir.Value) {
	half, stop, whole := f.NewBlock("half"), f.NewBlock("stop"), f.NewBlock("whole")
	at := b.Binary(ir.And, b.Cast(ir.PtrToInt, src, ir.I64), i64(7))
	b.CondBr(b.Select(b.ICmp(ir.EQ, at, i64(4)), b.ICmp(ir.UGE, bytes, i64(4)), ir.NewBool(false)), half, whole)
	b.AtEnd(half)
	upper := b.Load(ir.I32, b.Cast(ir.BitCast, src, f.Module.PtrTo(ir.I32)), 1)
	b.CondBr(address(b, upper, activity.WordExponent>>32), stop, whole)
	b.AtEnd(stop)
	shadowrt.Stop(b, "error[L0202]: a part of a struct with derivatives begins inside an address; the rest of that is moved as an integer")
	b.Unreachable()
	b.AtEnd(whole)
}

// stopAtHalfAFloat ends the program where a block of which the derivatives are to be moved has
// the upper part of one, with the exponent, and not the lower: nothing would move either.
func stopAtHalfAFloat(f *ir.Function, b *ir.Builder, src, dst, bytes, lead ir.Value) {
	look, goes, stop, whole := f.NewBlock("top"), f.NewBlock("goes"), f.NewBlock("stop"), f.NewBlock("whole")
	short := b.Select(b.ICmp(ir.ULT, bytes, i64(8)), bytes, i64(0))
	n := b.Select(b.ICmp(ir.EQ, lead, i64(0)), short, b.Select(b.ICmp(ir.ULT, lead, bytes), lead, bytes))
	countLoop(f, b, n, func(k ir.Value, next *ir.Block) {
		last := func(p ir.Value) ir.Value {
			at := b.Add(b.Cast(ir.PtrToInt, p, ir.I64), k)
			return b.ICmp(ir.EQ, b.Binary(ir.And, at, i64(7)), i64(7))
		}
		b.CondBr(b.Binary(ir.Or, last(src), last(dst)), look, next)
		b.AtEnd(look)
		exponent := b.Binary(ir.And, b.Load(ir.I8, b.Offset(dst, k), 1), ir.NewInt(ir.I8, activity.WordExponent>>56))
		b.CondBr(b.ICmp(ir.NE, exponent, ir.NewInt(ir.I8, 0)), stop, goes)
		b.AtEnd(goes)
	})
	b.Br(whole)
	b.AtEnd(stop)
	shadowrt.Stop(b, "error[L0202]: a part of a float with a derivative is moved by itself, as a part of a struct that begins or ends inside it")
	b.Unreachable()
	b.AtEnd(whole)
}

// address tells of bits of shadow memory whether they are an address.
func address(b *ir.Builder, bits ir.Value, exponent int64) ir.Value {
	bits = b.Insert(ir.NewInstr(ir.Freeze, bits.Type(), bits)) // the program may copy bytes that it never wrote
	zero := ir.Zero(bits.Type())
	none := b.ICmp(ir.EQ, b.Binary(ir.And, bits, ir.NewInt(bits.Type(), exponent)), zero)
	return b.Select(none, b.ICmp(ir.NE, bits, zero), ir.NewBool(false))
}

// InWords reports whether a block's words tell what they are.
func InWords(pieces []memtypes.Piece) bool {
	return len(pieces) == 1 && pieces[0].Class == memtypes.Word
}
