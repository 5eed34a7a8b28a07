package shadowmem

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
)

// pairFunc: void f(ptr src, ptr dst, i64 bytes, i1 to) is wordFunc where words are addresses or two floats of 32 bits:
// a move adds derivatives to src's (if `to`), a copy brings addresses, and both take out of dst what addresses stand there
// else. Half a word at either end is a float. Where a copy has no shadow to read (`to`) addresses stand for themselves: if it is
// a number beside a float that looks like one, no derivative of that float is asked for.
func (mv *Functions) pairFunc(op blockOp) *ir.Function {
	m := mv.Tape.M
	name := "llad." + string(op) + ".pairs"
	if f := mv.Tape.Made(name); f != nil {
		return f
	}
	f, b := mv.Tape.Fn(name, ir.Void, m.Ptr(), m.Ptr(), ir.I64, ir.I1)
	mv.Tape.Helper(name, f)
	src, dst, bytes := f.Params[0], f.Params[1], f.Params[2]
	if op == Clear {
		b.MemSet(dst, bytes)
		b.Ret(nil)
		return f
	}
	activity.StopAtLowAddresses(f, b)
	w := &pairs{m: m, f: f, b: b, op: op, src: src, dst: dst, to: f.Params[3]}
	from, at := b.Cast(ir.PtrToInt, src, ir.I64), b.Cast(ir.PtrToInt, dst, ir.I64)
	apart := b.Binary(ir.Xor, from, at)
	aligned := b.ICmp(ir.EQ, b.Binary(ir.And, apart, i64(3)), i64(0))
	lead := b.Select(aligned, b.Binary(ir.And, b.Sub(i64(0), at), i64(3)), bytes)
	lead = b.Select(b.ICmp(ir.ULT, lead, bytes), lead, bytes)
	n := b.Binary(ir.LShr, b.Sub(bytes, lead), i64(2))
	floats := b.Binary(ir.Shl, n, i64(2))
	w.bytes(i64(0), lead)
	behind := b.Add(lead, floats)
	w.bytes(behind, b.Sub(bytes, behind))
	// Floats in front of the first whole word, then words, then floats again.
	whole := b.ICmp(ir.EQ, b.Binary(ir.And, apart, i64(7)), i64(0))
	first := b.Binary(ir.And, b.Binary(ir.LShr, b.Add(at, lead), i64(2)), i64(1))
	first = b.Select(b.ICmp(ir.ULT, first, n), first, n)
	first = b.Select(whole, first, n)
	words := b.Binary(ir.LShr, b.Sub(n, first), i64(1))
	last := b.Binary(ir.And, b.Sub(n, first), i64(1))
	all := b.Add(b.Add(first, words), last)
	up := b.ICmp(ir.UGT, at, from)
	if op == Copy {
		up = b.ICmp(ir.ULE, at, from)
	}
	countLoop(f, b, all, func(k ir.Value, next *ir.Block) {
		k = b.Select(up, k, b.Sub(b.Sub(all, i64(1)), k))
		beyond := b.Sub(k, first)
		early := b.ICmp(ir.ULT, k, first)
		off := b.Add(lead, b.Select(early, b.Binary(ir.Shl, k, i64(2)), b.Add(b.Binary(ir.Shl, first, i64(2)), b.Binary(ir.Shl, beyond, i64(3)))))
		one, two := f.NewBlock("float"), f.NewBlock("word")
		b.CondBr(b.Select(early, ir.NewBool(true), b.ICmp(ir.EQ, beyond, words)), one, two)
		b.AtEnd(one)
		w.float(b.Offset(src, off), b.Offset(dst, off), next)
		b.Br(next)
		b.AtEnd(two)
		w.word(b.Offset(src, off), b.Offset(dst, off), next)
	})
	b.Ret(nil)
	return f
}

// pairs is the function that pairFunc writes.
type pairs struct {
	m        *ir.Module
	f        *ir.Function
	b        *ir.Builder
	op       blockOp
	src, dst ir.Value
	to       ir.Value
}

