package reverse

import "github.com/llad-ad/llad/ir"

// The tape is a stack of chunks. Its handle is a small object in the memory of
// the function that starts the reverse sweep:
//
//	 0 top     first free byte of the current chunk
//	 8 end     end of the current chunk
//	16 chunk   the current chunk, null before the first push
//	24 ends    array of memory whose end was put off: (deallocator, pointer, two arguments)
//	32 nends   number of entries
//	40 capends room for entries
//
// and a chunk begins with
//
//	 0 prev    the chunk below
//	 8 spare   a chunk above, emptied and kept for the next push
//	16 size    bytes, header included
//	24 below   top of the chunk below when this one was begun
const (
	tapeTop, tapeEnd, tapeChunk, tapeEnds, tapeNEnds, tapeCapEnds, tapeSize = 0, 8, 16, 24, 32, 40, 48

	chunkPrev, chunkSpare, chunkSize, chunkBelow, chunkHeader = 0, 8, 16, 24, 32

	endSize = 32

	minChunk = 1 << 16
	maxChunk = 1 << 26
)

// runtime gives the functions that work on tapes, written into the module when
// first used.
type runtime struct {
	m                          *ir.Module
	push, grow, pop, put, done *ir.Function
	helpers                    map[string]*ir.Function
}

func (env *Env) runtime() *runtime {
	if env.rt == nil {
		env.rt = &runtime{m: env.M}
	}
	return env.rt
}

// fn makes an internal function and a builder at its entry.
func (rt *runtime) fn(name string, ret *ir.Type, params ...*ir.Type) (*ir.Function, *ir.Builder) {
	f := rt.m.AddFunc(rt.m.FreshSymbol(name), rt.m.FuncType(ret, params...))
	f.Prefix = "internal"
	f.Suffix = "nounwind"
	f.IsDecl = false
	return f, ir.NewBuilder(f.NewBlock("entry"))
}

func (rt *runtime) load(b *ir.Builder, t *ir.Type, p ir.Value, off int64) ir.Value {
	return b.Load(t, b.Offset(p, ir.NewInt(ir.I64, off)), 8)
}

func (rt *runtime) store(b *ir.Builder, v, p ir.Value, off int64) {
	b.Store(v, b.Offset(p, ir.NewInt(ir.I64, off)), 8)
}

// owns reports whether f is a function that works on the tape alone.
func (rt *runtime) owns(f *ir.Function) bool {
	return f != nil && (f == rt.push || f == rt.pop || f == rt.put || f == rt.done)
}

func i64(v int64) ir.Value { return ir.NewInt(ir.I64, v) }

// init writes an empty tape.
func (rt *runtime) init(b *ir.Builder, t ir.Value) {
	b.MemSet(t, i64(tapeSize))
}

// pushFunc: ptr push(ptr tape, i64 bytes) gives 16-aligned memory.
func (rt *runtime) pushFunc() *ir.Function {
	if rt.push != nil {
		return rt.push
	}
	m := rt.m
	f, b := rt.fn("llad.tape.push", m.Ptr(), m.Ptr(), ir.I64)
	rt.push = f
	t := f.Params[0]
	n := b.Binary(ir.And, b.Add(f.Params[1], i64(15)), i64(-16))
	top := rt.load(b, m.Ptr(), t, tapeTop)
	end := rt.load(b, m.Ptr(), t, tapeEnd)
	room := b.Sub(b.Cast(ir.PtrToInt, end, ir.I64), b.Cast(ir.PtrToInt, top, ir.I64))
	slow, fast := f.NewBlock("slow"), f.NewBlock("fast")
	b.CondBr(b.ICmp(ir.ULT, room, n), slow, fast)
	b.AtEnd(fast)
	rt.store(b, b.Offset(top, n), t, tapeTop)
	b.Ret(top)
	b.AtEnd(slow)
	b.Ret(b.CallFunc(rt.growFunc(), t, n))
	return f
}

