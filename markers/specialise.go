package markers

import (
	"maps"
	"slices"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// specialised gives a copy of the function to be differentiated into which the
// functions are put that the call passes to it as constants, or the function
// itself where there are none: a call through a parameter is then a call by
// name.
func (l *Lowering) specialised(m *marker) *ir.Function {
	put := map[int]*ir.Function{}
	key := m.callee.Name
	for k, p := range m.params {
		if m.seed.Params[k] != signature.Const || !m.callee.Params[k].Typ.IsPtr() || p.primal == nil {
			continue
		}
		if f := resolveFunc(p.primal); f != nil {
			put[k] = f
			key += " " + m.callee.Params[k].Ident() + "=" + f.Name
		}
	}
	if len(put) == 0 || m.callee.Load() != nil {
		return m.callee
	}
	if f := l.special[key]; f != nil {
		return f
	}
	f := m.callee.Clone(m.callee.Module.FreshSymbol(diag.Spelled("llad.special." + diag.PlainName(m.callee.Name))))
	f.Prefix = "internal"
	for k, g := range put {
		var v ir.Value = g
		if !ir.Same(g.Type(), f.Params[k].Typ) { // typed pointers
			v = &ir.Const{Kind: ir.ConstExpr, Typ: f.Params[k].Typ, Op: ir.BitCast, Elems: []ir.Value{g}}
		}
		ir.ReplaceAllUses(f.Params[k], v)
	}
	l.keep(key, f)
	return f
}

// keep remembers a function that is there for marker calls alone.
func (l *Lowering) keep(key string, f *ir.Function) {
	if l.special == nil {
		l.special = map[string]*ir.Function{}
	}
	l.special[key] = f
}

// dropSpecial removes those functions: their derivatives are made.
func (l *Lowering) dropSpecial() {
	for _, key := range slices.Sorted(maps.Keys(l.special)) {
		l.d.M.Remove(l.special[key])
	}
	l.special = nil
}
