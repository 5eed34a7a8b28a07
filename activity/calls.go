package activity

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// callInfo decides how a call takes part; diagnostics go to the Info.
func (a *Info) callInfo(i *ir.Instr) *CallInfo {
	s := a.sol
	t := s.p.targetOf(i)
	c := &CallInfo{Known: t.known}
	switch t.kind {
	case toInactive:
	case toMath:
		c.Active = a.Active(i)
		for _, o := range t.rule.Outs {
			c.Active = c.Active || o.Arg >= 0 && !o.Int && s.hasShadow(i.Arg(o.Arg))
		}
	case toAlloc, toRealloc:
		c.Active = t.obj != 0 && s.shadow[t.obj] || i.Typ.IsPtr() && s.hasShadow(i)
	case toFree:
		c.Active = s.hasShadow(i.Arg(t.known.PtrArg))
	case toCopy, toSet:
		c.Active = s.hasShadow(i.Arg(0))
	case toLoad, toPass:
		c.Active = a.Active(i) || s.hasShadow(i)
	case toStore:
		c.Active = s.hasShadow(i.Arg(1))
	case toDefined:
		c.Callee = t.fn
		a.seedCall(i, t, c)
	case toIndirect:
		a.seedCall(i, t, c)
	case toUnknown:
		if a.unknownMatters(i, t) {
			c.Active = true
			a.noRule(i, t)
		}
	case toAsm:
		if a.unknownMatters(i, t) {
			c.Active = true
			a.report(i, CodeAsm, "inline assembly works on active data", "replace it by C or an intrinsic")
		}
	}
	c.MayEscape = t.kind == toDefined || t.kind == toIndirect || t.kind == toUnknown
	return c
}

// seedCall gives the seed of a call of a function that is differentiated.
func (a *Info) seedCall(i *ir.Instr, t *target, c *CallInfo) {
	s := a.sol
	sum := s.p.summaryAt(i, t)
	touched := sum.touched(i.NumCallArgs())
	c.Seed = Seed{Params: make([]Kind, i.NumCallArgs())}
	for k := range i.NumCallArgs() {
		v := i.Arg(k)
		switch {
		case s.hasShadow(v) && (touched[k] || t.kind == toIndirect):
			c.Seed.Params[k] = Dup
			c.Active = true
			c.Seed.Mixed = c.Seed.Mixed || !s.wholly(s.p.pointees(v))
		case a.Active(v):
			c.Seed.Params[k] = Out
			c.Active = true
		}
	}
	if i.Typ.Kind != ir.VoidKind {
		c.Seed.Ret = i.Typ.HasFloat() && s.active(s.p.index[i])
		c.Seed.RetShadow = i.Typ.HasPtr() && s.hasShadow(i)
		c.Active = c.Active || c.Seed.Ret || c.Seed.RetShadow
	}
	for _, fl := range sum.floats {
		c.Active = c.Active || a.symActive(fl.from) || a.symActive(fl.to)
	}
}

// wholly reports whether everything reachable from the addresses has a shadow
// or cannot hold floats.
func (s *solution) wholly(l addrSet) bool {
	for _, o := range s.p.reachable(l) {
		if !s.shadow[o] && s.p.objs[o].kind != objFunc && !s.p.floatFree(o) {
			return false
		}
	}
	return true
}

// floatFree reports whether an object holds no floats by its type.
func (p *points) floatFree(o int32) bool {
	switch ob := &p.objs[o]; ob.kind {
	case objGlobal:
		return intsOnly(ob.site.(*ir.Global).ValueType)
	case objAlloca:
		return intsOnly(ob.site.(*ir.Instr).Elem)
	}
	return false
}

func intsOnly(t *ir.Type) bool {
	for t.Kind == ir.ArrayKind {
		t = t.Elem
	}
	return t.IsInt() && t.Bits < 32 && t.Bits != 8
}

func (a *Info) symActive(e end) bool {
	if e.kind != endSymMem {
		return false
	}
	o, ok := a.sol.p.objOf[e.sym]
	return ok && a.sol.shadow[o]
}

// touched tells for each argument whether the callee moves floats or pointers
// into or out of the memory behind it, or frees it, or hands it on.
func (s *summary) touched(n int) []bool {
	t := make([]bool, n)
	note := func(e end) {
		if (e.kind == endMem || e.kind == endArg) && e.arg < n {
			t[e.arg] = true
		}
	}
	for _, fl := range s.ptr {
		note(fl.from)
		note(fl.to)
	}
	for _, fl := range s.floats {
		note(fl.from)
		note(fl.to)
	}
	for _, k := range s.frees {
		if k < n {
			t[k] = true
		}
	}
	return t
}

// unknownMatters reports whether a call of a function that is not known moves
// active data.
func (a *Info) unknownMatters(i *ir.Instr, t *target) bool {
	if i.Typ.Kind != ir.VoidKind && (a.Active(i) || i.Typ.HasPtr() && a.sol.hasShadow(i)) {
		return true
	}
	reads := t.fn != nil && (t.fn.HasAttr("readonly") || t.fn.HasAttr("readnone") || memoryReadOnly(t.fn))
	for _, v := range i.CallArgs() {
		if a.Active(v) && !reads {
			return true
		}
		if a.sol.hasShadow(v) && !reads {
			return true
		}
	}
	return false
}

// memoryReadOnly reports whether a declaration's memory attribute rules out
// writes that the program can see.
func memoryReadOnly(f *ir.Function) bool {
	m, ok := f.Attr("memory")
	return ok && !strings.Contains(m, "write")
}

func (a *Info) noRule(i *ir.Instr, t *target) {
	d := ir.DiagAt(i, CodeNoRule, "call to '%s' has no body and no rule", t.fn.Name)
	for _, v := range i.CallArgs() {
		if a.Active(v) || a.sol.hasShadow(v) {
			d.Causes = append(d.Causes, a.Reason(v)...)
			break
		}
	}
	if len(d.Causes) == 0 {
		d.Causes = a.Reason(i)
	}
	d.Hint = "give its IR, register a rule, or mark it inactive"
	a.diags = append(a.diags, d)
}

func (a *Info) report(i *ir.Instr, code, message, hint string) {
	d := ir.DiagAt(i, code, "%s", message)
	d.Hint = hint
	a.diags = append(a.diags, d)
}
