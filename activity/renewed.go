package activity

import "github.com/llad-ad/llad/ir"

// This file is about the addresses that library functions put into objects of types of their
// own (see rules.Known.Fills), as a string that grows gets one of its new characters. In
// shadow memory the address of the old ones would go on to be moved with the string, and would end with
// it once more.

// ownBuffer is the size of a string with the buffer for short texts in it.
const ownBuffer = 32

// Renew gives the function void (ptr, ptr) that puts the address at the begin of an object, the first
// argument, into its shadow, the second: the address of memory of the library's stands for itself, one in the
// object is one in the shadow.
func Renew(m *ir.Module) *ir.Function {
	const name = "llad.renew"
	if f := m.Func(name); f != nil {
		return f
	}
	p := m.Ptr()
	f := m.AddFunc(name, m.FuncType(ir.Void, p, p))
	f.Prefix, f.Suffix, f.IsDecl = "internal", "nounwind", false
	b := ir.NewBuilder(f.NewBlock("entry"))
	object, shadow := ir.Value(f.Params[0]), ir.Value(f.Params[1])
	at := b.Load(p, b.Cast(ir.BitCast, object, m.PtrTo(p)), 0)
	far := b.Sub(b.Cast(ir.PtrToInt, at, ir.I64), b.Cast(ir.PtrToInt, object, ir.I64))
	within := b.ICmp(ir.ULT, far, ir.NewInt(ir.I64, ownBuffer))
	moved := b.Select(within, b.Cast(ir.BitCast, b.Offset(shadow, far), p), at)
	b.Store(moved, b.Cast(ir.BitCast, shadow, m.PtrTo(p)), 0)
	b.Ret(nil)
	return f
}
