package tape

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

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
//	 8 next    a chunk above, which was left and waits for the next push
//	16 size    bytes, header included
//	24 below   top of the chunk below when this one was begun
//
// Chunks come from those that the thread has kept of earlier sweeps, else from
// malloc; see held.go and storage.go.
const (
	tapeTop, tapeEnd, tapeChunk, tapeEnds, tapeNEnds, tapeCapEnds, HandleSize = 0, 8, 16, 24, 32, 40, 48

	chunkPrev, chunkNext, chunkSize, chunkBelow, chunkHeader = 0, 8, 16, 24, 32

	endSize = 32

	Align = 16 // of what PushFunc gives, in bytes

	minChunk = 1 << 12
	maxChunk = 1 << 26
)

// Runtime gives the functions that work on tapes, written into the module when
// first used.
type Runtime struct {
	M                          *ir.Module
	push, grow, pop, put, done *ir.Function
	object                     *ir.Function
	helpers                    map[string]*ir.Function
	nested                     bool // it is for the derivative of a derivative
	storage                    Storage
	Regions                    *Regions
}

// New writes functions of tapes into m; nested says that they are for the derivative
// of a derivative.
func New(m *ir.Module, nested bool, storage Storage) *Runtime {
	return &Runtime{M: m, nested: nested, storage: storage, Regions: &Regions{m: m}}
}

// Fn makes an internal function and a builder at its entry. Those of a tape have a
// name that tells for which order of derivatives it is. Addresses that it takes and gives are whole: no part of a
// struct that is passed by value.
func (rt *Runtime) Fn(name string, ret *ir.Type, params ...*ir.Type) (*ir.Function, *ir.Builder) {
	if what, ok := strings.CutPrefix(name, tapePrefix); ok && rt.nested && !strings.HasPrefix(name, sharedPrefix) {
		name = nestedPrefix + what
	}
	f := rt.M.AddFunc(rt.M.FreshSymbol(name), rt.M.FuncType(ret, params...))
	f.Prefix = "internal"
	f.Suffix = "nounwind"
	f.IsDecl = false
	for _, p := range f.Params {
		if p.Typ.IsPtr() {
			p.Attrs = "noundef"
		}
	}
	if ret.IsPtr() {
		f.RetAttrs = "noundef"
	}
	return f, ir.NewBuilder(f.NewBlock("entry"))
}

// Load reads a value off bytes behind p, Store writes one.
func (rt *Runtime) Load(b *ir.Builder, t *ir.Type, p ir.Value, off int64) ir.Value {
	return b.Load(t, b.Offset(p, ir.NewInt(ir.I64, off)), 8)
}

func (rt *Runtime) Store(b *ir.Builder, v, p ir.Value, off int64) {
	b.Store(v, b.Offset(p, ir.NewInt(ir.I64, off)), 8)
}

// Owns reports whether f is a function that works on the tape alone.
func (rt *Runtime) Owns(f *ir.Function) bool {
	return f != nil && (f == rt.push || f == rt.object || f == rt.pop || f == rt.put || f == rt.done)
}

// IsPush reports whether f is the function that takes memory from a tape, isDefer, that
// which puts off the end of memory.
func (rt *Runtime) IsPush(f *ir.Function) bool  { return f == rt.push }
func (rt *Runtime) IsDefer(f *ir.Function) bool { return f == rt.put }

// Made gives a helper function that was written before, nil for none.
func (rt *Runtime) Made(name string) *ir.Function { return rt.helpers[name] }

// Helper notes a helper function by name.
func (rt *Runtime) Helper(name string, f *ir.Function) {
	if rt.helpers == nil {
		rt.helpers = map[string]*ir.Function{}
	}
	rt.helpers[name] = f
}

// Storage is where the tapes' memory comes from.
func (rt *Runtime) Storage() Storage { return rt.storage }

// Malloc and Free are the functions of the C library, or those of the collector of garbage, or some that tell it of
// the C library's memory.
func (rt *Runtime) Malloc() *ir.Function {
	name := "malloc"
	if rt.storage.Told {
		return rt.toldMalloc()
	}
	if rt.storage.Collected {
		name = "GC_malloc_uncollectable"
	}
	return rt.M.Declare(name, rt.M.FuncType(rt.M.Ptr(), ir.I64))
}

