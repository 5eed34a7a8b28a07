package tape

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// watchEnd asks, once per thread, to be called at the thread's end, where the
// system has a call for that which needs no library: else what an ended thread
// held is lost. So it is where a collector is told of the chunks, which ends before the first thread does.
func (rt *Runtime) watchEnd(b *ir.Builder, state ir.Value) {
	m := rt.M
	call := ""
	switch t := m.Triple; {
	case rt.storage.Told:
		return
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
	f, _ := rt.Fn("llad.tape.end", ir.Void, rt.M.Ptr())
	c := structured.New(f)
	c.Put(i64(heldOver), rt.held(), heldState)
	rt.releaseAll(c)
	c.Return(nil)
	c.End()
	return f
}
