package tape

import "github.com/llad-ad/llad/ir"

// toldMalloc gives memory of the C library in which D's collector of garbage looks for addresses.
func (rt *Runtime) toldMalloc() *ir.Function {
	const name = "llad.tape.malloc"
	m := rt.M
	if f := rt.Made(name); f != nil {
		return f
	}
	f, b := rt.Fn(name, m.Ptr(), ir.I64)
	rt.Helper(name, f)
	p := b.CallFunc(m.Declare("malloc", m.FuncType(m.Ptr(), ir.I64)), f.Params[0])
	rt.OrAbort(b, p)
	b.CallFunc(m.Declare("gc_addRange", m.FuncType(ir.Void, m.Ptr(), ir.I64, m.Ptr())), p, f.Params[0], ir.Zero(m.Ptr()))
	b.Ret(p)
	return f
}

// toldFree frees such memory.
func (rt *Runtime) toldFree() *ir.Function {
	const name = "llad.tape.free"
	m := rt.M
	if f := rt.Made(name); f != nil {
		return f
	}
	f, b := rt.Fn(name, ir.Void, m.Ptr())
	rt.Helper(name, f)
	b.CallFunc(m.Declare("gc_removeRange", m.FuncType(ir.Void, m.Ptr())), f.Params[0])
	b.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), f.Params[0])
	b.Ret(nil)
	return f
}