func (rt *Runtime) Free() *ir.Function {
	name := "free"
	if rt.storage.Told {
		return rt.toldFree()
	}
	if rt.storage.Collected {
		name = "GC_free"
	}
	return rt.M.Declare(name, rt.M.FuncType(ir.Void, rt.M.Ptr()))
}

// OrAbort goes on in a new block unless the fresh memory p is null.
func (rt *Runtime) OrAbort(b *ir.Builder, p ir.Value) {
	none, got := b.F.NewBlock("nomemory"), b.F.NewBlock("got")
	b.CondBr(b.ICmp(ir.EQ, p, ir.Zero(rt.M.Ptr())), none, got)
	b.AtEnd(none)
	b.CallFunc(rt.M.Declare("abort", rt.M.FuncType(ir.Void)))
	b.Unreachable()
	b.AtEnd(got)
}

func i64(v int64) ir.Value { return ir.NewInt(ir.I64, v) }

// Top is the first free byte of a tape: what was pushed last ends there.
func (rt *Runtime) Top(b *ir.Builder, tape ir.Value) ir.Value {
	return rt.Load(b, rt.M.Ptr(), tape, tapeTop)
}

// Init writes an empty tape.
func (rt *Runtime) Init(b *ir.Builder, t ir.Value) {
	b.MemSet(t, i64(HandleSize))
}

// PushFunc: ptr push(ptr tape, i64 bytes) gives 16-aligned memory.
func (rt *Runtime) PushFunc() *ir.Function {
	if rt.push != nil {
		return rt.push
	}
	m := rt.M
	f, b := rt.Fn("llad.tape.push", m.Ptr(), m.Ptr(), ir.I64)
	rt.push = f
	t := f.Params[0]
	// Nothing is given an address of its own too: that of an empty tape would be
	// null, which pop does not find.
	some := b.Select(b.ICmp(ir.EQ, f.Params[1], i64(0)), i64(1), f.Params[1])
	n := b.Binary(ir.And, b.Add(some, i64(Align-1)), i64(-Align))
	top := rt.Load(b, m.Ptr(), t, tapeTop)
	end := rt.Load(b, m.Ptr(), t, tapeEnd)
	room := b.Sub(b.Cast(ir.PtrToInt, end, ir.I64), b.Cast(ir.PtrToInt, top, ir.I64))
	slow, fast := f.NewBlock("slow"), f.NewBlock("fast")
	b.CondBr(b.ICmp(ir.ULT, room, n), slow, fast)
	b.AtEnd(fast)
	rt.Store(b, b.Offset(top, n), t, tapeTop)
	b.Ret(top)
	b.AtEnd(slow)
	b.Ret(b.CallFunc(rt.growFunc(), t, n))
	return f
}

// ObjectFunc: ptr object(ptr tape, i64 bytes) is push for an object of the program:
// it is one, whatever its size is computed from.
func (rt *Runtime) ObjectFunc() *ir.Function {
	if rt.object != nil {
		return rt.object
	}
	f, b := rt.Fn("llad.tape.object", rt.M.Ptr(), rt.M.Ptr(), ir.I64)
	rt.object = f
	f.Suffix = "noinline nounwind"
	b.Ret(b.CallFunc(rt.PushFunc(), f.Params[0], f.Params[1]))
	return f
}

