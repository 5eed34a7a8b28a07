package shadowmem

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// Functions are those of a module, each written when first used. While Atomic is set,
// what moves adds to memory that other threads add to.
type Functions struct {
	Tape   *tape.Runtime
	Atomic bool // they add to memory that other threads add to
}

// AwaitFunc: void await(ptr counter, i64 value) waits until other threads have
// brought a counter to a value.
func (mv *Functions) AwaitFunc() *ir.Function {
	const name = "llad.await"
	if f := mv.Tape.Made(name); f != nil {
		return f
	}
	m := mv.Tape.M
	f, b := mv.Tape.Fn(name, ir.Void, m.PtrTo(ir.I64), ir.I64)
	mv.Tape.Helper(name, f)
	loop, wait, done := f.NewBlock("loop"), f.NewBlock("wait"), f.NewBlock("done")
	b.Br(loop)
	b.AtEnd(loop)
	ld := b.Load(ir.I64, f.Params[0], 8)
	ld.Flags |= ir.Atomic
	ld.Extra().Ordering = "acquire"
	b.CondBr(b.ICmp(ir.EQ, ld, f.Params[1]), done, wait)
	b.AtEnd(wait)
	b.CallFunc(m.Declare("sched_yield", m.FuncType(ir.I32)))
	b.Br(loop)
	b.AtEnd(done)
	b.Ret(nil)
	return f
}

// RoomFunc: {ptr, i64} room(ptr p, i64 held, i64 bytes) gives zeroed memory of at
// least so many bytes and how many: p, unless it holds less.
func (mv *Functions) RoomFunc() *ir.Function {
	const name = "llad.room"
	if f := mv.Tape.Made(name); f != nil {
		return f
	}
	m := mv.Tape.M
	t := m.Struct(m.Ptr(), ir.I64)
	f, b := mv.Tape.Fn(name, t, m.Ptr(), ir.I64, ir.I64)
	mv.Tape.Helper(name, f)
	p, held, bytes := f.Params[0], f.Params[1], f.Params[2]
	give := func(p, n ir.Value) {
		b.Ret(b.InsertValue(b.InsertValue(ir.Undef(t), p, 0), n, 1))
	}
	enough, more := f.NewBlock("enough"), f.NewBlock("more")
	b.CondBr(b.ICmp(ir.ULT, held, bytes), more, enough)
	b.AtEnd(enough)
	give(p, held)
	b.AtEnd(more)
	b.CallFunc(mv.Tape.DeallocateFunc(), p)
	twice := b.Binary(ir.Shl, held, i64(1))
	n := b.Select(b.ICmp(ir.UGT, twice, bytes), twice, bytes)
	q := b.CallFunc(mv.Tape.AllocateFunc(), n)
	b.MemSet(q, n)
	give(q, n)
	return f
}

func i64(v int64) ir.Value { return ir.NewInt(ir.I64, v) }
