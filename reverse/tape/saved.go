package tape

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// A sweep takes from the tape what it has read, and works in the room. One that
// leaves the tape as it was, for another, works on the same memory too, because
// records hold addresses of records: it copies the tape before and puts it back
// afterwards. A copied chunk is a list element
//
//	 0 next element
//	 8 chunk
//	16 bytes in use, header included
//	24 -
//	32 these bytes
//
// No chunk leads to one above while the sweep runs: what it adds is its own.
const savedNext, savedChunk, savedUsed, savedData = 0, 8, 16, 32

// Saved is what restore must know.
type Saved struct {
	handle [3]ir.Value
	list   ir.Value
}

// Save copies a tape, restore undoes what happened to it since.
func (rt *Runtime) Save(b *ir.Builder, tape ir.Value) Saved {
	var s Saved
	for k := range s.handle {
		s.handle[k] = rt.Load(b, rt.M.Ptr(), tape, int64(8*k))
	}
	s.list = b.CallFunc(rt.copyFunc(), tape)
	return s
}

func (rt *Runtime) Restore(b *ir.Builder, tape ir.Value, s Saved) {
	b.CallFunc(rt.restoreFunc(), tape, s.list, s.handle[0], s.handle[1], s.handle[2])
}

// BytesUsed writes the computation of how many bytes are on a tape.
func BytesUsed(c *structured.Code, tape ir.Value) ir.Value {
	sum := c.NewVar(i64(0))
	top, chunk := c.NewVar(c.Ptr(tape, tapeTop)), c.NewVar(c.Ptr(tape, tapeChunk))
	c.While(func() ir.Value { return c.ICmp(ir.NE, chunk.Get(), ir.Zero(c.Module().Ptr())) }, func(func()) {
		at := chunk.Get()
		data := c.At(at, chunkHeader)
		sum.Add(c.Sub(c.Cast(ir.PtrToInt, top.Get(), ir.I64), c.Cast(ir.PtrToInt, data, ir.I64)))
		top.Set(c.Ptr(at, chunkBelow))
		chunk.Set(c.Ptr(at, chunkPrev))
	})
	return sum.Get()
}

// copyFunc: ptr copy(ptr tape) copies the chunks of a tape and cuts them off from
// those above.
func (rt *Runtime) copyFunc() *ir.Function {
	const name = tapePrefix + "copy"
	if f := rt.Made(name); f != nil {
		return f
	}
	m := rt.M
	f, _ := rt.Fn(name, m.Ptr(), m.Ptr())
	rt.Helper(name, f)
	c := structured.New(f)
	null := ir.Zero(m.Ptr())
	list := c.NewVar(null)
	top, chunk := c.NewVar(c.Ptr(f.Params[0], tapeTop)), c.NewVar(c.Ptr(f.Params[0], tapeChunk))
	c.While(func() ir.Value { return c.ICmp(ir.NE, chunk.Get(), null) }, func(func()) {
		at := chunk.Get()
		used := c.Sub(c.Cast(ir.PtrToInt, top.Get(), ir.I64), c.Cast(ir.PtrToInt, at, ir.I64))
		e := c.CallFunc(rt.Malloc(), c.Add(used, i64(savedData)))
		rt.OrAbort(c.Builder, e)
		c.Put(list.Get(), e, savedNext)
		c.Put(at, e, savedChunk)
		c.Put(used, e, savedUsed)
		c.MemCpy(c.At(e, savedData), at, used)
		list.Set(e)
		c.Put(null, at, chunkNext)
		top.Set(c.Ptr(at, chunkBelow))
		chunk.Set(c.Ptr(at, chunkPrev))
	})
	c.Return(list.Get())
	c.End()
	return f
}

// restoreFunc: void restore(ptr tape, ptr list, ptr top, ptr end, ptr chunk) undoes
// what happened to a tape since it was copied. A tape that was empty keeps the
// chunk that it has got.
func (rt *Runtime) restoreFunc() *ir.Function {
	const name = tapePrefix + "restore"
	if f := rt.Made(name); f != nil {
		return f
	}
	m := rt.M
	f, _ := rt.Fn(name, ir.Void, m.Ptr(), m.Ptr(), m.Ptr(), m.Ptr(), m.Ptr())
	rt.Helper(name, f)
	c := structured.New(f)
	null := ir.Zero(m.Ptr())
	c.If(c.ICmp(ir.NE, f.Params[4], null), func() {
		for k, v := range f.Params[2:] {
			c.Put(v, f.Params[0], int64(8*k))
		}
	})
	list := c.NewVar(f.Params[1])
	c.While(func() ir.Value { return c.ICmp(ir.NE, list.Get(), null) }, func(func()) {
		e := list.Get()
		at := c.Ptr(e, savedChunk)
		added := c.NewVar(c.Ptr(at, chunkNext))
		c.While(func() ir.Value { return c.ICmp(ir.NE, added.Get(), null) }, func(func()) {
			a := added.Get()
			added.Set(c.Ptr(a, chunkNext))
			c.CallFunc(rt.Free(), a)
		})
		c.MemCpy(at, c.At(e, savedData), c.Word(e, savedUsed))
		list.Set(c.Ptr(e, savedNext))
		c.CallFunc(rt.Free(), e)
	})
	c.Return(nil)
	c.End()
	return f
}