// growFunc: ptr grow(ptr tape, i64 bytes) goes on in the next chunk, of which
// bytes are then used.
func (rt *Runtime) growFunc() *ir.Function {
	if rt.grow != nil {
		return rt.grow
	}
	m := rt.M
	f, b := rt.Fn("llad.tape.grow", m.Ptr(), m.Ptr(), ir.I64)
	rt.grow = f
	f.Suffix = "noinline nounwind"
	t, n := f.Params[0], f.Params[1]
	null := ir.Zero(m.Ptr())
	entry, take, later := b.B, f.NewBlock("take"), f.NewBlock("later")
	look, check, small := f.NewBlock("look"), f.NewBlock("check"), f.NewBlock("small")
	fresh, use := f.NewBlock("fresh"), f.NewBlock("use")

	cur := rt.Load(b, m.Ptr(), t, tapeChunk)
	need := b.Add(n, i64(chunkHeader))
	b.CondBr(b.ICmp(ir.EQ, cur, null), take, later)
	b.AtEnd(later)
	next := rt.Load(b, m.Ptr(), cur, chunkNext)
	curSize := rt.Load(b, ir.I64, cur, chunkSize)
	b.CondBr(b.ICmp(ir.EQ, next, null), take, look)
	b.AtEnd(take)
	lastSize := b.Phi(ir.I64)
	lastSize.AddIncoming(i64(minChunk/2), entry)
	lastSize.AddIncoming(curSize, later)
	held := b.CallFunc(rt.takeFunc())
	b.Br(look)

	// A chunk that is too small for what is wanted here goes: it would stay
	// behind a larger one for good.
	b.AtEnd(look)
	c, last := b.Phi(m.Ptr()), b.Phi(ir.I64)
	b.CondBr(b.ICmp(ir.EQ, c, null), fresh, check)
	b.AtEnd(check)
	size := rt.Load(b, ir.I64, c, chunkSize)
	b.CondBr(b.ICmp(ir.ULT, size, need), small, use)
	b.AtEnd(small)
	after := rt.Load(b, m.Ptr(), c, chunkNext)
	b.CallFunc(rt.Free(), c)
	b.Br(look)
	c.AddIncoming(held, take)
	c.AddIncoming(next, later)
	c.AddIncoming(after, small)
	last.AddIncoming(lastSize, take)
	last.AddIncoming(curSize, later)
	last.AddIncoming(last, small)

	b.AtEnd(fresh)
	dbl := b.Binary(ir.Shl, last, i64(1))
	capped := b.Select(b.ICmp(ir.UGT, dbl, i64(maxChunk)), i64(maxChunk), dbl)
	newSize := b.Select(b.ICmp(ir.UGT, need, capped), need, capped)
	made := b.CallFunc(rt.Malloc(), newSize)
	rt.OrAbort(b, made)
	rt.Store(b, newSize, made, chunkSize)
	rt.Store(b, null, made, chunkNext)
	got := b.B
	b.Br(use)

	b.AtEnd(use)
	ch := b.Phi(m.Ptr())
	ch.AddIncoming(c, check)
	ch.AddIncoming(made, got)
	sz := b.Phi(ir.I64)
	sz.AddIncoming(size, check)
	sz.AddIncoming(newSize, got)
	rt.Store(b, cur, ch, chunkPrev)
	rt.Store(b, rt.Load(b, m.Ptr(), t, tapeTop), ch, chunkBelow)
	linked, done := f.NewBlock("link"), f.NewBlock("done")
	b.CondBr(b.ICmp(ir.EQ, cur, null), done, linked)
	b.AtEnd(linked)
	rt.Store(b, ch, cur, chunkNext)
	b.Br(done)
	b.AtEnd(done)
	rt.Store(b, ch, t, tapeChunk)
	rt.Store(b, b.Offset(ch, sz), t, tapeEnd)
	data := b.Offset(ch, i64(chunkHeader))
	rt.Store(b, b.Offset(data, n), t, tapeTop)
	b.Ret(data)
	return f
}

// PopFunc: void pop(ptr tape, ptr p) takes the tape back to where push gave p.
func (rt *Runtime) PopFunc() *ir.Function {
	if rt.pop != nil {
		return rt.pop
	}
	m := rt.M
	f, b := rt.Fn("llad.tape.pop", ir.Void, m.Ptr(), m.Ptr())
	rt.pop = f
	t, p := f.Params[0], f.Params[1]
	data := b.Offset(rt.Load(b, m.Ptr(), t, tapeChunk), i64(chunkHeader))
	above := b.ICmp(ir.UGT, p, data)
	inside := b.ICmp(ir.ULE, p, rt.Load(b, m.Ptr(), t, tapeEnd))
	here, lower := f.NewBlock("here"), f.NewBlock("lower")
	b.CondBr(b.Binary(ir.And, above, inside), here, lower)
	b.AtEnd(here)
	rt.Store(b, p, t, tapeTop)
	b.Ret(nil)
	b.AtEnd(lower)
	b.CallFunc(rt.lowerFunc(), t, p)
	b.Ret(nil)
	return f
}

