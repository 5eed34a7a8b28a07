package transport

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// thrown are the functions that find the shadow of an exception: a list of those that a
// thread has thrown, newest first, each { next, object, size, shadow }.
type thrown struct {
	list      *ir.Global
	add, find *ir.Function
	active    *ir.Function // nil until it is asked for
}

const thrownSize = 32

// traceThrow traces what makes an exception and what gives one that is caught.
func traceThrow(x *body, i *ir.Instr, f *ir.Function) bool {
	switch strings.Trim(f.Name, `"`) {
	case "__cxa_allocate_exception":
		x.setWord(i, x.b.CallFunc(x.t.exceptions().add, i, x.b.Cast(ir.ZExt, i.Arg(0), ir.I64)))
	case "__cxa_begin_catch", "__cxa_get_exception_ptr":
		x.setWord(i, x.b.CallFunc(x.t.exceptions().find, i))
	case "__cxa_throw":
		replaceDestructor(x, i)
	default:
		return false
	}
	return true
}

// replaceDestructor has the runtime library end an exception by a function that ends its shadow too.
func replaceDestructor(x *body, i *ir.Instr) {
	d, ok := ir.AliasTarget(i.Arg(2)).(*ir.Function)
	if !ok || d.IsDecl || len(d.Typ.Fields) != 1 {
		return
	}
	name := edit.Suffixed(d.Name, x.t.run.prefix[len("llad"):]+"ends")
	w := x.t.m.Func(name)
	if w == nil {
		w = x.t.m.AddFunc(name, d.Typ)
		w.Prefix, w.IsDecl = "internal", false
		b := ir.NewBuilder(w.NewBlock("entry"))
		object := w.Params[0]
		shadow := b.CallFunc(x.t.exceptions().find, b.Cast(ir.BitCast, object, x.t.m.Ptr()))
		b.CallFunc(x.t.form(d, true).fn, object, b.Cast(ir.BitCast, shadow, object.Typ))
		b.Ret(nil)
	}
	i.SetArg(2, x.b.Cast(ir.BitCast, w, i.Arg(2).Type()))
}

// exceptions makes the functions when they are first asked for.
func (t *Trace) exceptions() *thrown {
	if t.thrown != nil {
		return t.thrown
	}
	m := t.m
	th := &thrown{list: m.AddGlobal(t.run.prefix+"thrown", "internal thread_local", "global", m.Ptr(), ir.Zero(m.Ptr()))}
	t.thrown = th
	at := func(b *ir.Builder, p ir.Value, off int64, typ *ir.Type) ir.Value {
		return b.Cast(ir.BitCast, b.Offset(p, ir.NewInt(ir.I64, off)), m.PtrTo(typ))
	}
	calloc := m.Declare("calloc", m.FuncType(m.Ptr(), ir.I64, ir.I64))

	th.add = m.AddFunc(t.run.prefix+"throw", m.FuncType(m.Ptr(), m.Ptr(), ir.I64))
	th.add.Prefix, th.add.Suffix, th.add.IsDecl = "internal", "nounwind", false
	b := ir.NewBuilder(th.add.NewBlock("entry"))
	object, size := th.add.Params[0], th.add.Params[1]
	node := b.CallFunc(calloc, ir.NewInt(ir.I64, 1), b.Add(size, ir.NewInt(ir.I64, thrownSize)))
	shadow := b.Offset(node, ir.NewInt(ir.I64, thrownSize))
	b.Store(b.Load(m.Ptr(), th.list, 8), at(b, node, 0, m.Ptr()), 8)
	b.Store(object, at(b, node, 8, m.Ptr()), 8)
	b.Store(size, at(b, node, 16, ir.I64), 8)
	b.Store(node, th.list, 8)
	b.Ret(shadow)

	th.find = m.AddFunc(t.run.prefix+"caught", m.FuncType(m.Ptr(), m.Ptr()))
	th.find.Prefix, th.find.Suffix, th.find.IsDecl = "internal", "nounwind", false
	entry, loop, look, next := th.find.NewBlock("entry"), th.find.NewBlock("loop"), th.find.NewBlock("look"), th.find.NewBlock("next")
	none, found := th.find.NewBlock("none"), th.find.NewBlock("found")
	b.AtEnd(entry)
	first := b.Load(m.Ptr(), th.list, 8)
	b.Br(loop)
	b.AtEnd(loop)
	n := b.Phi(m.Ptr())
	n.AddIncoming(first, entry)
	b.CondBr(b.ICmp(ir.EQ, n, ir.Zero(m.Ptr())), none, look)
	b.AtEnd(look)
	from := b.Cast(ir.PtrToInt, b.Load(m.Ptr(), at(b, n, 8, m.Ptr()), 8), ir.I64)
	off := b.Sub(b.Cast(ir.PtrToInt, th.find.Params[0], ir.I64), from)
	b.CondBr(b.ICmp(ir.ULT, off, b.Load(ir.I64, at(b, n, 16, ir.I64), 8)), found, next)
	b.AtEnd(next)
	n.AddIncoming(b.Load(m.Ptr(), at(b, n, 0, m.Ptr()), 8), next)
	b.Br(loop)
	b.AtEnd(none)
	b.Ret(ir.Zero(m.Ptr()))
	b.AtEnd(found)
	b.Ret(b.Offset(n, b.Add(off, ir.NewInt(ir.I64, thrownSize))))
	return th
}

