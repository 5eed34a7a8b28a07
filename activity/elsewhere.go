package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// Elsewhere lists the functions with bodies that code which ran before may have put where a call through a pointer finds
// them, see callgraph.Graph.Elsewhere; nil where the functions that the call reaches are known.
func (a *Info) Elsewhere(i *ir.Instr) []*ir.Function {
	if t := a.sol.p.targetOf(i); t.kind != toIndirect || !t.open && len(t.callees) > 0 {
		return nil
	}
	return a.env.Calls.Elsewhere(i)
}

// Library reports whether a call through a pointer may be one of a library's functions, since the address comes
// from an object of its own, as from the table of an error that the library made. known are the
// functions with bodies that the call may reach.
func (a *Info) Library(i *ir.Instr) (known []*ir.Function, ok bool) {
	t := a.sol.p.targetOf(i)
	if t.kind != toIndirect || t.open || copiesArguments(i) {
		return nil, false
	}
	for _, f := range t.callees {
		if !f.IsDecl {
			known = append(known, f)
		}
	}
	return known, slices.ContainsFunc(a.sol.p.pointees(i.Callee()), func(at addr) bool { return at.obj == foreign })
}

// copiesArguments reports whether a call hands copies of what arguments lead to.
func copiesArguments(i *ir.Instr) bool {
	for k := range i.NumCallArgs() {
		if _, ok := i.ArgAttr(k, "byval"); ok {
			return true
		}
	}
	return false
}

// keeps reports whether addresses that code put there before may stand in an object: a variable.
func (p *points) keeps(o int32) bool {
	g, ok := p.objs[o].site.(*ir.Global)
	return ok && p.objs[o].kind == objGlobal && !g.IsConst()
}