// lowerFunc: void lower(ptr tape, ptr p) is pop where p is at the beginning of
// a chunk or below the current one. The chunks above stay linked.
func (rt *Runtime) lowerFunc() *ir.Function {
	m := rt.M
	f, b := rt.Fn("llad.tape.lower", ir.Void, m.Ptr(), m.Ptr())
	f.Suffix = "noinline nounwind"
	t, p := f.Params[0], f.Params[1]
	entry := b.B
	loop, lower, inside, empty, done := f.NewBlock("loop"), f.NewBlock("lower"), f.NewBlock("inside"), f.NewBlock("empty"), f.NewBlock("done")
	cur := rt.Load(b, m.Ptr(), t, tapeChunk)
	b.Br(loop)

	b.AtEnd(loop)
	c := b.Phi(m.Ptr())
	data := b.Offset(c, i64(chunkHeader))
	end := b.Offset(c, rt.Load(b, ir.I64, c, chunkSize))
	outside := b.Binary(ir.Or, b.ICmp(ir.ULT, p, data), b.ICmp(ir.UGT, p, end))
	below := rt.Load(b, m.Ptr(), c, chunkPrev)
	b.CondBr(outside, lower, inside)
	b.AtEnd(lower)
	b.Br(loop)
	c.AddIncoming(cur, entry)
	c.AddIncoming(below, lower)

	// An empty chunk is left at once, so that the next push is next to what
	// lies below; the bottom one stays.
	b.AtEnd(inside)
	rt.Store(b, c, t, tapeChunk)
	rt.Store(b, end, t, tapeEnd)
	rt.Store(b, p, t, tapeTop)
	leaves := b.Binary(ir.And, b.ICmp(ir.EQ, p, data), b.ICmp(ir.NE, below, ir.Zero(m.Ptr())))
	b.CondBr(leaves, empty, done)
	b.AtEnd(empty)
	rt.Store(b, below, t, tapeChunk)
	rt.Store(b, b.Offset(below, rt.Load(b, ir.I64, below, chunkSize)), t, tapeEnd)
	rt.Store(b, rt.Load(b, m.Ptr(), c, chunkBelow), t, tapeTop)
	b.Br(done)
	b.AtEnd(done)
	b.Ret(nil)
	return f
}

// DoneFunc: void done(ptr tape) gives the chunks back and ends the memory that
// was put off.
func (rt *Runtime) DoneFunc() *ir.Function {
	if rt.done != nil {
		return rt.done
	}
	m := rt.M
	f, b := rt.Fn("llad.tape.done", ir.Void, m.Ptr())
	rt.done = f
	t := f.Params[0]
	null := ir.Zero(m.Ptr())
	chunks, ends := f.NewBlock("chunks"), f.NewBlock("ends")
	down, bottom := f.NewBlock("down"), f.NewBlock("bottom")
	cur := rt.Load(b, m.Ptr(), t, tapeChunk)
	b.CondBr(b.ICmp(ir.EQ, cur, null), ends, chunks)
	b.AtEnd(chunks)
	b.Br(down)
	b.AtEnd(down)
	c := b.Phi(m.Ptr())
	prev := rt.Load(b, m.Ptr(), c, chunkPrev)
	b.CondBr(b.ICmp(ir.EQ, prev, null), bottom, down)
	c.AddIncoming(cur, chunks)
	c.AddIncoming(prev, down)
	b.AtEnd(bottom)
	b.CallFunc(rt.keepFunc(), c)
	b.Br(ends)
	b.AtEnd(ends)
	rt.runEnds(b, t)
	b.Ret(nil)
	return f
}
