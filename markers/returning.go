package markers

import (
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// returning gives, for a function that stores its result through its first
// parameter, one that returns it, and f itself for any other: where a result
// has an adjoint of its own, or there are several, it is a value.
func (l *Lowering) returning(f *ir.Function) *ir.Function {
	if len(f.Params) == 0 || !f.Params[0].HasAttr("sret") || f.Typ.Variadic {
		return f
	}
	t, ok := f.Params[0].TypeAttr("sret")
	if !ok {
		return f
	}
	key := "returning " + f.Name
	if g := l.special[key]; g != nil {
		return g
	}
	mod := f.Module
	g := mod.AddFunc(mod.FreshSymbol(diag.Spelled("llad.returning."+diag.PlainName(f.Name))), mod.FuncType(t, f.Typ.Fields[1:]...))
	g.Prefix, g.IsDecl = "internal", false
	b := ir.NewBuilder(g.NewBlock("entry"))
	args, attrs := []ir.Value{b.Alloca(t, nil, 0)}, []string{f.Params[0].Attrs}
	for k, p := range g.Params {
		p.Name, p.Attrs = f.Params[k+1].Name, f.Params[k+1].Attrs
		args, attrs = append(args, p), append(attrs, p.Attrs)
	}
	call := b.CallFunc(f, args...)
	call.Extra().ArgAttrs = attrs
	b.Ret(b.Load(t, args[0], 0))
	l.keep(key, g)
	return g
}
