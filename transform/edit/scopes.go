package edit

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// DisjointScopes reports whether the alias scopes of two accesses say that they do not alias.
func DisjointScopes(m *ir.Module, a, b *ir.Instr) bool {
	return outsideScope(m, a, b) || outsideScope(m, b, a)
}

// outsideScope reports whether the scope of a is in the noalias list of b.
func outsideScope(m *ir.Module, a, b *ir.Instr) bool {
	in, not := a.Metadata("alias.scope"), b.Metadata("noalias")
	if in == "" || not == "" {
		return false
	}
	list := m.Metadata().Operands(in)
	return len(list) == 1 && slices.Contains(m.Metadata().Operands(not), list[0])
}
