package forward

import (
	"fmt"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// standIn gives a function that cannot be differentiated a body that says why
// and ends the program. Where it is called by name the whole request fails;
// where only its address is taken (a table of functions, a virtual method)
// whether it is ever called is not known, and silence is no option.
func (env *Env) standIn(t *tangent) {
	t.fn.Blocks, t.fn.IsDecl = nil, false
	t.calls = nil
	b := ir.NewBuilder(t.fn.NewBlock("entry"))
	env.stop(b, "the tangent function of "+t.of.Name+" was called, which could not be made: "+t.err.Error())
	b.Unreachable()
}

// stopIf ends the program, saying why, where what is assumed at i is found not
// to hold at run time.
func (s *synth) stopIf(c ir.Value, i *ir.Instr, why string) {
	s.branch(c, func() []ir.Value {
		s.env.stop(s.b, s.diagnose(i, CodeUnknown, "%s", why).Error())
		return nil
	}, func() []ir.Value { return nil })
}

// stop writes a call that prints a message and aborts.
func (env *Env) stop(b *ir.Builder, why string) {
	m := env.M
	text := "llad: " + why
	typ := m.Types.Array(ir.I8, int64(len(text)+1))
	msg := m.AddGlobal(m.FreshSymbol("llad.message"), "internal", "constant", typ,
		&ir.Const{Kind: ir.ConstString, Typ: typ, Text: cString(text)})
	b.CallFunc(env.stopper(), msg)
}

// stopper is a function void (ptr) that prints a message and aborts.
func (env *Env) stopper() *ir.Function {
	m := env.M
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
