package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// callInfo decides how a call takes part; diagnostics go to the Info.
func (a *Info) callInfo(i *ir.Instr) *CallInfo {
	s := a.sol
	t := s.p.targetOf(i)
	c := &CallInfo{Known: t.known}
	a.checkTwice(i, t)
	if isCounted(i) {
		a.checkCounted(i)
	}
	switch t.kind {
	case toInactive:
		a.checkInactive(i, t)
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
		if t.kind == toCopy && s.varied[s.p.index.at(i)] {
			a.checkTarget(i, i.Arg(0))
		}
		if c.Active {
			a.checkBlock(i, t)
		}
	case toLoad, toPass:
		c.Active = a.Active(i) || s.hasShadow(i)
	case toLink:
		c.Active = s.hasShadow(i)
		for _, v := range i.CallArgs() {
			c.Active = c.Active || s.hasShadow(v)
		}
	case toStore:
		if a.variedValue(i.Arg(0)) {
			a.checkTarget(i, i.Arg(1))
		}
		c.Active = s.hasShadow(i.Arg(1))
	case toDefined:
		if t.given {
			a.seedGiven(i, t, c)
			break
		}
		a.checkLost(i, t)
		c.Callee = t.fn
		a.seedCall(i, t, c)
		a.checkVariadic(i, t.fn)
		if c.Active && !s.env.Forward && (len(t.fn.Params) > i.NumCallArgs() || !ir.Same(t.fn.Typ.Ret, i.Typ)) {
			a.report(i, CodeNoRule, "call of '"+t.fn.Name+"' with another type than its own", "call it as what it is")
		}
	case toIndirect:
		a.checkLost(i, t)
		a.seedIndirect(i, t, c)
		if c.Active && i.FnType().Variadic {
			a.checkVariables(i, len(i.FnType().Fields), "of a call through a pointer")
		}
	case toUnknown:
		if a.unknownMatters(i, t) {
			c.Active = true
			a.noRule(i, t)
		}
	case toAsm:
		if a.unknownMatters(i, t) {
			c.Active = true
			a.report(i, CodeAsm, "inline assembly works on active data", "write in code what it computes, or use an intrinsic")
		}
	}
	c.Writes = c.Active && a.writesShadowed(i, t)
	c.Lost = c.Active && a.lostByThrow(i, t)
	c.MayEscape = t.kind == toDefined || t.kind == toIndirect || t.kind == toUnknown
	return c
}

// writesShadowed reports whether a callee may store floats in memory with a
// shadow, its own aside.
func (a *Info) writesShadowed(i *ir.Instr, t *target) bool {
	if t.kind != toDefined && t.kind != toIndirect {
		return false
	}
	for _, sum := range a.sol.p.summariesAt(i, t) {
		for _, fl := range sum.floats {
			if fl.to.kind == endRet || fl.to.kind == endFreshMem {
				continue
			}
			for _, o := range a.sol.g.reach(i, t, fl.to) {
				if a.sol.shadow[o] {
					return true
				}
			}
		}
	}
	return false
}

// seedCall gives the seed of a call of a function with a body.
func (a *Info) seedCall(i *ir.Instr, t *target, c *CallInfo) {
	s := a.sol
	sum := s.env.summary(t.fn)
	touched := sum.touched(i.NumCallArgs())
	c.Seed = signature.Seed{Params: make([]signature.Kind, i.NumCallArgs())}
	for k := range i.NumCallArgs() {
		v := i.Arg(k)
		switch {
		case s.hasShadow(v) && touched[k]:
			c.Seed.Params[k] = signature.Dup
			c.Active = true
			l := s.p.pointees(v)
			c.Seed.Mixed = c.Seed.Mixed || !s.wholly(l) || a.Seed.Mixed && s.reachesExternal(l)
		case a.Active(v) && a.matters(i, t, sum, end{kind: endArg, arg: k}):
			c.Seed.Params[k] = signature.Out
			c.Active = true
			a.checkDecided(i, v)
		}
	}
	if i.Typ.Kind != ir.VoidKind {
		c.Seed.Ret = a.Active(i)
		c.Seed.RetShadow = s.hasShadow(i) // addresses come as integers too
		c.Active = c.Active || c.Seed.Ret || c.Seed.RetShadow
	}
	for _, fl := range sum.floats {
		c.Active = c.Active || s.symActive(fl.from) || s.symActive(fl.to)
	}
	for _, e := range sum.writes {
		c.Active = c.Active || s.symActive(e)
	}
	if c.Active {
		a.tell(i, t.fn)
	}
}

// matters reports whether what a callee does with the data from one end reaches
// anything active.
func (a *Info) matters(i *ir.Instr, t *target, sum *summary, from end) bool {
	for _, fl := range sum.floats {
		if fl.from != from {
			continue
		}
		if fl.to.kind == endRet {
			if a.Active(i) {
				return true
			}
			continue
		}
		for _, o := range a.sol.g.reach(i, t, fl.to) {
			if a.sol.shadow[o] {
				return true
			}
		}
	}
	return false
}

