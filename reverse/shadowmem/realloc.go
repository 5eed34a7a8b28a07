package shadowmem

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// ReallocFunc: { ptr, ptr, i64 } realloc(ptr tape, ptr p, ptr shadow, i64 bytes)
// gives new memory with the content of p, new zeroed shadow memory with the
// content of the old shadow, and how many bytes were moved: as
// many as both old blocks have, whose sizes may differ. The old memory stays until
// the sweep ends. Where there is not so much memory, it gives null twice, and the old
// blocks are as they were.
func (mv *Functions) ReallocFunc() *ir.Function {
	const name = "llad.realloc"
	if f := mv.Tape.Made(name); f != nil {
		return f
	}
	m := mv.Tape.M
	f, b := mv.Tape.Fn(name, m.Struct(m.Ptr(), m.Ptr(), ir.I64), m.Ptr(), m.Ptr(), m.Ptr(), ir.I64)
	mv.Tape.Helper(name, f)
	p, dp, n := f.Params[1], f.Params[2], f.Params[3]
	malloc := m.Declare("malloc", m.FuncType(m.Ptr(), ir.I64))
	calloc := m.Declare("calloc", m.FuncType(m.Ptr(), ir.I64, ir.I64))
	usable := m.Declare("malloc_usable_size", m.FuncType(ir.I64, m.Ptr()))
	free := m.Declare("free", m.FuncType(ir.Void, m.Ptr()))
	q := b.CallFunc(malloc, n)
	mv.orNone(f, b, q)
	dq := b.CallFunc(calloc, i64(1), n)
	mv.Tape.OrAbort(b, dq)
	mv.moveGrown(f, b, q, dq, func() ir.Value {
		var moved ir.Value = n
		for _, have := range []ir.Value{b.CallFunc(usable, p), b.CallFunc(usable, dp)} {
			moved = b.Select(b.ICmp(ir.ULT, have, moved), have, moved)
		}
		return moved
	}, blockEnd{mv.Tape.EndFunc(free, 0, nil), i64(0), i64(0)})
	return f
}

// RustReallocFunc: { ptr, ptr, i64 } realloc(ptr tape, ptr p, ptr shadow, i64 bytes, i64 held, i64 align)
// is the same by Rust's allocator, which may be any: its function that reallocates has that name,
// and k is what is known of it.
func (mv *Functions) RustReallocFunc(of string, k *rules.Known) *ir.Function {
	const name = "llad.realloc.rust"
	if f := mv.Tape.Made(name); f != nil {
		return f
	}
	m := mv.Tape.M
	f, b := mv.Tape.Fn(name, m.Struct(m.Ptr(), m.Ptr(), ir.I64), m.Ptr(), m.Ptr(), m.Ptr(), ir.I64, ir.I64, ir.I64)
	mv.Tape.Helper(name, f)
	n, held, align := f.Params[3], f.Params[4], f.Params[5]
	alloc := m.Declare(rules.RustAlloc(of), m.FuncType(m.Ptr(), ir.I64, ir.I64))
	dealloc := m.Declare(k.FreeWith, m.FuncType(ir.Void, m.Ptr(), ir.I64, ir.I64))
	q := b.CallFunc(alloc, n, align)
	mv.orNone(f, b, q)
	dq := b.CallFunc(alloc, n, align)
	mv.Tape.OrAbort(b, dq)
	b.MemSet(dq, n)
	mv.moveGrown(f, b, q, dq, func() ir.Value {
		return b.Select(b.ICmp(ir.ULT, held, n), held, n)
	}, blockEnd{mv.Tape.EndFunc(dealloc, 0, []int{1, 2}), held, align})
	return f
}

// orNone goes on in a new block unless the fresh memory p is null, which then is what f, which
// moves a block and its shadow, gives for both.
func (mv *Functions) orNone(f *ir.Function, b *ir.Builder, p ir.Value) {
	none, got := f.NewBlock("none"), f.NewBlock("got")
	b.CondBr(b.ICmp(ir.EQ, p, ir.Zero(mv.Tape.M.Ptr())), none, got)
	b.AtEnd(none)
	b.Ret(ir.Zero(f.Typ.Ret))
	b.AtEnd(got)
}

// blockEnd is the function that ends a block, of a size and alignment.
type blockEnd struct {
	f           *ir.Function
	size, align ir.Value
}

// moveGrown writes the rest of a function that moves a block and its shadow, its parameters 1 and
// 2, to q and dq: moved writes how many bytes that are, and old is what ends the old blocks with
// the sweep.
func (mv *Functions) moveGrown(f *ir.Function, b *ir.Builder, q, dq ir.Value, moved func() ir.Value, old blockEnd) {
	t, p, dp := f.Params[0], f.Params[1], f.Params[2]
	entry := b.B
	some, own, both, out := f.NewBlock("old"), f.NewBlock("own"), f.NewBlock("both"), f.NewBlock("out")
	b.CondBr(b.ICmp(ir.EQ, p, ir.Zero(mv.Tape.M.Ptr())), out, some)
	b.AtEnd(some)
	n := moved()
	b.MemCpy(q, p, n)
	b.MemCpy(dq, dp, n)
	b.CallFunc(mv.Tape.DeferFunc(), t, old.f, p, old.size, old.align)
	b.CondBr(b.ICmp(ir.EQ, p, dp), own, both)
	b.AtEnd(both)
	b.CallFunc(mv.Tape.DeferFunc(), t, old.f, dp, old.size, old.align)
	b.Br(own)
	b.AtEnd(own)
	b.Br(out)
	b.AtEnd(out)
	bytes := b.Phi(ir.I64)
	bytes.AddIncoming(i64(0), entry)
	bytes.AddIncoming(n, own)
	ret := f.Typ.Ret
	b.Ret(b.InsertValue(b.InsertValue(b.InsertValue(ir.Undef(ret), q, 0), dq, 1), bytes, 2))
}
