package activity

import (
	"fmt"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Stop writes a call that prints a message and aborts, for what can only be
// found wrong at run time.
func Stop(b *ir.Builder, why string) {
	m := b.Module()
	text := "llad: " + why
	typ := m.Types.Array(ir.I8, int64(len(text)+1))
	msg := m.AddGlobal(m.FreshSymbol("llad.message"), "internal", "constant", typ,
		&ir.Const{Kind: ir.ConstString, Typ: typ, Text: cString(text)})
	b.CallFunc(stopper(m), msg)
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
