package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/pointsto"
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
func (e *Env) summarizeGiven(f *ir.Function) *pointsto.Summary {
	s := &pointsto.Summary{}
	if !f.IsDecl {
		s = e.summarizeBody(f)
	} else {
		s.Declared(f)
	}
	g := rules.GivenOf(f)
	if g.Writes != nil {
		s.Floats = nil
		s.Writes = slices.DeleteFunc(s.Writes, func(w pointsto.End) bool { return w.Kind == pointsto.EndMem && !slices.Contains(g.Writes, w.Arg) })
	}
	have := map[pointsto.FloatFlow]bool{}
	for _, fl := range s.Floats {
		have[fl] = true
	}
	to := []pointsto.End{{Kind: pointsto.EndRet}}
	for _, w := range s.Writes {
		if w.Kind == pointsto.EndMem {
			to = append(to, w)
		}
	}
	for k, p := range f.Params {
		var from []pointsto.End
		if p.Typ.HasFloat() {
			from = append(from, pointsto.End{Kind: pointsto.EndArg, Arg: k})
		}
		if p.Typ.HasPtr() {
			from = append(from, pointsto.End{Kind: pointsto.EndMem, Arg: k})
		}
		if g.Reads != nil && !slices.Contains(g.Reads, k) {
			from = nil
		}
		for _, a := range from {
			for _, b := range to {
				if fl := (pointsto.FloatFlow{From: a, To: b}); a != b && !have[fl] {
					s.Floats = append(s.Floats, fl)
				}
			}
		}
	}
	return s
}

// givenArguments gives shadows to the local memory that active calls of
// functions with given derivatives get: those take one for every pointer. It
// reports whether there was any without.
func (s *solution) givenArguments(set func(int32)) bool {
	p := s.p
	grown := false
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			t, ok := p.Targets[i]
			if !ok || !t.Given || rules.GivenOf(t.Fn).Partial(s.env.Forward) || !s.indirectActive(i, t) {
				continue
			}
			for _, v := range i.CallArgs() {
				for _, a := range p.Pointees(v) {
					if !s.shadow[a.Obj] && s.mayGain(a.Obj) {
						set(a.Obj)
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
func (a *Info) seedGiven(i *ir.Instr, t *pointsto.Target, c *CallInfo) {
	c.Callee = t.Fn
	if !a.sol.indirectActive(i, t) {
		return
	}
	c.Active = true
	c.Seed = signature.GivenSeed(t.Fn.Typ)
	if rules.GivenOf(t.Fn).Partial(a.env.Forward) {
		for k, v := range i.CallArgs() {
			if kind := c.Seed.Params[k]; kind == signature.Out && !a.Active(v) || kind == signature.Dup && !a.sol.hasShadow(v) {
				c.Seed.Params[k] = signature.Const
			}
		}
		return
	}
	for k, v := range i.CallArgs() {
		if !a.sol.p.MayPoint(v) || !v.Type().HasPtr() || !a.sol.floatsBehind(v) {
			continue
		}
		if a.sol.hasShadow(v) {
			if a.MaybeConst(v) {
				c.Shadowed = append(c.Shadowed, k)
			}
			continue
		}
		d := ir.DiagAt(i, CodeGivenShadow, "argument %d of '%s', whose derivative is registered, points to inactive memory: there is no shadow to pass", k, t.Fn.Name)
		d.Hint = "pass the memory as a dup parameter"
		a.diags = append(a.diags, d)
	}
}

// floatsBehind reports whether the memory that an address leads to holds
// floats, as far as is known; memory of which nothing is known may.
func (s *solution) floatsBehind(v ir.Value) bool {
	for _, at := range s.p.Pointees(v) {
		switch ob := &s.p.Objs[at.Obj]; ob.Kind {
		case pointsto.ObjFunc:
			continue
		case pointsto.ObjGlobal:
			if g := ob.Site.(*ir.Global); g.IsConst() && !g.ValueType.HasFloat() {
				continue
			}
		}
		if s.g.ty.mem[at.Obj].MayHoldFloats() {
			return true
		}
	}
	return false
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
