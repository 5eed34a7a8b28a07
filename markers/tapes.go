package markers

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/pipeline"
)

// tapes are those that tangents may be taken from. What the augmented primal of
// such a function has to keep is known when all marker calls have been read:
// until then they are calls of functions without a body.
type tapes struct {
	callees map[*ir.Function]bool // functions that replays name
	any     bool                  // some replay does not say which
	uses    map[string]*tapeUse
	order   []*tapeUse
}

// tapeUse is a function, which of its parameters are active, and how many
// tangents there are at once.
type tapeUse struct {
	f      *ir.Function
	width  int
	kinds  []signature.Kind // in reverse mode
	bound  bool
	kind   *ir.Global // its address tells the tape
	halves halves
	first  [markReplay + 1]*ir.Diagnostic // where the first call is that asks for something, without a message

	augment, replay *ir.Function
	check           *ir.Function    // of a sweep's shadows, nil without
	sweeps          [2]*ir.Function // the other keeps the tape
	sig             *signature.Signature
}

// mayReplay is the quick look at a module.
func mayReplay(text []byte) bool {
	return bytes.Contains(text, []byte("__enzyme_fwdsplit")) || bytes.Contains(text, []byte("__llad_replay"))
}

// sharesTape reports whether tangents may be taken from tapes of f.
func (l *Lowering) sharesTape(f *ir.Function) bool {
	if l.tapes == nil {
		l.tapes = &tapes{callees: map[*ir.Function]bool{}, uses: map[string]*tapeUse{}}
		if mayReplay(l.d.M.Src) {
			l.tapes.find(l.order)
		}
	}
	return l.tapes.any || l.tapes.callees[f]
}

// find looks for calls that take tangents from tapes.
func (t *tapes) find(in []*ir.Function) {
	for _, f := range in {
		if f.Load() != nil {
			continue
		}
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if !i.IsCall() || markerOf(i.CalledFunc()) != markReplay {
					continue
				}
				c := &argCursor{m: &marker{call: i}, args: i.CallArgs()}
				c.m.findSRet(c)
				if c.done() {
					continue
				}
				if g := resolveFunc(c.args[c.at]); g != nil {
					t.callees[g] = true
				} else {
					t.any = true
				}
			}
		}
	}
}

// shared makes the wrapper of a call that makes or reads a tape from which
// tangents may be taken.
func (l *Lowering) shared(m *marker) (*wrapperFunc, error) {
	u, err := l.tapeUse(m)
	if err != nil {
		return nil, err
	}
	if m.kind != markReplay {
		return l.splitWrapper(m, u.halves)
	}
	return l.wrapper(m, &pipeline.Result{Func: u.replay, Sig: u.sig, Mode: pipeline.Forward})
}

// tapeUse gives the functions, without bodies, that the call is to use.
func (l *Lowering) tapeUse(m *marker) (*tapeUse, error) {
	f := m.target
	key := fmt.Sprint(f.Name, " ", m.width)
	kinds := make([]signature.Kind, len(m.seed.Params))
	for k, kind := range m.seed.Params {
		if kind == signature.DupNoNeed {
			kind = signature.Dup
		}
		kinds[k] = kind
		key += fmt.Sprint(" ", kind != signature.Const)
	}
	u := l.tapes.uses[key]
	if u == nil {
		u = &tapeUse{f: f, width: m.width, kinds: kinds}
		if err := u.declare(l.d.M); err != nil {
			return nil, err
		}
		l.tapes.uses[key] = u
		l.tapes.order = append(l.tapes.order, u)
	}
	if u.first[m.kind] == nil {
		if u.bound {
			return nil, ir.DiagAt(m.call, codeNested, "tapes of '%s' take part in a derivative of their own: nothing more can be done with them", diag.Demangled(f))
		}
		u.first[m.kind] = ir.DiagAt(m.call, "", "")
	}
	return u, nil
}

