package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// NeverCalled reports whether a call goes through a pointer that can only be
// null as far as is known: a table has no entry for it, and the program tests
// for that before.
func (a *Info) NeverCalled(i *ir.Instr) bool {
	if a.sol.p.TargetOf(i).Kind != pointsto.ToIndirect || a.Active(i) || a.sol.hasShadow(i) {
		return false
	}
	for _, t := range a.sol.p.Pointees(i.Callee()) {
		if a.sol.p.MayBeCode(t.Obj) || t.Obj == pointsto.Foreign {
			return false
		}
	}
	return true
}

// calledFunctions marks the functions that active calls may reach through
// addresses, here or in callees; it reports whether there were new ones.
func (s *solution) calledFunctions(set func(int32)) bool {
	p := s.p
	grown := false
	mark := func(objs []int32) {
		for _, o := range objs {
			if p.Objs[o].Kind == pointsto.ObjFunc && !s.shadow[o] {
				set(o)
				grown = true
			}
		}
	}
	for _, i := range p.Indirect {
		if s.indirectActive(i, p.TargetOf(i)) {
			mark(pointsto.ObjectsOf(p.Pointees(i.Callee())))
		}
	}
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			t, ok := p.Targets[i]
			if !ok {
				continue
			}
			if calls := p.CalledBy(i, t); len(calls) > 0 && s.mayMatter(i) {
				for _, e := range calls {
					objs, _ := p.CalledAt(i, e)
					mark(objs)
				}
			}
		}
	}
	return grown
}

// madeByCalled gives shadows to what functions make that active calls through pointers reach: such a function is
// differentiated for all its callers, and has shadows for all that it hands out. It reports whether there
// was any without.
func (s *solution) madeByCalled(set func(int32)) bool {
	p := s.p
	grown := false
	for _, i := range p.Indirect {
		t := p.TargetOf(i)
		if len(t.Made) == 0 || !s.indirectActive(i, t) {
			continue
		}
		for _, o := range t.Made {
			if o = p.Find(o); o != 0 && !s.shadow[o] && s.mayGain(o) {
				set(o)
				grown = true
			}
		}
	}
	return grown
}

// mayMatter reports whether a call gets or gives anything active.
func (s *solution) mayMatter(i *ir.Instr) bool {
	if n := s.p.Index.At(i); i.Typ.Kind != ir.VoidKind && (s.active(n) && s.g.carries(i) || s.hasShadow(i)) {
		return true
	}
	for _, v := range i.CallArgs() {
		if n, ok := s.p.Index.Of(v); ok && s.active(n) && s.g.carries(v) || s.hasShadow(v) {
			return true
		}
	}
	return false
}

// keepFunctions records which functions are called through shadow tables, for
// the other functions of the request: those that fill such tables.
func (a *Info) keepFunctions() {
	p := a.sol.p
	e := a.env
	for k := range p.Objs {
		fn, ok := p.Objs[k].Site.(*ir.Function)
		if !ok {
			continue
		}
		if !a.sol.shadow[k] {
			if e.plainFunc[fn] == nil {
				e.plainFunc[fn] = a.F
			}
			continue
		}
		if e.shadowFunc[fn] {
			continue
		}
		e.shadowFunc[fn] = true
		if by := e.plainFunc[fn]; by != nil && by != a.F {
			a.diags = append(a.diags, &ir.Diagnostic{
				File: e.M.Name, Code: CodeLateGlobal,
				Message: "function '" + fn.Name + "' is called through a pointer on active data in '" + a.F.Name + "', but '" + by.Name + "' was differentiated without a shadow for its address",
				Hint:    "leave out `-transport settled`, or call the function directly",
			})
		}
	}
}

// Elsewhere lists the functions with bodies that code which ran before may have put where a call through a pointer finds
// them, see callgraph.Graph.Elsewhere; nil where the functions that the call reaches are known.
func (a *Info) Elsewhere(i *ir.Instr) []*ir.Function {
	if t := a.sol.p.TargetOf(i); t.Kind != pointsto.ToIndirect || !t.Open && len(t.Callees) > 0 {
		return nil
	}
	return a.env.Calls.Elsewhere(i)
}

// Library reports whether a call through a pointer may be one of a library's functions, since the address comes
// from an object of its own, as from the table of an error that the library made. known are the
// functions with bodies that the call may reach.
func (a *Info) Library(i *ir.Instr) (known []*ir.Function, ok bool) {
	t := a.sol.p.TargetOf(i)
	if t.Kind != pointsto.ToIndirect || t.Open || copiesArguments(i) {
		return nil, false
	}
	for _, f := range t.Callees {
		if !f.IsDecl {
			known = append(known, f)
		}
	}
	return known, slices.ContainsFunc(a.sol.p.Pointees(i.Callee()), func(at memtypes.Addr) bool { return at.Obj == pointsto.Foreign })
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
