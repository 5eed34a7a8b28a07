package edit

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// DisjointScopes reports whether the alias scopes of two accesses say that they do not alias.
func DisjointScopes(m *ir.Module, a, b *ir.Instr) bool {
	return outsideScope(m, a, b) || outsideScope(m, b, a)
}

// outsideScope reports whether b is outside of all scopes of a that some domain has: such a domain is enough.
func outsideScope(m *ir.Module, a, b *ir.Instr) bool {
	in, not := a.Metadata("alias.scope"), b.Metadata("noalias")
	if in == "" || not == "" {
		return false
	}
	outside := map[string]bool{} // by domain: all scopes so far
	scopes, others := m.Metadata().Operands(in), m.Metadata().Operands(not)
	for _, scope := range scopes {
		domain := domainOf(m, scope)
		all, met := outside[domain]
		outside[domain] = (all || !met) && slices.Contains(others, scope)
	}
	for _, all := range outside {
		if all {
			return true
		}
	}
	return false
}

// domainOf is the domain of an alias scope: its second operand.
func domainOf(m *ir.Module, scope string) string {
	if l := m.Metadata().Operands(scope); len(l) > 1 {
		return l[1]
	}
	return ""
}

// Address is the address that a load or a store accesses; nil for other instructions.
func Address(i *ir.Instr) ir.Value {
	switch i.Op {
	case ir.Load:
		return i.Arg(0)
	case ir.Store:
		return i.Arg(1)
	}
	return nil
}
