package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// callInfo decides how a call takes part; diagnostics go to the Info.
func (a *Info) callInfo(i *ir.Instr) *CallInfo {
	s := a.sol
	t := s.p.TargetOf(i)
	c := &CallInfo{Known: t.Known}
	a.checkTwice(i, t)
	if isCounted(i) {
		a.checkCounted(i)
	}
	switch t.Kind {
	case pointsto.ToInactive:
		a.checkInactive(i, t)
	case pointsto.ToMath:
		c.Active = a.Active(i)
		for _, o := range t.Rule.Outs {
			c.Active = c.Active || o.Arg >= 0 && !o.Int && s.hasShadow(i.Arg(o.Arg))
		}
	case pointsto.ToAlloc, pointsto.ToRealloc:
		c.Active = t.Obj != 0 && s.shadow[t.Obj] || i.Typ.IsPtr() && s.hasShadow(i)
	case pointsto.ToFree:
		c.Active = s.hasShadow(i.Arg(t.Known.PtrArg))
	case pointsto.ToCopy, pointsto.ToSet:
		c.Active = s.hasShadow(i.Arg(0))
		if t.Kind == pointsto.ToCopy && s.varied[s.p.Index.At(i)] {
			a.checkTarget(i, i.Arg(0))
		}
		if c.Active {
			a.checkBlock(i, t)
		}
	case pointsto.ToLoad, pointsto.ToPass:
		c.Active = a.Active(i) || s.hasShadow(i)
	case pointsto.ToLink:
		c.Active = s.hasShadow(i)
		for _, v := range i.CallArgs() {
			c.Active = c.Active || s.hasShadow(v)
		}
	case pointsto.ToStore:
		if a.variedValue(i.Arg(0)) {
			a.checkTarget(i, i.Arg(1))
		}
		c.Active = s.hasShadow(i.Arg(1))
	case pointsto.ToDefined:
		if t.Given {
			a.seedGiven(i, t, c)
			break
		}
		a.checkLost(i, t)
		c.Callee = t.Fn
		a.seedCall(i, t, c)
		a.checkVariadic(i, t.Fn)
		if c.Active && !s.env.Forward && (len(t.Fn.Params) > i.NumCallArgs() || !ir.Same(t.Fn.Typ.Ret, i.Typ)) {
			a.report(i, CodeNoRule, "call of '"+t.Fn.Name+"' with another type than its own", "call it as what it is")
		}
	case pointsto.ToIndirect:
		a.checkLost(i, t)
		a.seedIndirect(i, t, c)
		if c.Active && i.FnType().Variadic {
			a.checkVariables(i, len(i.FnType().Fields), "of a call through a pointer")
		}
	case pointsto.ToUnknown:
		if a.unknownMatters(i, t) {
			c.Active = true
			a.noRule(i, t)
		}
	case pointsto.ToAsm:
		if a.unknownMatters(i, t) {
			c.Active = true
			a.report(i, CodeAsm, "inline assembly works on active data", "write in code what it computes, or use an intrinsic")
		}
	}
	c.Writes = c.Active && a.writesShadowed(i, t)
	c.Lost = c.Active && a.lostByThrow(i, t)
	c.MayEscape = t.Kind == pointsto.ToDefined || t.Kind == pointsto.ToIndirect || t.Kind == pointsto.ToUnknown
	return c
}

// writesShadowed reports whether a callee may store floats in memory with a
// shadow, its own aside.
func (a *Info) writesShadowed(i *ir.Instr, t *pointsto.Target) bool {
	if t.Kind != pointsto.ToDefined && t.Kind != pointsto.ToIndirect {
		return false
	}
	for _, sum := range a.sol.p.SummariesAt(i, t) {
		for _, fl := range sum.Floats {
			if fl.To.Kind == pointsto.EndRet || fl.To.Kind == pointsto.EndFreshMem {
				continue
			}
			for _, o := range a.sol.g.reach(i, t, fl.To) {
				if a.sol.shadow[o] {
					return true
				}
			}
		}
	}
	return false
}

