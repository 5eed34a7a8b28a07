package reverse

import "github.com/llad-ad/llad/ir"

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
	rt, m := sp.env.runtime(), sp.env.M
	sp.keep = sp.half("keep.", func(b *ir.Builder, tape ir.Value, sweep func() ir.Value) ir.Value {
		handle := make([]ir.Value, 3)
		for k := range handle {
			handle[k] = rt.load(b, m.Ptr(), tape, int64(8*k))
		}
		list := b.CallFunc(rt.copyFunc(), tape)
		grads := sweep()
		b.CallFunc(rt.restoreFunc(), tape, list, handle[0], handle[1], handle[2])
		return grads
	})
	return sp.keep
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
	c := newCode(f)
	null := ir.Zero(m.Ptr())
	list := c.newVar(null)
	top, chunk := c.newVar(c.ptr(f.Params[0], tapeTop)), c.newVar(c.ptr(f.Params[0], tapeChunk))
	c.while(func() ir.Value { return c.ICmp(ir.NE, chunk.get(), null) }, func(func()) {
		at := chunk.get()
		used := c.Sub(c.Cast(ir.PtrToInt, top.get(), ir.I64), c.Cast(ir.PtrToInt, at, ir.I64))
		e := c.CallFunc(rt.malloc(), c.Add(used, i64(savedData)))
		rt.orAbort(c.Builder, e)
		c.put(list.get(), e, savedNext)
		c.put(at, e, savedChunk)
		c.put(used, e, savedUsed)
		c.MemCpy(c.at(e, savedData), at, used)
		list.set(e)
		c.put(null, at, chunkNext)
		top.set(c.ptr(at, chunkBelow))
		chunk.set(c.ptr(at, chunkPrev))
	})
	c.ret(list.get())
	c.end()
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
	c := newCode(f)
	null := ir.Zero(m.Ptr())
	c.when(c.ICmp(ir.NE, f.Params[4], null), func() {
		for k, v := range f.Params[2:] {
			c.put(v, f.Params[0], int64(8*k))
		}
	})
	list := c.newVar(f.Params[1])
	c.while(func() ir.Value { return c.ICmp(ir.NE, list.get(), null) }, func(func()) {
		e := list.get()
		at := c.ptr(e, savedChunk)
		added := c.newVar(c.ptr(at, chunkNext))
		c.while(func() ir.Value { return c.ICmp(ir.NE, added.get(), null) }, func(func()) {
			a := added.get()
			added.set(c.ptr(a, chunkNext))
			c.CallFunc(rt.free(), a)
		})
		c.MemCpy(at, c.at(e, savedData), c.word(e, savedUsed))
		list.set(c.ptr(e, savedNext))
		c.CallFunc(rt.free(), e)
	})
	c.ret(nil)
	c.end()
	return f
}
