package tape

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Fresh pages cost more than the arithmetic of a sweep, so the chunks of a
// finished sweep stay with the thread, in a variable
//
//	0 chunks  linked through next
//	8 state   0; heldWatched: the thread's end will free them; heldOver: it has come
//
// A sweep takes them all, so that one that runs inside of another, or on
// another stack of the same thread, never meets them. The variable, the limit
// and the release function have the same name in every module, and the linker
// keeps one of each; the number is that of the layout.
const (
	heldName    = "llad.tape.1.held"
	takeName    = "llad.tape.1.take"
	keepName    = "llad.tape.1.keep"
	dropName    = "llad.tape.1.drop"
	limitName   = "llad_tape_limit"
	ReleaseName = "llad_tape_release" // frees what the calling thread holds

	heldChunks, heldState = 0, 8
	heldWatched, heldOver = 1, 2

	heldLimit = 512 << 20 // bytes a thread keeps, unless the program sets another
)

// shared gives the function of that name, which an earlier run may have left in
// the module, and a builder at its entry when it is still to be written.
func (rt *Runtime) shared(name string, ret *ir.Type, params ...*ir.Type) (*ir.Function, *ir.Builder) {
	if f := rt.M.Func(name); f != nil && !f.IsDecl {
		return f, nil
	} else if f != nil {
		rt.M.Remove(f) // a program that names it declares it
	}
	return rt.Fn(name, ret, params...)
}

// held is the variable with the thread's chunks.
func (rt *Runtime) held() ir.Value {
	m := rt.M
	g := m.Global(heldName)
	if g == nil {
		t := m.Struct(m.Ptr(), ir.I64)
		g = m.AddGlobal(heldName, "linkonce_odr thread_local", "global", t, ir.Zero(t))
		g.Suffix = "align 8"
	}
	return g
}

// takeFunc: ptr take() gives the chunks that the thread holds, which then holds
// none.
func (rt *Runtime) takeFunc() *ir.Function {
	f, b := rt.shared(takeName, rt.M.Ptr())
	if b == nil {
		return f
	}
	c := rt.Load(b, rt.M.Ptr(), rt.held(), heldChunks)
	rt.Store(b, ir.Zero(rt.M.Ptr()), rt.held(), heldChunks)
	b.Ret(c)
	rt.releaseFunc()
	return f
}

// keepFunc: void keep(ptr chunk) gives a chunk and those above it to the
// thread, as far as the limit allows.
func (rt *Runtime) keepFunc() *ir.Function {
	m := rt.M
	f, b := rt.shared(keepName, ir.Void, m.Ptr())
	if b == nil {
		return f
	}
	f.Suffix = "noinline nounwind"
	null := ir.Zero(m.Ptr())
	first := f.Params[0]
	block := f.NewBlock
	over, hold, find, link := block("over"), block("hold"), block("find"), block("link")
	count, add, all, most := block("count"), block("add"), block("all"), block("most")
	state := rt.Load(b, ir.I64, rt.held(), heldState)
	b.CondBr(b.ICmp(ir.EQ, state, i64(heldOver)), over, hold)
	b.AtEnd(over)
	b.CallFunc(rt.dropFunc(), first)
	b.Ret(nil)

	// Those that a sweep inside of this one has left go behind.
	b.AtEnd(hold)
	rt.watchEnd(b, state)
	older := rt.Load(b, m.Ptr(), rt.held(), heldChunks)
	limit := b.Load(ir.I64, rt.limit(), 8)
	from := b.B
	b.Br(find)
	b.AtEnd(find)
	last := b.Phi(m.Ptr())
	above := rt.Load(b, m.Ptr(), last, chunkNext)
	b.CondBr(b.ICmp(ir.EQ, above, null), link, find)
	last.AddIncoming(first, from)
	last.AddIncoming(above, find)
	b.AtEnd(link)
	rt.Store(b, older, last, chunkNext)
	b.Br(count)

	b.AtEnd(count)
	c, sum, below := b.Phi(m.Ptr()), b.Phi(ir.I64), b.Phi(m.Ptr())
	b.CondBr(b.ICmp(ir.EQ, c, null), all, add)
	b.AtEnd(add)
	next := rt.Load(b, m.Ptr(), c, chunkNext)
	total := b.Add(sum, rt.Load(b, ir.I64, c, chunkSize))
	b.CondBr(b.ICmp(ir.UGT, total, limit), most, count)
	c.AddIncoming(first, link)
	c.AddIncoming(next, add)
	sum.AddIncoming(i64(0), link)
	sum.AddIncoming(total, add)
	below.AddIncoming(null, link)
	below.AddIncoming(c, add)
	b.AtEnd(all)
	rt.Store(b, first, rt.held(), heldChunks)
	b.Ret(nil)

	b.AtEnd(most)
	b.CallFunc(rt.dropFunc(), c)
	some, none := block("some"), block("none")
	b.CondBr(b.ICmp(ir.EQ, below, null), none, some)
	b.AtEnd(some)
	rt.Store(b, null, below, chunkNext)
	b.Br(all)
	b.AtEnd(none)
	rt.Store(b, null, rt.held(), heldChunks)
	b.Ret(nil)
	return f
}

