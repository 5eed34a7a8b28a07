package reverse

import "github.com/llad-ad/llad/ir"

// moveFunc: void move(ptr src, ptr dst, i64 bytes, i1 to) adds the floats of
// type t at dst to those at src (when to) and clears them at dst. The two may
// overlap when overlap is set: then each element of dst is read before the
// element of src in its place is added to.
func (rt *runtime) moveFunc(t *ir.Type, overlap bool) *ir.Function {
	m := rt.m
	name := "llad.move." + m.Mangle(t)
	if overlap {
		name += ".overlap"
	}
	if f := rt.helpers[name]; f != nil {
		return f
	}
	f, b := rt.fn(name, ir.Void, m.Ptr(), m.Ptr(), ir.I64, ir.I1)
	rt.helper(name, f)
	src, dst, to := f.Params[0], f.Params[1], f.Params[3]
	size := m.Layout.AllocSize(t)
	n := b.Binary(ir.UDiv, f.Params[2], i64(size))
	var up ir.Value
	if overlap {
		up = b.ICmp(ir.UGT, dst, src)
	}
	entry := b.B
	loop, body, adds, next, done := f.NewBlock("loop"), f.NewBlock("body"), f.NewBlock("adds"), f.NewBlock("next"), f.NewBlock("done")
	b.Br(loop)
	b.AtEnd(loop)
	k := b.Phi(ir.I64)
	b.CondBr(b.ICmp(ir.ULT, k, n), body, done)
	b.AtEnd(body)
	var at ir.Value = k
	if overlap {
		at = b.Select(up, k, b.Sub(b.Sub(n, i64(1)), k))
	}
	p := b.GEP(t, dst, at)
	d := b.Load(t, p, 1)
	b.Store(ir.Zero(t), p, 1)
	b.CondBr(to, adds, next)
	b.AtEnd(adds)
	q := b.GEP(t, src, at)
	b.Store(b.FAdd(b.Load(t, q, 1), d), q, 1)
	b.Br(next)
	b.AtEnd(next)
	k1 := b.Add(k, i64(1))
	b.Br(loop)
	k.AddIncoming(i64(0), entry)
	k.AddIncoming(k1, next)
	b.AtEnd(done)
	b.Ret(nil)
	return f
}

// reallocFunc: { ptr, ptr, i64 } realloc(ptr tape, ptr p, ptr shadow, i64 bytes)
// gives new memory with the content of p, new zeroed shadow memory with the
// content of the old shadow, and how many bytes were moved. The old memory
// stays until the sweep ends.
func (rt *runtime) reallocFunc() *ir.Function {
	const name = "llad.realloc"
	if f := rt.helpers[name]; f != nil {
		return f
	}
	m := rt.m
	ret := m.Struct(m.Ptr(), m.Ptr(), ir.I64)
	f, b := rt.fn(name, ret, m.Ptr(), m.Ptr(), m.Ptr(), ir.I64)
	rt.helper(name, f)
	t, p, dp, n := f.Params[0], f.Params[1], f.Params[2], f.Params[3]
	null := ir.Zero(m.Ptr())
	malloc := m.Declare("malloc", m.FuncType(m.Ptr(), ir.I64))
	calloc := m.Declare("calloc", m.FuncType(m.Ptr(), ir.I64, ir.I64))
	usable := m.Declare("malloc_usable_size", m.FuncType(ir.I64, m.Ptr()))
	free := m.Declare("free", m.FuncType(ir.Void, m.Ptr()))
	entry := b.B
	q := b.CallFunc(malloc, n)
	dq := b.CallFunc(calloc, i64(1), n)
	old, out := f.NewBlock("old"), f.NewBlock("out")
	b.CondBr(b.ICmp(ir.EQ, p, null), out, old)
	b.AtEnd(old)
	have := b.CallFunc(usable, p)
	moved := b.Select(b.ICmp(ir.ULT, have, n), have, n)
	b.MemCpy(q, p, moved)
	b.MemCpy(dq, dp, moved)
	b.CallFunc(rt.putFunc(), t, free, p)
	own, both := f.NewBlock("own"), f.NewBlock("both")
	b.CondBr(b.ICmp(ir.EQ, p, dp), own, both)
	b.AtEnd(both)
	b.CallFunc(rt.putFunc(), t, free, dp)
	b.Br(own)
	b.AtEnd(own)
	b.Br(out)
	b.AtEnd(out)
	bytes := b.Phi(ir.I64)
	bytes.AddIncoming(i64(0), entry)
	bytes.AddIncoming(moved, own)
	b.Ret(b.InsertValue(b.InsertValue(b.InsertValue(ir.Undef(ret), q, 0), dq, 1), bytes, 2))
	return f
}

func (rt *runtime) helper(name string, f *ir.Function) {
	if rt.helpers == nil {
		rt.helpers = map[string]*ir.Function{}
	}
	rt.helpers[name] = f
}
