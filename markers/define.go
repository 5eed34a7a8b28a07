package markers

import (
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// defineOptions defines the variables of options that code which is kept still names: programs declare them and
// nowhere define them, and what compilers put beside their loads, as sanitizers do, needs their addresses. The
// definitions are weak, so that several modules may have them, and the program's own counts.
func (l *Lowering) defineOptions() {
	m := l.d.M
	for _, name := range m.GlobalNames() {
		if optionOfSymbol(diag.PlainName(name)) == "" {
			continue
		}
		g := m.Global(name)
		if g == nil || g.Init != nil || g.InitText != "" || g.ValueType.Kind == ir.FuncKind || !l.keeps(g) {
			continue
		}
		m.RemoveGlobal(g)
		m.AddGlobal(name, "weak", "global", g.ValueType, ir.Zero(g.ValueType))
	}
}

// keeps reports whether an instruction of the module has a variable in an operand.
func (l *Lowering) keeps(g *ir.Global) bool {
	list, ok := l.d.M.Mentioning(g)
	for _, f := range list {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				for _, a := range i.Args() {
					if names(a, g) {
						return true
					}
				}
			}
		}
	}
	return !ok
}

// names reports whether a value is a variable, or a constant that is made of its address.
func names(v ir.Value, g *ir.Global) bool {
	switch v := v.(type) {
	case *ir.Global:
		return v == g
	case *ir.Const:
		for _, e := range v.Elems {
			if names(e, g) {
				return true
			}
		}
	}
	return false
}