// growFunc: ptr grow(ptr tape, i64 bytes) begins a new chunk with bytes used.
func (rt *runtime) growFunc() *ir.Function {
	if rt.grow != nil {
		return rt.grow
	}
	m := rt.m
	f, b := rt.fn("llad.tape.grow", m.Ptr(), m.Ptr(), ir.I64)
	rt.grow = f
	f.Suffix = "noinline nounwind"
	t, n := f.Params[0], f.Params[1]
	null := ir.Zero(m.Ptr())
	malloc := m.Declare("malloc", m.FuncType(m.Ptr(), ir.I64))
	free := m.Declare("free", m.FuncType(ir.Void, m.Ptr()))

	cur := rt.load(b, m.Ptr(), t, tapeChunk)
	first, later := f.NewBlock("first"), f.NewBlock("later")
	tooSmall, fresh, use := f.NewBlock("small"), f.NewBlock("fresh"), f.NewBlock("use")
	need := b.Add(n, i64(chunkHeader))
	b.CondBr(b.ICmp(ir.EQ, cur, null), first, later)

	b.AtEnd(first)
	b.Br(fresh)

	b.AtEnd(later)
	spare := rt.load(b, m.Ptr(), cur, chunkSpare)
	curSize := rt.load(b, ir.I64, cur, chunkSize)
	have, check := f.NewBlock("have"), f.NewBlock("check")
	b.CondBr(b.ICmp(ir.EQ, spare, null), have, check)
	b.AtEnd(check)
	spareSize := rt.load(b, ir.I64, spare, chunkSize)
	b.CondBr(b.ICmp(ir.ULT, spareSize, need), tooSmall, use)
	b.AtEnd(tooSmall)
	b.CallFunc(free, spare)
	b.Br(have)
	b.AtEnd(have)
	b.Br(fresh)

	b.AtEnd(fresh)
	last := b.Phi(ir.I64)
	last.AddIncoming(i64(minChunk/2), first)
	last.AddIncoming(curSize, have)
	dbl := b.Binary(ir.Shl, last, i64(1))
	capped := b.Select(b.ICmp(ir.UGT, dbl, i64(maxChunk)), i64(maxChunk), dbl)
	size := b.Select(b.ICmp(ir.UGT, need, capped), need, capped)
	c := b.CallFunc(malloc, size)
	b.CondBr(b.ICmp(ir.EQ, c, null), f.NewBlock("nomemory"), f.NewBlock("got"))
	b.AtEnd(f.Blocks[len(f.Blocks)-2])
	b.CallFunc(m.Declare("abort", m.FuncType(ir.Void)))
	b.Unreachable()
	got := f.Blocks[len(f.Blocks)-1]
	b.AtEnd(got)
	rt.store(b, size, c, chunkSize)
	rt.store(b, null, c, chunkSpare)
	b.Br(use)

	b.AtEnd(use)
	ch := b.Phi(m.Ptr())
	ch.AddIncoming(spare, check)
	ch.AddIncoming(c, got)
	sz := b.Phi(ir.I64)
	sz.AddIncoming(spareSize, check)
	sz.AddIncoming(size, got)
	rt.store(b, cur, ch, chunkPrev)
	rt.store(b, rt.load(b, m.Ptr(), t, tapeTop), ch, chunkBelow)
	rt.store(b, ch, t, tapeChunk)
	rt.store(b, b.Offset(ch, sz), t, tapeEnd)
	data := b.Offset(ch, i64(chunkHeader))
	rt.store(b, b.Offset(data, n), t, tapeTop)
	b.Ret(data)
	return f
}