// limit is the variable with the number of bytes that a thread keeps.
func (rt *Runtime) limit() ir.Value {
	g := rt.M.Global(limitName)
	if g != nil && strings.Contains(g.Prefix, "external") { // a program that names it declares it
		rt.M.RemoveGlobal(g)
		g = nil
	}
	if g == nil {
		g = rt.M.AddGlobal(limitName, "weak_odr", "global", ir.I64, i64(heldLimit))
		g.Suffix = "align 8"
	}
	return g
}

// watchEnd asks, once per thread, to be called at the thread's end, where the
// system has a call for that which needs no library: else what an ended thread
// held is lost.
func (rt *Runtime) watchEnd(b *ir.Builder, state ir.Value) {
	m := rt.M
	call := ""
	switch t := m.Triple; {
	case strings.Contains(t, "linux"):
		call = "__cxa_thread_atexit_impl" // glibc; not in musl, hence weak
	case strings.Contains(t, "apple"):
		call = "_tlv_atexit"
	default:
		return
	}
	f := b.F
	ask, can, go_ := f.NewBlock("ask"), f.NewBlock("can"), f.NewBlock("go")
	b.CondBr(b.ICmp(ir.EQ, state, i64(0)), ask, go_)
	b.AtEnd(ask)
	rt.Store(b, i64(heldWatched), rt.held(), heldState)
	end := rt.endOfThread()
	null := ir.Zero(m.Ptr())
	if call == "_tlv_atexit" {
		at := m.Declare(call, m.FuncType(ir.Void, m.PtrTo(end.Typ), m.Ptr()))
		b.Br(can)
		b.AtEnd(can)
		b.CallFunc(at, end, null)
	} else {
		at := m.Declare(call, m.FuncType(ir.I32, m.PtrTo(end.Typ), m.Ptr(), m.Ptr()))
		if at.IsDecl && at.Prefix == "" {
			at.Prefix = "extern_weak"
		}
		b.CondBr(b.ICmp(ir.EQ, at, ir.Zero(at.Type())), go_, can)
		b.AtEnd(can)
		b.CallFunc(at, end, null, b.Cast(ir.BitCast, end, m.Ptr()))
	}
	b.Br(go_)
	b.AtEnd(go_)
}

// endOfThread: void end(ptr) releases the chunks for good.
func (rt *Runtime) endOfThread() *ir.Function {
	f, b := rt.Fn("llad.tape.end", ir.Void, rt.M.Ptr())
	rt.Store(b, i64(heldOver), rt.held(), heldState)
	b.CallFunc(rt.dropFunc(), b.CallFunc(rt.takeFunc()))
	b.Ret(nil)
	return f
}

// dropFunc: void drop(ptr chunk) frees a chunk and those above it.
func (rt *Runtime) dropFunc() *ir.Function {
	m := rt.M
	f, b := rt.shared(dropName, ir.Void, m.Ptr())
	if b == nil {
		return f
	}
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
	b := ir.NewBuilder(f.NewBlock("entry"))
	b.CallFunc(rt.dropFunc(), b.CallFunc(rt.takeFunc()))
	b.Ret(nil)
}

// HoldsTape reports whether f deals with the chunks that threads keep between
// sweeps; such functions are not to be inlined before OwnTape.
func HoldsTape(f *ir.Function) bool { return f.Name == takeName || f.Name == keepName }

// OwnTape makes f, a copy of a generated function that is to be differentiated
// in its turn, take the chunks of its tape from malloc and free them: those
// that a thread keeps have no derivatives to go with them.
func OwnTape(f *ir.Function) {
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			callee := i.CalledFunc()
			if i.Op != ir.Call || callee == nil {
				continue
			}
			switch callee.Name {
			case takeName:
				ir.ReplaceAllUses(i, ir.Zero(i.Typ))
				i.Erase()
			case keepName:
				rt := &Runtime{M: f.Module}
				bd := ir.NewBuilder(b)
				bd.Before(i)
				bd.CallFunc(rt.dropFunc(), i.Arg(0))
				i.Erase()
			}
		}
	}
}
