package reverse

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

// Keep is like Reverse, but leaves the tape for another sweep.
func (sp *Split) Keep() *ir.Function {
	if sp.keep != nil {
		return sp.keep
	}
	rt := sp.env.runtime()
	sp.keep = sp.half("keep.", func(b *ir.Builder, tape ir.Value, sweep func() ir.Value) ir.Value {
		saved := rt.save(b, tape)
		grads := sweep()
		rt.restore(b, tape, saved)
		return grads
	})
	return sp.keep
}

// savedTape is what restore must know.
type savedTape struct {
	handle [3]ir.Value
	list   ir.Value
}

// save copies a tape, restore undoes what happened to it since.
func (rt *runtime) save(b *ir.Builder, tape ir.Value) savedTape {
	var s savedTape
	for k := range s.handle {
		s.handle[k] = rt.load(b, rt.m.Ptr(), tape, int64(8*k))
	}
	s.list = b.CallFunc(rt.copyFunc(), tape)
	return s
}

func (rt *runtime) restore(b *ir.Builder, tape ir.Value, s savedTape) {
	b.CallFunc(rt.restoreFunc(), tape, s.list, s.handle[0], s.handle[1], s.handle[2])
}

// bytesUsed writes the computation of how many bytes are on a tape.
func bytesUsed(c *structured.Code, tape ir.Value) ir.Value {
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
func (rt *runtime) copyFunc() *ir.Function {
	const name = tapePrefix + "copy"
	if f := rt.made(name); f != nil {
		return f
	}
	m := rt.m
	f, _ := rt.fn(name, m.Ptr(), m.Ptr())
	rt.helper(name, f)
	c := structured.New(f)
	null := ir.Zero(m.Ptr())
	list := c.NewVar(null)
	top, chunk := c.NewVar(c.Ptr(f.Params[0], tapeTop)), c.NewVar(c.Ptr(f.Params[0], tapeChunk))
	c.While(func() ir.Value { return c.ICmp(ir.NE, chunk.Get(), null) }, func(func()) {
		at := chunk.Get()
		used := c.Sub(c.Cast(ir.PtrToInt, top.Get(), ir.I64), c.Cast(ir.PtrToInt, at, ir.I64))
		e := c.CallFunc(rt.malloc(), c.Add(used, i64(savedData)))
		rt.orAbort(c.Builder, e)
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
func (rt *runtime) restoreFunc() *ir.Function {
	const name = tapePrefix + "restore"
	if f := rt.made(name); f != nil {
		return f
	}
	m := rt.m
	f, _ := rt.fn(name, ir.Void, m.Ptr(), m.Ptr(), m.Ptr(), m.Ptr(), m.Ptr())
	rt.helper(name, f)
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
			c.CallFunc(rt.free(), a)
		})
		c.MemCpy(at, c.At(e, savedData), c.Word(e, savedUsed))
		list.Set(c.Ptr(e, savedNext))
		c.CallFunc(rt.free(), e)
	})
	c.Return(nil)
	c.End()
	return f
}
