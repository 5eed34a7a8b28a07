package tape

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// Fresh pages cost more than the arithmetic of a sweep, so the chunks of a
// finished sweep stay with the thread, in a variable
//
//	0 first  the chunks that the last sweep left, linked through next
//	8 state  0; heldWatched: the thread's end will free them; heldOver: it has come
//	16 bytes of all chunks and blocks
//	24 blocks memory of other kinds that sweeps have left, see freelist.go
//	32 pin    a block near the top of the heap, see pin.go
//
// In the first chunk of those that one sweep left, prev leads to the first of an
// earlier one and below has the bytes of all that are linked to it through next: leaving
// and taking them costs nothing for what was left before. A sweep takes what the last one left,
// and more when that is used up; one that runs inside of another, or on
// another stack of the same thread, never meets what that has taken. The variable, the limit
// and the release function have the same name in every module, and the linker
// keeps one of each; the number is that of the layout.
//
// What belongs to one kind of storage has names of its own, see Storage.
const (
	sharedPrefix = tapePrefix + "3." // of what all modules have in common

	heldName    = "held"
	takeName    = "take"
	keepName    = "keep"
	dropName    = "drop"
	ReleaseName = "llad_tape_release" // frees what the calling thread holds

	heldFirst, heldState, heldBytes, heldBlocks, heldPin = 0, 8, 16, 24, 32
	heldWatched, heldOver                                = 1, 2
)

// shared gives the function of that name, which an earlier run may have left in
// the module, or writes it.
func (rt *Runtime) shared(name string, ret *ir.Type, params []*ir.Type, body func(c *structured.Code, p []*ir.Param)) *ir.Function {
	if f := rt.M.Func(name); f != nil && !f.IsDecl {
		return f
	} else if f != nil {
		rt.M.Remove(f) // a program that names it declares it
	}
	f, _ := rt.Fn(name, ret, params...)
	f.Suffix = "noinline nounwind"
	c := structured.New(f)
	body(c, f.Params)
	c.End()
	return f
}

// held is the variable with the chunks that the thread keeps, or the program.
func (rt *Runtime) held() ir.Value {
	m := rt.M
	name := rt.stored(heldName)
	g := m.Global(name)
	if g == nil {
		t := m.Struct(m.Ptr(), ir.I64, ir.I64, m.Ptr(), m.Ptr())
		g = m.AddGlobal(name, rt.storage.Linkage("linkonce_odr"), "global", t, ir.Zero(t))
		g.Suffix = "align 8"
	}
	return g
}

// takeFunc: ptr take() gives the chunks that a sweep has left, which the thread then no longer
// holds; null for none.
func (rt *Runtime) takeFunc() *ir.Function {
	defer rt.releaseFunc()
	return rt.shared(rt.stored(takeName), rt.M.Ptr(), nil, func(c *structured.Code, _ []*ir.Param) {
		if rt.storage.Global {
			c.Return(rt.exchange(c, ir.Zero(rt.M.Ptr())))
			return
		}
		first := c.Ptr(rt.held(), heldFirst)
		c.If(c.ICmp(ir.EQ, first, ir.Zero(rt.M.Ptr())), func() { c.Return(first) })
		c.Put(c.Ptr(first, chunkPrev), rt.held(), heldFirst)
		c.Put(c.Sub(c.Word(rt.held(), heldBytes), c.Word(first, chunkBelow)), rt.held(), heldBytes)
		c.Return(first)
	})
}

// keepFunc: void keep(ptr chunk) gives a chunk and those above it to the
// thread, as far as the limit allows.
func (rt *Runtime) keepFunc() *ir.Function {
	return rt.shared(rt.stored(keepName), ir.Void, []*ir.Type{rt.M.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		first := p[0]
		if rt.storage.Global {
			rt.keepGlobal(c, first)
			return
		}
		state := c.Word(rt.held(), heldState)
		c.If(c.ICmp(ir.EQ, state, i64(heldOver)), func() {
			c.CallFunc(rt.dropFunc(), first)
			c.Return(nil)
		})
		rt.watchEnd(c.Builder, state)
		before := c.Word(rt.held(), heldBytes)
		bytes := rt.dropBeyond(c, first, before)
		c.Put(c.Ptr(rt.held(), heldFirst), first, chunkPrev)
		c.Put(bytes.Get(), first, chunkBelow)
		c.Put(first, rt.held(), heldFirst)
		c.Put(c.Add(before, bytes.Get()), rt.held(), heldBytes)
		c.Return(nil)
	})
}