// word moves a word.
func (w *pairs) word(q, p ir.Value, next *ir.Block) {
	b := w.b
	if w.op == Move {
		bits := ir.Value(b.Load(ir.I64, p, 1))
		some, floats, adds := w.f.NewBlock("some"), w.f.NewBlock("floats"), w.f.NewBlock("adds")
		b.CondBr(b.ICmp(ir.NE, bits, i64(0)), some, next)
		b.AtEnd(some)
		b.Store(ir.Zero(ir.I64), p, 1)
		b.CondBr(activity.InAddressRange(b, bits), next, floats)
		b.AtEnd(floats)
		b.CondBr(w.to, adds, next)
		b.AtEnd(adds)
		for k, half := range []ir.Value{bits, b.Binary(ir.LShr, bits, i64(32))} {
			at := b.Offset(q, i64(int64(4*k)))
			d := b.Cast(ir.BitCast, b.Cast(ir.Trunc, half, ir.I32), ir.Float)
			b.Store(b.FAdd(b.Load(ir.Float, at, 1), d), at, 1)
		}
		return
	}
	bits := ir.Value(b.Insert(ir.NewInstr(ir.Freeze, ir.I64, b.Load(ir.I64, q, 1))))
	address, rest := w.f.NewBlock("address"), w.f.NewBlock("rest")
	b.CondBr(activity.InAddressRange(b, bits), address, rest)
	b.AtEnd(address)
	b.Store(bits, p, 1)
	b.Br(next)
	b.AtEnd(rest)
	w.forget(p, next)
}

// forget takes an address out of the word at p.
func (w *pairs) forget(p ir.Value, next *ir.Block) {
	b := w.b
	stale := w.f.NewBlock("stale")
	b.CondBr(activity.InAddressRange(b, b.Load(ir.I64, p, 1)), stale, next)
	b.AtEnd(stale)
	b.Store(ir.Zero(ir.I64), p, 1)
}

// float moves half a word.
func (w *pairs) float(q, p ir.Value, next *ir.Block) {
	b := w.b
	if w.op == Move {
		d := b.Load(ir.Float, p, 1)
		b.Store(ir.Zero(ir.Float), p, 1)
		adds := w.f.NewBlock("adds")
		b.CondBr(w.to, adds, next)
		b.AtEnd(adds)
		b.Store(b.FAdd(b.Load(ir.Float, q, 1), d), q, 1)
		return
	}
	cut, own, goes := w.stop("a part of a struct with derivatives begins or ends inside an address"), w.f.NewBlock("own"), w.f.NewBlock("goes")
	b.CondBr(w.to, own, goes)
	b.AtEnd(own)
	w.half(q, cut, goes)
	b.AtEnd(goes)
	stale := w.f.NewBlock("stale")
	w.half(p, stale, next)
	b.AtEnd(stale)
	b.Store(ir.Zero(ir.I64), w.around(p), 1)
}

// half goes on at yes where the float at p may be a half of an address. The rest of its word is looked at only
// where it may be one.
func (w *pairs) half(p ir.Value, yes, no *ir.Block) {
	b := w.b
	bits := b.Insert(ir.NewInstr(ir.Freeze, ir.I32, b.Load(ir.I32, p, 1)))
	look, upper := w.f.NewBlock("look"), b.ICmp(ir.NE, b.Binary(ir.And, b.Cast(ir.PtrToInt, p, ir.I64), i64(4)), i64(0))
	most := b.Select(upper, ir.NewInt(ir.I32, activity.UpperAddress(w.m)), ir.NewInt(ir.I32, -1))
	b.CondBr(b.Select(b.ICmp(ir.NE, bits, ir.NewInt(ir.I32, 0)), b.ICmp(ir.ULE, bits, most), ir.NewBool(false)), look, no)
	b.AtEnd(look)
	b.CondBr(activity.InAddressRange(b, b.Load(ir.I64, w.around(p), 1)), yes, no)
}

// around is where the word begins that a half of it at p belongs to.
func (w *pairs) around(p ir.Value) ir.Value {
	b := w.b
	return b.Offset(p, b.Sub(i64(0), b.Binary(ir.And, b.Cast(ir.PtrToInt, p, ir.I64), i64(4))))
}

// bytes ends the program where bytes of shadow memory are no zeros that no float can begin at.
func (w *pairs) bytes(off, n ir.Value) {
	b := w.b
	looked := w.dst
	if w.op == Copy {
		looked, n = w.src, b.Select(w.to, n, i64(0))
	}
	stop := w.stop("a part of a float with a derivative is moved by itself, or to a place that is aligned differently")
	countLoop(w.f, b, n, func(k ir.Value, _ *ir.Block) {
		goes := w.f.NewBlock("goes")
		b.CondBr(b.ICmp(ir.EQ, b.Load(ir.I8, b.Offset(looked, b.Add(off, k)), 1), ir.Zero(ir.I8)), goes, stop)
		b.AtEnd(goes)
	})
}

// stop is a block that ends the program with a message.
func (w *pairs) stop(why string) *ir.Block {
	b := ir.NewBuilder(w.f.NewBlock("stop"))
	shadowrt.Stop(b, "error[L0202]: "+why)
	b.Unreachable()
	return b.B
}
