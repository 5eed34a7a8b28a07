package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// summarizeGiven is the summary of a function whose derivative the program
// gives. What its body says of types, addresses and what it writes holds; but
// that floats do not get from one place to another is not for the body to say:
// the derivative may be given just because the body hides it (bit operations, a
// library without IR). Without a body only floats are moved, into whatever is
// behind parameters that are not readonly.
func (e *Env) summarizeGiven(f *ir.Function) *summary {
	s := &summary{}
	if !f.IsDecl {
		s = e.summarizeBody(f)
	} else {
		s.declared(f)
	}
	g := rules.GivenOf(f)
	if g.Writes != nil {
		s.floats = nil
		s.writes = slices.DeleteFunc(s.writes, func(w end) bool { return w.kind == endMem && !slices.Contains(g.Writes, w.arg) })
	}
	have := map[floatFlow]bool{}
	for _, fl := range s.floats {
		have[fl] = true
	}
	to := []end{{kind: endRet}}
	for _, w := range s.writes {
		if w.kind == endMem {
			to = append(to, w)
		}
	}
	for k, p := range f.Params {
		var from []end
		if p.Typ.HasFloat() {
			from = append(from, end{kind: endArg, arg: k})
		}
		if p.Typ.HasPtr() {
			from = append(from, end{kind: endMem, arg: k})
		}
		if g.Reads != nil && !slices.Contains(g.Reads, k) {
			from = nil
		}
		for _, a := range from {
			for _, b := range to {
				if fl := (floatFlow{from: a, to: b}); a != b && !have[fl] {
					s.floats = append(s.floats, fl)
				}
			}
		}
	}
	return s
}

// declared fills in what the declaration of a function tells.
func (s *summary) declared(f *ir.Function) {
	for k, p := range f.Params {
		if !p.Typ.HasPtr() {
			continue
		}
		mem := end{kind: endMem, arg: k}
		if !p.HasAttr("readonly") && !p.HasAttr("readnone") {
			s.writes = append(s.writes, mem)
		}
		if f.Typ.Ret.HasPtr() {
			s.ptr = append(s.ptr, ptrFlow{from: end{kind: endArg, arg: k}, to: end{kind: endRet}, stride: 1},
				ptrFlow{from: mem, to: end{kind: endRet}, stride: 1})
		}
	}
	if f.Typ.Ret.HasPtr() {
		s.ptr = append(s.ptr, ptrFlow{from: end{kind: endUnknown}, to: end{kind: endRet}, stride: 1})
	}
}

// givenArguments gives shadows to the local memory that active calls of
// functions with given derivatives get: those take one for every pointer. It
// reports whether there was any without.
func (s *solution) givenArguments(set func(int32)) bool {
	p := s.p
	grown := false
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			t, ok := p.targets[i]
			if !ok || !t.given || rules.GivenOf(t.fn).Partial(s.env.Forward) || !s.indirectActive(i, t) {
				continue
			}
			for _, v := range i.CallArgs() {
				for _, a := range p.pointees(v) {
					if !s.shadow[a.obj] && s.mayGain(a.obj) {
						set(a.obj)
						grown = true
					}
				}
			}
		}
	}
	return grown
}

// seedGiven gives the seed of a call of a function whose derivative the
// program gives. It depends on types alone, since that derivative is one
// function: every float by value is active, every pointer has a shadow. One
// that asks which parameters are active is told what is known here.
func (a *Info) seedGiven(i *ir.Instr, t *target, c *CallInfo) {
	c.Callee = t.fn
	if !a.sol.indirectActive(i, t) {
		return
	}
	c.Active = true
	c.Seed = signature.GivenSeed(t.fn.Typ)
	if rules.GivenOf(t.fn).Partial(a.env.Forward) {
		for k, v := range i.CallArgs() {
			if kind := c.Seed.Params[k]; kind == signature.Out && !a.Active(v) || kind == signature.Dup && !a.sol.hasShadow(v) {
				c.Seed.Params[k] = signature.Const
			}
		}
		return
	}
	for k, v := range i.CallArgs() {
		if !a.sol.p.mayPoint(v) || !v.Type().HasPtr() || !a.sol.floatsBehind(v) {
			continue
		}
		if a.sol.hasShadow(v) {
			if a.MaybeConst(v) {
				c.Shadowed = append(c.Shadowed, k)
			}
			continue
		}
		d := ir.DiagAt(i, CodeGivenShadow, "argument %d of '%s', whose derivative is registered, points to inactive memory: there is no shadow to pass", k, t.fn.Name)
		d.Hint = "pass the memory as a dup parameter"
		a.diags = append(a.diags, d)
	}
}

// floatsBehind reports whether the memory that an address leads to holds
// floats, as far as is known; memory of which nothing is known may.
func (s *solution) floatsBehind(v ir.Value) bool {
	for _, at := range s.p.pointees(v) {
		switch ob := &s.p.objs[at.obj]; ob.kind {
		case objFunc:
			continue
		case objGlobal:
			if g := ob.site.(*ir.Global); g.IsConst() && !g.ValueType.HasFloat() {
				continue
			}
		}
		if s.g.ty.mem[at.obj].mayHoldFloats() {
			return true
		}
	}
	return false
}

// mayHoldFloats reports whether what is known of an object's bytes includes
// floats, or nothing.
func (m *memTypes) mayHoldFloats() bool {
	any := false
	for _, off := range m.sorted() {
		for _, r := range m.exact[off] {
			any = true
			if r.class == FloatData || r.class == Mixed || r.class == Unknown {
				return true
			}
		}
	}
	for _, r := range m.strided {
		any = true
		if r.class == FloatData || r.class == Mixed || r.class == Unknown {
			return true
		}
	}
	return !any
}

// GivenMask tells a derivative that the program gives which parameters are
// active: bit k for parameter k. A pointer with a shadow is where the two
// differ. primal and shadow give the values of parameter k.
func GivenMask(b *ir.Builder, seed signature.Seed, primal, shadow func(k int) ir.Value) ir.Value {
	var mask ir.Value = ir.NewInt(ir.I64, 0)
	for k, kind := range seed.Params {
		bit := ir.NewInt(ir.I64, 1<<k)
		switch {
		case k >= 64 || kind == signature.Const:
		case kind == signature.Out:
			mask = b.Binary(ir.Or, mask, bit)
		default:
			differs := b.ICmp(ir.NE, primal(k), shadow(k))
			mask = b.Binary(ir.Or, mask, b.Select(differs, bit, ir.NewInt(ir.I64, 0)))
		}
	}
	return mask
}