// dropBeyond frees those of the chunks from first on with which more bytes than the limit would be
// held, and returns from the function when that leaves none. It gives the bytes of the others.
func (rt *Runtime) dropBeyond(c *structured.Code, first, held ir.Value) structured.Var {
	null := ir.Zero(rt.M.Ptr())
	last, chunk, bytes := c.NewVar(null), c.NewVar(first), c.NewVar(i64(0))
	c.While(func() ir.Value { return c.ICmp(ir.NE, chunk.Get(), null) }, func(leave func()) {
		more := c.Add(bytes.Get(), c.Word(chunk.Get(), chunkSize))
		c.If(c.CallFunc(rt.exceedsFunc(), c.Add(held, more)), func() {
			c.CallFunc(rt.dropFunc(), chunk.Get())
			c.If(c.ICmp(ir.EQ, last.Get(), null), func() { c.Return(nil) })
			c.Put(null, last.Get(), chunkNext)
			leave()
		})
		bytes.Set(more)
		last.Set(chunk.Get())
		chunk.Set(c.Ptr(chunk.Get(), chunkNext))
	})
	return bytes
}

// dropFunc: void drop(ptr chunk) frees a chunk and those above it. Derivatives of derivatives have it inside of
// them: it has no variables.
func (rt *Runtime) dropFunc() *ir.Function {
	m := rt.M
	if f := m.Func(rt.stored(dropName)); f != nil && !f.IsDecl {
		return f
	}
	f, b := rt.Fn(rt.stored(dropName), ir.Void, m.Ptr())
	entry := b.B
	loop, chunk, done := f.NewBlock("loop"), f.NewBlock("chunk"), f.NewBlock("done")
	b.Br(loop)
	b.AtEnd(loop)
	c := b.Phi(m.Ptr())
	b.CondBr(b.ICmp(ir.EQ, c, ir.Zero(m.Ptr())), done, chunk)
	b.AtEnd(chunk)
	next := rt.Load(b, m.Ptr(), c, chunkNext)
	b.CallFunc(rt.Free(), c)
	b.Br(loop)
	c.AddIncoming(f.Params[0], entry)
	c.AddIncoming(next, chunk)
	b.AtEnd(done)
	b.Ret(nil)
	return f
}

// releaseFunc: void llad_tape_release() frees what the calling thread holds. A
// program that calls it in this module has declared it.
func (rt *Runtime) releaseFunc() {
	m := rt.M
	t := m.FuncType(ir.Void)
	if f := m.Func(ReleaseName); f != nil {
		if !f.IsDecl || m.Typed && !ir.Same(f.Typ, t) {
			return
		}
		m.Remove(f)
	}
	f := m.AddFunc(ReleaseName, t)
	f.Prefix, f.Suffix, f.IsDecl = "weak_odr", "nounwind", false
	f.NewBlock("entry")
	c := structured.New(f)
	rt.releaseAll(c)
	c.Return(nil)
	c.End()
}

// releaseAll frees what the calling thread holds.
func (rt *Runtime) releaseAll(c *structured.Code) {
	c.Forever(func(leave func()) {
		chunks := c.CallFunc(rt.takeFunc())
		c.If(c.ICmp(ir.EQ, chunks, ir.Zero(rt.M.Ptr())), leave)
		c.CallFunc(rt.dropFunc(), chunks)
	})
	if !rt.storage.Global {
		free := freeBlocks{c, rt.held()}
		c.While(free.some, func(func()) { c.CallFunc(rt.Free(), free.take(free.list())) })
		c.CallFunc(rt.Free(), c.Ptr(rt.held(), heldPin))
		c.Put(ir.Zero(rt.M.Ptr()), rt.held(), heldPin)
	}
}

// HoldsTape reports whether f deals with what threads keep between
// sweeps; such functions are not to be inlined before OwnTape.
func HoldsTape(f *ir.Function) bool {
	switch what, _ := unstored(f.Name); what {
	case takeName, keepName, allocateName, deallocateName, pinName:
		return true
	}
	return false
}

// OwnTape makes f, a copy of a generated function that is to be differentiated
// in its turn, take the chunks of its tape and other blocks from malloc and free them: those
// that a thread keeps have no derivatives to go with them.
func OwnTape(f *ir.Function) {
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			callee := i.CalledFunc()
			if i.Op != ir.Call || callee == nil {
				continue
			}
			what, storage := unstored(callee.Name)
			if what == "" {
				continue
			}
			rt := &Runtime{M: f.Module, storage: storage}
			var own ir.Value
			bd := ir.NewBuilder(b)
			bd.Before(i)
			switch what {
			case takeName:
				own = ir.Zero(i.Typ)
			case keepName:
				own = bd.CallFunc(rt.dropFunc(), i.Arg(0))
			case allocateName:
				own = bd.CallFunc(rt.Malloc(), i.Arg(0))
			case deallocateName:
				own = bd.CallFunc(rt.Free(), i.Arg(0))
			case pinName:
			default:
				continue
			}
			if own != nil {
				ir.ReplaceAllUses(i, own)
			}
			i.Erase()
		}
	}
}
