package shadowrt

import (
	"fmt"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Stop writes a call that prints a message and aborts, for what can only be
// found wrong at run time.
func Stop(b *ir.Builder, why string) { StopWith(b, Message(b.Module(), why)) }

// Message is a new constant of the module that holds a message of llad's as a C string.
func Message(m *ir.Module, why string) *ir.Global {
	text := "llad: " + why
	typ := m.Types.Array(ir.I8, int64(len(text)+1))
	return m.AddGlobal(m.FreshSymbol("llad.message"), "internal", "constant", typ,
		&ir.Const{Kind: ir.ConstString, Typ: typ, Text: cString(text)})
}

// StopWith is Stop for the address of a message.
func StopWith(b *ir.Builder, message ir.Value) { b.CallFunc(stopper(b.Module()), message) }

// WordCheck is a function void (i64) of that name that ends the program with a message where
// a number does not pass. It is made once a module.
func WordCheck(m *ir.Module, name string, passes func(b *ir.Builder, word ir.Value) ir.Value, why string) *ir.Function {
	if f := m.Func(name); f != nil {
		return f
	}
	f := m.AddFunc(name, m.FuncType(ir.Void, ir.I64))
	f.Prefix, f.Suffix, f.IsDecl = "internal", "nounwind", false
	entry, stop, done := f.NewBlock("entry"), f.NewBlock("stop"), f.NewBlock("done")
	b := ir.NewBuilder(entry)
	b.CondBr(passes(b, f.Params[0]), done, stop)
	b.AtEnd(stop)
	Stop(b, why)
	b.Unreachable()
	b.AtEnd(done)
	b.Ret(nil)
	return f
}

// CodeCheck is a function void (ptr, ptr) that ends the program when the shadow
// of a function's address, through which a call is about to be made, is none: null,
// or the address itself.
func CodeCheck(m *ir.Module) *ir.Function {
	return pairCheck(m, "llad.check.code", true, NoCode)
}

// NoCode is the message where a call goes through a pointer that leads to no function
// with a shadow.
const NoCode = "a call through a pointer on active data: the function, or the memory that holds its address, has no shadow"

// CheckSettled writes a call that ends the program where a variable does not hold, at an
// offset, the address that the derivative was made for. Nothing else of the variable
// takes part: the load is the callee's.
func CheckSettled(b *ir.Builder, g *ir.Global, off int64, then ir.Value) {
	m := b.Module()
	c := m.AddFunc(m.FreshSymbol("llad.settled.check"), m.FuncType(ir.Void))
	c.Prefix, c.IsDecl = "internal", false
	entry, stop, done := c.NewBlock("entry"), c.NewBlock("stop"), c.NewBlock("done")
	at := ir.NewBuilder(entry)
	from := at.Offset(at.Cast(ir.BitCast, g, m.Ptr()), ir.NewInt(ir.I64, off))
	now := at.Load(then.Type(), at.Cast(ir.BitCast, from, m.PtrTo(then.Type())), 0)
	at.CondBr(at.ICmp(ir.EQ, now, then), done, stop)
	at.AtEnd(stop)
	Stop(at, fmt.Sprintf("error[%s]: variable '%s' no longer holds the address of code that it was initialised with, which a derivative was made for; call the function directly, or pass the pointer as dup", CodeIndirect, variableName(g)))
	at.Unreachable()
	at.AtEnd(done)
	at.Ret(nil)
	b.CallFunc(c)
}

// pairCheck is a function void (ptr, ptr) that ends the program when a pointer and
// its shadow are the same; pairs of null pass, unless code is what they lead to.
func pairCheck(m *ir.Module, name string, code bool, why string) *ir.Function {
	if c := m.Func(name); c != nil {
		return c
	}
	c := m.AddFunc(name, m.FuncType(ir.Void, m.Ptr(), m.Ptr()))
	c.Prefix, c.IsDecl = "internal", false
	entry, some, stop, done := c.NewBlock("entry"), c.NewBlock("some"), c.NewBlock("stop"), c.NewBlock("done")
	b := ir.NewBuilder(entry)
	null := done
	if code {
		null = stop
	}
	b.CondBr(b.ICmp(ir.EQ, c.Params[1], ir.Zero(m.Ptr())), null, some)
	b.AtEnd(some)
	b.CondBr(b.ICmp(ir.EQ, c.Params[0], c.Params[1]), stop, done)
	b.AtEnd(stop)
	Stop(b, why)
	b.Unreachable()
	b.AtEnd(done)
	b.Ret(nil)
	return c
}

// stopper is a function void (ptr) that prints a message and aborts.
func stopper(m *ir.Module) *ir.Function {
	if f := m.Func("llad.stop"); f != nil {
		return f
	}
	f := m.AddFunc("llad.stop", m.FuncType(ir.Void, m.Ptr()))
	f.Prefix, f.IsDecl = "internal", false
	b := ir.NewBuilder(f.NewBlock("entry"))
	b.CallFunc(m.Declare("puts", m.FuncType(ir.I32, m.Ptr())), f.Params[0])
	b.CallFunc(m.Declare("fflush", m.FuncType(ir.I32, m.Ptr())), ir.Zero(m.Ptr()))
	b.CallFunc(m.Declare("abort", m.FuncType(ir.Void)))
	b.Unreachable()
	return f
}

// cString spells a string constant with a zero at its end.
func cString(s string) string {
	var b strings.Builder
	b.WriteString(`c"`)
	for k := range len(s) {
		if c := s[k]; c >= ' ' && c < 0x7f && c != '"' && c != '\\' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "\\%02X", c)
		}
	}
	b.WriteString(`\00"`)
	return b.String()
}