// seedIndirect gives the seed of an indirect call. It depends on types alone,
// so that whoever takes the address of a function knows it.
func (a *Info) seedIndirect(i *ir.Instr, t *target, c *CallInfo) {
	if !a.sol.indirectActive(i, t) {
		return
	}
	c.Active = true
	c.Seed = signature.Seed{Params: make([]signature.Kind, i.NumCallArgs()), Mixed: true, Ret: i.Typ.HasFloat(), RetShadow: i.Typ.HasPtr()}
	for k := range c.Seed.Params {
		c.Seed.Params[k] = signature.DefaultKind(i.Arg(k).Type())
	}
	var causes []string
	for _, t := range a.sol.p.pointees(i.Callee()) {
		if !a.sol.shadow[t.obj] && a.sol.p.mayBeCode(t.obj) {
			causes = append(causes, "it may point to "+a.objectName(t.obj).String())
		}
	}
	if causes != nil {
		d := ir.DiagAt(i, shadowrt.CodeIndirect, "indirect call on active data through a pointer that may have no shadow")
		d.Causes = causes
		d.Hint = "pass the function pointer, or the memory that holds it, as dup"
		a.diags = append(a.diags, d)
	}
	for _, fn := range t.callees {
		a.tell(i, fn)
	}
}

// mayBeCode reports whether what is called may be the object: data of the
// module, which is only there because members of a table are not told apart, is
// not, and what objects of the library call is the library's.
func (p *points) mayBeCode(o int32) bool {
	switch p.objs[o].kind {
	case objAlloca, objHeap, objGlobal, objForeign:
		return false
	}
	return true
}

// indirectActive reports whether an indirect call moves active data.
func (s *solution) indirectActive(i *ir.Instr, t *target) bool {
	if n := s.p.index.at(i); i.Typ.Kind != ir.VoidKind && (s.active(n) && s.g.carries(i) || s.hasShadow(i)) {
		return true
	}
	for _, v := range i.CallArgs() {
		if n, ok := s.p.index.of(v); ok && s.active(n) && s.g.carries(v) || s.hasShadow(v) {
			return true
		}
	}
	for _, sum := range s.p.summariesAt(i, t) {
		for _, fl := range sum.floats {
			if s.symActive(fl.from) || s.symActive(fl.to) {
				return true
			}
		}
	}
	return false
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

// reachesExternal reports whether memory that came in through a parameter or a variable can be
// reached from the addresses: an iterator's copy holds what it was given.
func (s *solution) reachesExternal(l addrSet) bool {
	return slices.ContainsFunc(s.p.reachable(l), s.handedIn)
}

// floatFree reports whether an object holds no floats by its type.
func (p *points) floatFree(o int32) bool {
	for _, k := range p.stands(o) {
		var t *ir.Type
		switch ob := &p.objs[k]; ob.kind {
		case objGlobal:
			t = ob.site.(*ir.Global).ValueType
		case objAlloca:
			t = ob.site.(*ir.Instr).Elem
		}
		if t == nil || !intsOnly(t) {
			return false
		}
	}
	return true
}

func intsOnly(t *ir.Type) bool {
	for t.Kind == ir.ArrayKind {
		t = t.Elem
	}
	return t.IsInt() && t.Bits < 32 && t.Bits != 8
}

// symActive reports whether an end is the memory of a variable with a shadow.
func (s *solution) symActive(e end) bool {
	if e.kind != endSymMem {
		return false
	}
	o, ok := s.p.objOf[e.sym]
	return ok && s.shadow[o]
}

// touched tells for each argument whether the callee moves floats or pointers
// into or out of the memory behind it, or overwrites or frees it, or hands it on,
// or calls through it.
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
	for _, e := range s.writes {
		note(e)
	}
	for _, e := range s.calls {
		note(e)
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
	writes := outsiderAt(i, t.fn).writes
	for k, v := range i.CallArgs() {
		switch {
		case a.Active(v) && writes:
			return true
		case a.sol.hasShadow(v) && writes && !argHas(i, t.fn, k, "readonly") && !argHas(i, t.fn, k, "readnone"):
			return true
		}
	}
	return false
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
	d.Hint = rules.MissingHelp(t.fn)
	if like := rules.Overloaded(t.fn); like != "" {
		d.Hint = "'" + like + "' of the C library has a rule, its overload with the symbol " + t.fn.Name + " has none: call that, give its IR, or register it as like '" + like + "' (function_like)"
	}
	a.diags = append(a.diags, d)
}

func (a *Info) report(i *ir.Instr, code, message, hint string) {
	d := ir.DiagAt(i, code, "%s", message)
	d.Hint = hint
	a.diags = append(a.diags, d)
}
