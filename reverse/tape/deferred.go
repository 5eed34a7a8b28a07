package tape

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// DeferFunc: void put(ptr tape, ptr deallocator, ptr p, i64 a, i64 b) puts off
// deallocator(p, a, b) to the end of the sweep.
func (rt *Runtime) DeferFunc() *ir.Function {
	if rt.put != nil {
		return rt.put
	}
	m := rt.M
	f, b := rt.Fn("llad.tape.put", ir.Void, m.Ptr(), m.Ptr(), m.Ptr(), ir.I64, ir.I64)
	rt.put = f
	t := f.Params[0]
	realloc := m.Declare("realloc", m.FuncType(m.Ptr(), m.Ptr(), ir.I64))
	n := rt.Load(b, ir.I64, t, tapeNEnds)
	room := rt.Load(b, ir.I64, t, tapeCapEnds)
	arr := rt.Load(b, m.Ptr(), t, tapeEnds)
	entry := b.B
	grow, add := f.NewBlock("grow"), f.NewBlock("add")
	b.CondBr(b.ICmp(ir.EQ, n, room), grow, add)
	b.AtEnd(grow)
	room2 := b.Add(b.Binary(ir.Shl, room, i64(1)), i64(16))
	arr2 := b.CallFunc(realloc, arr, b.Mul(room2, i64(endSize)))
	rt.OrAbort(b, arr2)
	grown := b.B
	rt.Store(b, room2, t, tapeCapEnds)
	rt.Store(b, arr2, t, tapeEnds)
	b.Br(add)
	b.AtEnd(add)
	a := b.Phi(m.Ptr())
	a.AddIncoming(arr, entry)
	a.AddIncoming(arr2, grown)
	at := b.Offset(a, b.Mul(n, i64(endSize)))
	for k, v := range f.Params[1:] {
		rt.Store(b, v, at, int64(8*k))
	}
	rt.Store(b, b.Add(n, i64(1)), t, tapeNEnds)
	b.Ret(nil)
	return f
}

// TakeBack takes back that the end of p was put off, if nothing was put off since, and
// frees p; otherwise its entry stays.
func TakeBack(c *structured.Code, tape, p ir.Value) {
	n := c.Word(tape, tapeNEnds)
	c.If(c.ICmp(ir.NE, n, i64(0)), func() {
		last := c.Sub(n, i64(1))
		entry := c.Offset(c.Ptr(tape, tapeEnds), c.Mul(last, i64(endSize)))
		c.If(c.ICmp(ir.EQ, c.Ptr(entry, 8), p), func() {
			c.Put(last, tape, tapeNEnds)
			m := c.Module()
			c.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), p)
		})
	})
}

// runEnds ends, last one first, the memory that was put off.
func (rt *Runtime) runEnds(b *ir.Builder, t ir.Value) {
	m, f := rt.M, b.F
	dealloc := m.FuncType(ir.Void, m.Ptr(), ir.I64, ir.I64)
	some, ends, end, out := f.NewBlock("some"), f.NewBlock("ends"), f.NewBlock("end"), f.NewBlock("out")
	total := rt.Load(b, ir.I64, t, tapeNEnds)
	b.CondBr(b.ICmp(ir.EQ, total, i64(0)), out, some)
	b.AtEnd(some)
	arr := rt.Load(b, m.Ptr(), t, tapeEnds)
	b.CallFunc(rt.pinFunc(), arr, total)
	b.Br(end)
	b.AtEnd(end)
	n := b.Phi(ir.I64)
	k := b.Sub(n, i64(1))
	at := b.Offset(arr, b.Mul(k, i64(endSize)))
	fn := rt.Load(b, m.Ptr(), at, 0)
	b.Call(dealloc, fn, rt.Load(b, m.Ptr(), at, 8), rt.Load(b, ir.I64, at, 16), rt.Load(b, ir.I64, at, 24))
	n.AddIncoming(total, some)
	n.AddIncoming(k, end)
	b.CondBr(b.ICmp(ir.EQ, k, i64(0)), ends, end)
	b.AtEnd(ends)
	b.CallFunc(rt.Free(), arr)
	b.Br(out)
	b.AtEnd(out)
}

// EndFunc: void end(ptr p, i64 a, i64 b) ends the memory at p, unless null, by
// calling f with p as argument ptrArg and, as arguments args, a and b.
func (rt *Runtime) EndFunc(f *ir.Function, ptrArg int, args []int) *ir.Function {
	name := ir.PrependName("llad.end.", f.Name)
	if g := rt.Made(name); g != nil {
		return g
	}
	m := rt.M
	g, b := rt.Fn(name, ir.Void, m.Ptr(), ir.I64, ir.I64)
	rt.Helper(name, g)
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