// popFunc: void pop(ptr tape, ptr p) takes the tape back to where push gave p.
func (rt *runtime) popFunc() *ir.Function {
	if rt.pop != nil {
		return rt.pop
	}
	m := rt.m
	f, b := rt.fn("llad.tape.pop", ir.Void, m.Ptr(), m.Ptr())
	rt.pop = f
	t, p := f.Params[0], f.Params[1]
	null := ir.Zero(m.Ptr())
	entry := b.B
	loop, lower, inside, empty, done := f.NewBlock("loop"), f.NewBlock("lower"), f.NewBlock("inside"), f.NewBlock("empty"), f.NewBlock("done")
	cur := rt.load(b, m.Ptr(), t, tapeChunk)
	end := rt.load(b, m.Ptr(), t, tapeEnd)
	b.Br(loop)

	// The chunk that holds p; those above become spare.
	b.AtEnd(loop)
	c, e := b.Phi(m.Ptr()), b.Phi(m.Ptr())
	data := b.Offset(c, i64(chunkHeader))
	under := b.ICmp(ir.ULT, p, data)
	over := b.ICmp(ir.UGT, p, e)
	b.CondBr(b.Binary(ir.Or, under, over), lower, inside)
	b.AtEnd(lower)
	prev := rt.leave(b, c)
	prevEnd := b.Offset(prev, rt.load(b, ir.I64, prev, chunkSize))
	b.Br(loop)
	c.AddIncoming(cur, entry)
	c.AddIncoming(prev, lower)
	e.AddIncoming(end, entry)
	e.AddIncoming(prevEnd, lower)

	// An empty chunk is left at once, so that the next push is next to what
	// lies below; the bottom one stays.
	b.AtEnd(inside)
	rt.store(b, c, t, tapeChunk)
	rt.store(b, e, t, tapeEnd)
	rt.store(b, p, t, tapeTop)
	below := rt.load(b, m.Ptr(), c, chunkPrev)
	leaves := b.Binary(ir.And, b.ICmp(ir.EQ, p, data), b.ICmp(ir.NE, below, null))
	b.CondBr(leaves, empty, done)
	b.AtEnd(empty)
	top := rt.load(b, m.Ptr(), c, chunkBelow)
	under2 := rt.leave(b, c)
	rt.store(b, under2, t, tapeChunk)
	rt.store(b, b.Offset(under2, rt.load(b, ir.I64, under2, chunkSize)), t, tapeEnd)
	rt.store(b, top, t, tapeTop)
	b.Br(done)
	b.AtEnd(done)
	b.Ret(nil)
	return f
}

// leave makes chunk c the spare of the one below, which it gives. A spare that
// c has itself is freed.
func (rt *runtime) leave(b *ir.Builder, c ir.Value) ir.Value {
	free := rt.m.Declare("free", rt.m.FuncType(ir.Void, rt.m.Ptr()))
	b.CallFunc(free, rt.load(b, rt.m.Ptr(), c, chunkSpare))
	rt.store(b, ir.Zero(rt.m.Ptr()), c, chunkSpare)
	prev := rt.load(b, rt.m.Ptr(), c, chunkPrev)
	rt.store(b, c, prev, chunkSpare)
	return prev
}

// putFunc: void put(ptr tape, ptr deallocator, ptr p, i64 a, i64 b) puts off
// deallocator(p, a, b) to the end of the sweep.
func (rt *runtime) putFunc() *ir.Function {
	if rt.put != nil {
		return rt.put
	}
	m := rt.m
	f, b := rt.fn("llad.tape.put", ir.Void, m.Ptr(), m.Ptr(), m.Ptr(), ir.I64, ir.I64)
	rt.put = f
	t := f.Params[0]
	realloc := m.Declare("realloc", m.FuncType(m.Ptr(), m.Ptr(), ir.I64))
	n := rt.load(b, ir.I64, t, tapeNEnds)
	room := rt.load(b, ir.I64, t, tapeCapEnds)
	arr := rt.load(b, m.Ptr(), t, tapeEnds)
	entry := b.B
	grow, add := f.NewBlock("grow"), f.NewBlock("add")
	b.CondBr(b.ICmp(ir.EQ, n, room), grow, add)
	b.AtEnd(grow)
	room2 := b.Add(b.Binary(ir.Shl, room, i64(1)), i64(16))
	arr2 := b.CallFunc(realloc, arr, b.Mul(room2, i64(endSize)))
	rt.store(b, room2, t, tapeCapEnds)
	rt.store(b, arr2, t, tapeEnds)
	b.Br(add)
	b.AtEnd(add)
	a := b.Phi(m.Ptr())
	a.AddIncoming(arr, entry)
	a.AddIncoming(arr2, grow)
	at := b.Offset(a, b.Mul(n, i64(endSize)))
	for k, v := range f.Params[1:] {
		rt.store(b, v, at, int64(8*k))
	}
	rt.store(b, b.Add(n, i64(1)), t, tapeNEnds)
	b.Ret(nil)
	return f
}

