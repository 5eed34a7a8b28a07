package activity

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// BodyOf is a function with a body that does what f does, for calls through f's
// address: f itself, for a declared one a function that calls it, made when first
// asked for. It is nil for a declared function with a variable number of arguments.
func BodyOf(f *ir.Function) *ir.Function {
	if !f.IsDecl {
		return f
	}
	if f.Typ.Variadic {
		return nil
	}
	m := f.Module
	name := "llad.body." + f.Name
	if strings.HasPrefix(f.Name, `"`) {
		name = `"llad.body.` + f.Name[1:]
	}
	if w := m.Func(name); w != nil && !w.IsDecl && ir.Same(w.Typ, f.Typ) {
		return w
	}
	return m.Calling(f, m.FreshSymbol(name))
}
