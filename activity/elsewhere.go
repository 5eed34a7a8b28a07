package activity

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Elsewhere lists the functions with bodies that a call through a pointer may reach though nothing that the
// derivative reaches need have put them there: code that runs before it hands out their addresses (main, what
// initialises variables), in variables and in objects with tables of virtual functions. nil where the
// functions that the call reaches are known, and where they are too many.
func (a *Info) Elsewhere(i *ir.Instr) []*ir.Function {
	if t := a.sol.p.targetOf(i); t.kind != toIndirect || !t.open && len(t.callees) > 0 {
		return nil
	}
	return a.sol.p.env.elsewhere(i)
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

// elsewhere is Elsewhere for any call through a pointer.
func (e *Env) elsewhere(i *ir.Instr) (out []*ir.Function) {
	if e.root == nil {
		return nil
	}
	if e.handed == nil {
		e.handed = e.handedOut()
	}
	var slot []*ir.Function // of a call through a table
	through := false
	if list := e.Virtuals(i); list != nil {
		slot, through = list, true
	} else if list := e.methods(i); list != nil {
		slot, through = list, true
	}
	for _, f := range e.handed {
		if takes(f, i) && (!through || slices.Contains(slot, f)) {
			out = append(out, f)
		}
	}
	if len(out) > maxVirtuals {
		return nil
	}
	return out
}

// handedOut lists the functions whose addresses code has that the derivative does not reach.
func (e *Env) handedOut() []*ir.Function {
	inside := reachUses(e.root, func(*ir.Global, *ir.Function) {})
	asks := func(line string) bool {
		return strings.Contains(line, "@__enzyme_") || strings.Contains(line, "@__llad_")
	}
	out := []*ir.Function{}
	for _, f := range e.M.HandedOut(func(f *ir.Function) bool { return inside[f] }, asks) {
		if !e.Apart || !strings.Contains(f.Prefix, "internal") && !strings.Contains(f.Prefix, "private") {
			out = append(out, f)
		}
	}
	return out
}

// keeps reports whether addresses that code put there before may stand in an object: a variable.
func (p *points) keeps(o int32) bool {
	g, ok := p.objs[o].site.(*ir.Global)
	return ok && p.objs[o].kind == objGlobal && !g.IsConst()
}