// forget ends the list of exceptions, at the end of a sweep.
func (t *Trace) forget(b *ir.Builder) {
	if t.thrown == nil {
		return
	}
	m := t.m
	f := m.AddFunc(t.run.prefix+"forget", m.FuncType(ir.Void))
	f.Prefix, f.Suffix, f.IsDecl = "internal", "nounwind", false
	entry, loop, one, done := f.NewBlock("entry"), f.NewBlock("loop"), f.NewBlock("one"), f.NewBlock("done")
	in := ir.NewBuilder(entry)
	first := in.Load(m.Ptr(), t.thrown.list, 8)
	in.Store(ir.Zero(m.Ptr()), t.thrown.list, 8)
	in.Br(loop)
	in.AtEnd(loop)
	n := in.Phi(m.Ptr())
	n.AddIncoming(first, entry)
	in.CondBr(in.ICmp(ir.EQ, n, ir.Zero(m.Ptr())), done, one)
	in.AtEnd(one)
	next := in.Load(m.Ptr(), in.Cast(ir.BitCast, n, m.PtrTo(m.Ptr())), 8)
	in.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), n)
	n.AddIncoming(next, one)
	in.Br(loop)
	in.AtEnd(done)
	in.Ret(nil)
	b.CallFunc(f)
}

// activeShadow is a function i64 (ptr shadow): zero where that is the shadow of an exception
// that holds nothing with a derivative, else the address. What a library function finds out
// about such an exception, as the text of its message, has no derivative.
func (t *Trace) activeShadow() *ir.Function {
	th, m := t.exceptions(), t.m
	if th.active != nil {
		return th.active
	}
	f := m.AddFunc(t.run.prefix+"active", m.FuncType(ir.I64, m.Ptr()))
	f.Prefix, f.Suffix, f.IsDecl = "internal", "nounwind", false
	th.active = f
	entry, loop, look, next := f.NewBlock("entry"), f.NewBlock("loop"), f.NewBlock("look"), f.NewBlock("next")
	bytes, one, some, none := f.NewBlock("bytes"), f.NewBlock("one"), f.NewBlock("some"), f.NewBlock("none")
	zero := ir.NewInt(ir.I64, 0)
	b := ir.NewBuilder(entry)
	first := b.Load(m.Ptr(), th.list, 8)
	shadow := b.Cast(ir.PtrToInt, f.Params[0], ir.I64)
	b.Br(loop)
	b.AtEnd(loop)
	n := b.Phi(m.Ptr())
	n.AddIncoming(first, entry)
	b.CondBr(b.ICmp(ir.EQ, n, ir.Zero(m.Ptr())), some, look)
	b.AtEnd(look)
	field := func(off int64, typ *ir.Type) ir.Value {
		return b.Load(typ, b.Cast(ir.BitCast, b.Offset(n, ir.NewInt(ir.I64, off)), m.PtrTo(typ)), 8)
	}
	begin := b.Offset(n, ir.NewInt(ir.I64, thrownSize))
	size := field(16, ir.I64)
	b.CondBr(b.ICmp(ir.ULT, b.Sub(shadow, b.Cast(ir.PtrToInt, begin, ir.I64)), size), bytes, next)
	b.AtEnd(next)
	n.AddIncoming(field(0, m.Ptr()), next)
	b.Br(loop)
	b.AtEnd(bytes)
	k := b.Phi(ir.I64)
	k.AddIncoming(zero, look)
	b.CondBr(b.ICmp(ir.EQ, k, size), none, one)
	b.AtEnd(one)
	v := b.Load(ir.I8, b.Cast(ir.BitCast, b.Offset(begin, k), m.PtrTo(ir.I8)), 1)
	k.AddIncoming(b.Add(k, ir.NewInt(ir.I64, 1)), one)
	b.CondBr(b.ICmp(ir.EQ, v, ir.NewInt(ir.I8, 0)), bytes, some)
	b.AtEnd(some)
	b.Ret(shadow)
	b.AtEnd(none)
	b.Ret(zero)
	return f
}