// doneFunc: void done(ptr tape) frees the chunks and the memory that was put off.
func (rt *runtime) doneFunc() *ir.Function {
	if rt.done != nil {
		return rt.done
	}
	m := rt.m
	f, b := rt.fn("llad.tape.done", ir.Void, m.Ptr())
	rt.done = f
	t := f.Params[0]
	null := ir.Zero(m.Ptr())
	free := m.Declare("free", m.FuncType(ir.Void, m.Ptr()))
	dealloc := m.FuncType(ir.Void, m.Ptr(), ir.I64, ir.I64)
	entry := b.B
	chunks, chunk, ends, end, out := f.NewBlock("chunks"), f.NewBlock("chunk"), f.NewBlock("ends"), f.NewBlock("end"), f.NewBlock("out")
	cur := rt.load(b, m.Ptr(), t, tapeChunk)
	total := rt.load(b, ir.I64, t, tapeNEnds)
	b.Br(chunks)
	b.AtEnd(chunks)
	c := b.Phi(m.Ptr())
	b.CondBr(b.ICmp(ir.EQ, c, null), ends, chunk)
	b.AtEnd(chunk)
	prev := rt.load(b, m.Ptr(), c, chunkPrev)
	b.CallFunc(free, rt.load(b, m.Ptr(), c, chunkSpare))
	b.CallFunc(free, c)
	b.Br(chunks)
	c.AddIncoming(cur, entry)
	c.AddIncoming(prev, chunk)
	b.AtEnd(ends)
	n := b.Phi(ir.I64)
	arr := rt.load(b, m.Ptr(), t, tapeEnds)
	b.CondBr(b.ICmp(ir.EQ, n, i64(0)), out, end)
	b.AtEnd(end)
	k := b.Sub(n, i64(1))
	at := b.Offset(arr, b.Mul(k, i64(endSize)))
	fn := rt.load(b, m.Ptr(), at, 0)
	b.Call(dealloc, fn, rt.load(b, m.Ptr(), at, 8), rt.load(b, ir.I64, at, 16), rt.load(b, ir.I64, at, 24))
	b.Br(ends)
	n.AddIncoming(total, chunks)
	n.AddIncoming(k, end)
	b.AtEnd(out)
	b.CallFunc(free, arr)
	b.Ret(nil)
	return f
}

// endFunc: void end(ptr p, i64 a, i64 b) ends the memory at p, unless null, by
// calling f with p as argument ptrArg and, as arguments args, a and b.
func (rt *runtime) endFunc(f *ir.Function, ptrArg int, args []int) *ir.Function {
	name := symbol("llad.end.", f.Name)
	if g := rt.helpers[name]; g != nil {
		return g
	}
	m := rt.m
	g, b := rt.fn(name, ir.Void, m.Ptr(), ir.I64, ir.I64)
	rt.helper(name, g)
	end, done := g.NewBlock("end"), g.NewBlock("done")
	b.CondBr(b.ICmp(ir.EQ, g.Params[0], ir.Zero(m.Ptr())), done, end)
	b.AtEnd(end)
	vals := make([]ir.Value, len(f.Typ.Fields))
	for k, t := range f.Typ.Fields {
		vals[k] = ir.Undef(t)
	}
	vals[ptrArg] = b.Cast(ir.BitCast, g.Params[0], f.Typ.Fields[ptrArg])
	for n, k := range args {
		v := ir.Value(g.Params[1+n])
		if t := f.Typ.Fields[k]; t.Bits < 64 {
			v = b.Cast(ir.Trunc, v, t)
		}
		vals[k] = v
	}
	b.CallFunc(f, vals...)
	b.Br(done)
	b.AtEnd(done)
	b.Ret(nil)
	return g
}
