package shadowrt

import (
	"strings"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// ShadowGlobal adds a variable for the derivatives of variable g: of g's type,
// zero, internal, in g's address space, thread-local and aligned as g is. Its name is g's with the
// suffix, and a number when that is taken: a derivative of a derivative needs a
// second one. Callers keep what they made, one for each request.
func ShadowGlobal(m *ir.Module, g *ir.Global, suffix string) *ir.Global {
	prefix := "internal"
	for _, a := range signature.SplitAttrs(g.Prefix) {
		if strings.HasPrefix(a, "thread_local") {
			prefix += " " + a
		}
	}
	keyword := "global"
	if g.IsConst() {
		keyword = "constant"
	}
	name := ir.AppendName(g.Name, suffix)
	s := m.AddGlobal(m.FreshSymbol(name), prefix, keyword, g.ValueType, ir.Zero(g.ValueType))
	s.AddrSpace = g.AddrSpace
	for _, part := range strings.Split(g.Suffix, ",") {
		if part = strings.TrimSpace(part); strings.HasPrefix(part, "align ") {
			s.Suffix = ", " + part
		}
	}
	return s
}
