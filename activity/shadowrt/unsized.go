package shadowrt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// Unsized refuses the shadow of a variable that another module defines, and whose size this one does not know, as that
// of `extern double table[];` in C: a shadow of the size that is known would be written behind its end. The place is
// where f names the variable first. Variables that hold addresses are refused where f names them only: the others are
// tables of the language's library, which no derivative is written to. nil for other variables.
func Unsized(f *ir.Function, g *ir.Global) error {
	if g.SizeKnown() {
		return nil
	}
	refusal := ir.InFunc(f, ir.Diagnostic{Code: "L0311", Hint: "declare it with its size, or give that module's IR, too",
		Message: "variable '" + g.Name + "' is defined in another module, which alone knows its size: its shadow has none"})
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if slices.ContainsFunc(i.Args(), func(a ir.Value) bool { return names(a, g) }) {
				d := ir.DiagAt(i, refusal.Code, "%s", refusal.Message)
				d.Hint = refusal.Hint
				return d
			}
		}
	}
	if g.ValueType.HasPtr() {
		return nil
	}
	return refusal
}

// names reports whether a constant is the address of g, or is made of it.
func names(v ir.Value, g *ir.Global) bool {
	if v == ir.Value(g) {
		return true
	}
	c, ok := v.(*ir.Const)
	return ok && slices.ContainsFunc(c.Elems, func(e ir.Value) bool { return names(e, g) })
}