// seedCall gives the seed of a call of a function with a body.
func (a *Info) seedCall(i *ir.Instr, t *pointsto.Target, c *CallInfo) {
	s := a.sol
	sum := s.env.Summary(t.Fn)
	touched := sum.Touched(i.NumCallArgs())
	c.Seed = signature.Seed{Params: make([]signature.Kind, i.NumCallArgs())}
	for k := range i.NumCallArgs() {
		v := i.Arg(k)
		switch {
		case s.hasShadow(v) && touched[k]:
			c.Seed.Params[k] = signature.Dup
			c.Active = true
			l := s.p.Pointees(v)
			c.Seed.Mixed = c.Seed.Mixed || !s.wholly(l) || a.Seed.Mixed && s.reachesExternal(l)
		case a.Active(v) && a.matters(i, t, sum, pointsto.End{Kind: pointsto.EndArg, Arg: k}):
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
	for _, fl := range sum.Floats {
		c.Active = c.Active || s.symActive(fl.From) || s.symActive(fl.To)
	}
	for _, e := range sum.Writes {
		c.Active = c.Active || s.symActive(e)
	}
	if c.Active {
		a.tell(i, t.Fn)
	}
}

// matters reports whether what a callee does with the data from one end reaches
// anything active.
func (a *Info) matters(i *ir.Instr, t *pointsto.Target, sum *pointsto.Summary, from pointsto.End) bool {
	for _, fl := range sum.Floats {
		if fl.From != from {
			continue
		}
		if fl.To.Kind == pointsto.EndRet {
			if a.Active(i) {
				return true
			}
			continue
		}
		for _, o := range a.sol.g.reach(i, t, fl.To) {
			if a.sol.shadow[o] {
				return true
			}
		}
	}
	return false
}

// seedIndirect gives the seed of an indirect call. It depends on types alone,
// so that whoever takes the address of a function knows it.
func (a *Info) seedIndirect(i *ir.Instr, t *pointsto.Target, c *CallInfo) {
	if !a.sol.indirectActive(i, t) {
		return
	}
	c.Active = true
	c.Seed = signature.Seed{Params: make([]signature.Kind, i.NumCallArgs()), Mixed: true, Ret: i.Typ.HasFloat(), RetShadow: i.Typ.HasPtr()}
	for k := range c.Seed.Params {
		c.Seed.Params[k] = signature.DefaultKind(i.Arg(k).Type())
	}
	var causes []string
	for _, t := range a.sol.p.Pointees(i.Callee()) {
		if !a.sol.shadow[t.Obj] && a.sol.p.MayBeCode(t.Obj) {
			causes = append(causes, "it may point to "+a.objectName(t.Obj).String())
		}
	}
	if causes != nil {
		d := ir.DiagAt(i, shadowrt.CodeIndirect, "indirect call on active data through a pointer that may have no shadow")
		d.Causes = causes
		d.Hint = "pass the function pointer, or the memory that holds it, as dup"
		a.diags = append(a.diags, d)
	}
	for _, fn := range t.Callees {
		a.tell(i, fn)
	}
}

// indirectActive reports whether an indirect call moves active data.
func (s *solution) indirectActive(i *ir.Instr, t *pointsto.Target) bool {
	if n := s.p.Index.At(i); i.Typ.Kind != ir.VoidKind && (s.active(n) && s.g.carries(i) || s.hasShadow(i)) {
		return true
	}
	for _, v := range i.CallArgs() {
		if n, ok := s.p.Index.Of(v); ok && s.active(n) && s.g.carries(v) || s.hasShadow(v) {
			return true
		}
	}
	for _, sum := range s.p.SummariesAt(i, t) {
		for _, fl := range sum.Floats {
			if s.symActive(fl.From) || s.symActive(fl.To) {
				return true
			}
		}
	}
	return false
}

// wholly reports whether everything reachable from the addresses has a shadow
// or cannot hold floats.
func (s *solution) wholly(l pointsto.AddrSet) bool {
	for _, o := range s.p.Reachable(l) {
		if !s.shadow[o] && s.p.Objs[o].Kind != pointsto.ObjFunc && !s.p.FloatFree(o) {
			return false
		}
	}
	return true
}

// reachesExternal reports whether memory that came in through a parameter or a variable can be
// reached from the addresses: an iterator's copy holds what it was given.
func (s *solution) reachesExternal(l pointsto.AddrSet) bool {
	return slices.ContainsFunc(s.p.Reachable(l), s.handedIn)
}

// symActive reports whether an end is the memory of a variable with a shadow.
func (s *solution) symActive(e pointsto.End) bool {
	if e.Kind != pointsto.EndSymMem {
		return false
	}
	o, ok := s.p.ObjOf[e.Sym]
	return ok && s.shadow[o]
}

// unknownMatters reports whether a call of a function that is not known moves
// active data.
func (a *Info) unknownMatters(i *ir.Instr, t *pointsto.Target) bool {
	if i.Typ.Kind != ir.VoidKind && (a.Active(i) || i.Typ.HasPtr() && a.sol.hasShadow(i)) {
		return true
	}
	writes := pointsto.OutsiderAt(i, t.Fn).Writes
	for k, v := range i.CallArgs() {
		switch {
		case a.Active(v) && writes:
			return true
		case a.sol.hasShadow(v) && writes && !pointsto.ArgHas(i, t.Fn, k, "readonly") && !pointsto.ArgHas(i, t.Fn, k, "readnone"):
			return true
		}
	}
	return false
}

func (a *Info) noRule(i *ir.Instr, t *pointsto.Target) {
	d := ir.DiagAt(i, CodeNoRule, "call to '%s' has no body and no rule", t.Fn.Name)
	for _, v := range i.CallArgs() {
		if a.Active(v) || a.sol.hasShadow(v) {
			d.Causes = append(d.Causes, a.Reason(v)...)
			break
		}
	}
	if len(d.Causes) == 0 {
		d.Causes = a.Reason(i)
	}
	d.Hint = rules.MissingHelp(t.Fn)
	if like := rules.Overloaded(t.Fn); like != "" {
		d.Hint = "'" + like + "' of the C library has a rule, its overload with the symbol " + t.Fn.Name + " has none: call that, give its IR, or register it as like '" + like + "' (function_like)"
	}
	a.diags = append(a.diags, d)
}

func (a *Info) report(i *ir.Instr, code, message, hint string) {
	d := ir.DiagAt(i, code, "%s", message)
	d.Hint = hint
	a.diags = append(a.diags, d)
}

// CallInfo is how a call takes part in differentiation.
type CallInfo struct {
	Active    bool           // false: the primal call alone is right
	Known     *rules.Known   // a library function, or nil
	Callee    *ir.Function   // a function with a body or a given derivative, or nil (then an indirect call)
	Seed      signature.Seed // the callee's seed, for calls of functions with a body and indirect calls
	MayEscape bool
	Writes    bool // the callee stores floats in memory with a shadow that others see
	Lost      bool // it may throw behind such a store, and what it stored may be read where the exception is caught
	// Shadowed lists, for a callee with a given derivative, the arguments that
	// point to memory with a shadow only as far as is known here: a given
	// derivative does not compare the two, so the call must not come to pass
	// with a shadow that is the memory itself.
	Shadowed []int
}
