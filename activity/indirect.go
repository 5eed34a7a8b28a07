package activity

import "github.com/llad-ad/llad/ir"

// calledThrough collects the places of its callers from which a function takes
// addresses that it calls: a parameter, the memory behind one (a table in a
// struct, a virtual table), a global.
func (s *summary) calledThrough(p *points) {
	seen := map[end]bool{}
	note := func(objs []int32, direct bool) {
		for _, r := range objs {
			for _, o := range p.stands(r) {
				address, memory, ok := p.endOf(o)
				e := memory
				if direct && p.objs[o].kind == objParam {
					e = address // the parameter is the function's address
				}
				if ok && (e.kind == endArg || e.kind == endMem || e.kind == endSymMem) && !seen[e] {
					seen[e] = true
					s.calls = append(s.calls, e)
				}
			}
		}
	}
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			if !i.IsCall() {
				continue
			}
			t := p.targetOf(i)
			if t.kind == toIndirect {
				note(objectsOf(p.pointees(i.Callee())), true)
			}
			for _, e := range p.calledBy(i, t) {
				note(p.calledAt(i, e))
			}
		}
	}
}

// calledBy lists from where the function that a call reaches takes addresses that
// it calls in turn. One that is not known may call whatever it gets.
func (p *points) calledBy(i *ir.Instr, t *target) []end {
	var list []end
	switch t.kind {
	case toDefined:
		return p.program.summary(t.fn).calls
	case toIndirect:
		for _, fn := range t.callees {
			list = append(list, p.program.summary(fn).calls...)
		}
		if t.open {
			for k, v := range i.CallArgs() {
				if p.mayPoint(v) {
					list = append(list, end{kind: endArg, arg: k}, end{kind: endMem, arg: k})
				}
			}
		}
	}
	return list
}

// NeverCalled reports whether a call goes through a pointer that can only be
// null as far as is known: a table has no entry for it, and the program tests
// for that before.
func (a *Info) NeverCalled(i *ir.Instr) bool {
	if a.sol.p.targetOf(i).kind != toIndirect || a.Active(i) || a.sol.hasShadow(i) {
		return false
	}
	for _, t := range a.sol.p.pointees(i.Callee()) {
		if a.sol.p.mayBeCode(t.obj) || t.obj == foreign {
			return false
		}
	}
	return true
}

func objectsOf(s addrSet) []int32 {
	objs := make([]int32, len(s))
	for k, a := range s {
		objs[k] = a.obj
	}
	return objs
}

// calledAt lists the objects that a callee may call at one call, for one of
// its ends; direct when they are the functions themselves.
func (p *points) calledAt(i *ir.Instr, e end) (objs []int32, direct bool) {
	switch e.kind {
	case endArg:
		if e.arg < i.NumCallArgs() {
			return objectsOf(p.pointees(i.Arg(e.arg))), true
		}
	case endMem:
		if e.arg < i.NumCallArgs() {
			return p.reachable(p.pointees(i.Arg(e.arg))), false
		}
	case endSymMem:
		return p.reachable(p.pointees(e.sym)), false
	}
	return nil, false
}

// calledFunctions marks the functions that active calls may reach through
// addresses, here or in callees; it reports whether there were new ones.
func (s *solution) calledFunctions(set func(int32)) bool {
	p := s.p
	grown := false
	mark := func(objs []int32) {
		for _, o := range objs {
			if p.objs[o].kind == objFunc && !s.shadow[o] {
				set(o)
				grown = true
			}
		}
	}
	for _, i := range p.indirect {
		if s.indirectActive(i, p.targetOf(i)) {
			mark(objectsOf(p.pointees(i.Callee())))
		}
	}
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			t, ok := p.targets[i]
			if !ok {
				continue
			}
			if calls := p.calledBy(i, t); len(calls) > 0 && s.mayMatter(i) {
				for _, e := range calls {
					objs, _ := p.calledAt(i, e)
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
	for _, i := range p.indirect {
		t := p.targetOf(i)
		if len(t.made) == 0 || !s.indirectActive(i, t) {
			continue
		}
		for _, o := range t.made {
			if o = p.find(o); o != 0 && !s.shadow[o] && s.mayGain(o) {
				set(o)
				grown = true
			}
		}
	}
	return grown
}

// mayMatter reports whether a call gets or gives anything active.
func (s *solution) mayMatter(i *ir.Instr) bool {
	if n := s.p.index.at(i); i.Typ.Kind != ir.VoidKind && (s.active(n) && s.g.carries(i) || s.hasShadow(i)) {
		return true
	}
	for _, v := range i.CallArgs() {
		if n, ok := s.p.index.of(v); ok && s.active(n) && s.g.carries(v) || s.hasShadow(v) {
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
	for k := range p.objs {
		fn, ok := p.objs[k].site.(*ir.Function)
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