// declare adds the functions to the module.
func (u *tapeUse) declare(m *ir.Module) (err error) {
	f := u.f
	u.sig, err = pipeline.Signature(f, pipeline.Forward, signature.Seed{Params: u.kinds, Ret: f.Typ.Ret.HasFloat()}, u.width)
	if err != nil {
		return err
	}
	u.kind = m.AddGlobal(m.FreshSymbol(diag.Spelled("llad.kind."+diag.PlainName(f.Name))), "internal", "global", ir.I8, ir.Zero(ir.I8))
	add := func(what string, ret *ir.Type, params ...*ir.Type) *ir.Function {
		fn := m.AddFunc(m.FreshSymbol(diag.Spelled("llad.tape."+what+diag.PlainName(f.Name))), m.FuncType(ret, params...))
		fn.Prefix = "internal"
		return fn
	}
	var types, outs []*ir.Type
	shadows := []*ir.Type{m.Ptr()}
	u.halves = halves{result: -1, shadow: -1}
	for k, p := range f.Params {
		types = append(types, p.Typ)
		switch u.kinds[k] {
		case signature.Dup:
			for range u.width {
				types = append(types, p.Typ)
			}
			if p.Typ.IsPtr() {
				shadows = append(shadows, p.Typ)
			}
		case signature.Out:
			outs = append(outs, p.Typ)
			u.halves.outs = append(u.halves.outs, k)
		}
	}
	ret := []*ir.Type{m.Ptr()}
	if f.Typ.Ret.Kind != ir.VoidKind {
		u.halves.result = 1
		ret = append(ret, f.Typ.Ret)
	}
	if f.Typ.Ret.HasPtr() {
		u.halves.shadow = 2
		ret = append(ret, f.Typ.Ret)
	}
	u.augment = add("augment.", m.Struct(ret...), types...)
	u.halves.augment = u.augment

	grads := ir.Void
	if len(outs) > 0 {
		grads = m.Struct(outs...)
	}
	sweepTypes := []*ir.Type{m.Ptr()}
	if f.Typ.Ret.HasFloat() {
		sweepTypes = append(sweepTypes, f.Typ.Ret)
	}
	if len(shadows) > 1 {
		u.check = add("check.", ir.Void, shadows...)
		u.halves.check = u.check
	}
	u.halves.sweep = func(keep bool) *ir.Function {
		n, what := 0, "sweep."
		if keep {
			n, what = 1, "sweep.keep."
		}
		if u.sweeps[n] == nil {
			u.sweeps[n] = add(what, grads, sweepTypes...)
		}
		return u.sweeps[n]
	}
	var jvp []*ir.Type
	for _, p := range u.sig.Params {
		jvp = append(jvp, p.Type)
	}
	u.replay = add("replay.", f.Typ.Ret, append(jvp, m.Ptr(), ir.I1)...)
	for k, p := range u.sig.Params {
		u.replay.Params[k].Attrs = p.Attrs
	}
	return nil
}

// bindTapes writes the bodies of what calls have asked for.
func (l *Lowering) bindTapes() error {
	if l.tapes == nil {
		return nil
	}
	var errs []error
	for _, u := range l.tapes.order {
		if u.bound {
			continue
		}
		u.bound = true
		if err := l.bind(u); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// settleTapes is asked in front of a derivative of f: tapes that f works with
// get their bodies, and there is no derivative of what takes tangents from one.
func (l *Lowering) settleTapes(f *ir.Function, at *ir.Instr) error {
	if l.tapes == nil || len(l.tapes.order) == 0 {
		return nil
	}
	found := false
	var replayed *tapeUse
	pipeline.Reach(f, func(g *ir.Function) bool {
		for _, b := range g.Blocks {
			for _, i := range b.Instrs {
				for _, u := range l.tapes.order {
					switch c := i.CalledFunc(); {
					case c == nil:
					case c == u.replay:
						replayed = u
					case c == u.augment || c == u.sweeps[0] || c == u.sweeps[1]:
						found = true
						if u.first[markReplay] != nil {
							replayed = u
						}
					}
				}
			}
		}
		return g.Load() == nil
	})
	switch {
	case replayed != nil && at != nil:
		return ir.DiagAt(at, codeNested, "'%s' works with a tape of '%s' from which tangents are taken: that has no derivative", diag.Demangled(f), diag.Demangled(replayed.f))
	case replayed != nil:
		return diag.AtFunc(f, codeNested, "'%s' works with a tape of '%s' from which tangents are taken: that has no derivative", diag.Demangled(f), diag.Demangled(replayed.f))
	case found:
		return l.bindTapes()
	}
	return nil
}
