package transport

import (
	"slices"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// Derive makes the gradient (forward: the tangent) of f under the given name, in the form of
// sig, one adjoint or tangent at a time. Errors are *ir.Diagnostic, or several of them joined;
// the module is then not to be written.
func Derive(m *ir.Module, f *ir.Function, sig *signature.Signature, forward bool, name string) (*ir.Function, error) {
	if err := supported(f, sig); err != nil {
		return nil, err
	}
	t := New(m, forward)
	fn := m.AddFunc(name, sig.FuncType())
	for k, p := range sig.Params {
		fn.Params[k].Name, fn.Params[k].Attrs = p.Name, p.Attrs
	}
	g := t.form(f, true)
	w := &wrapper{t: t, sig: sig, f: f, fn: fn, b: ir.NewBuilder(fn.NewBlock("entry"))}
	fn.IsDecl = false
	w.write(g.fn)
	if err := t.finish(); err != nil {
		return nil, err
	}
	w.close()
	return fn, nil
}

// supported refuses what the form of names does not offer.
func supported(f *ir.Function, sig *signature.Signature) error {
	bad := func(format string, args ...any) error { return untraced(f, format, args...) }
	if sig.Width > 1 {
		return bad("several adjoints or tangents at once have no traced form")
	}
	if t := f.Typ.Ret; t.Kind != ir.VoidKind && (sig.Seed.Ret || sig.Seed.RetShadow) && !t.IsFloat() {
		return bad("the derivative of a result of type %s has no traced form", t)
	}
	for k, p := range f.Params {
		if sig.Seed.Params[k] != signature.Const && !p.Typ.IsFloat() && !p.Typ.IsPtr() {
			return bad("an active parameter of type %s has no traced form", p.Typ)
		}
		if sig.Seed.Params[k] != signature.Const && byval(p.Attrs) != "" {
			return bad("an active parameter that is copied has no traced form")
		}
	}
	return nil
}

// wrapper writes the function that is asked for around the traced form.
type wrapper struct {
	t      *Trace
	sig    *signature.Signature
	f, fn  *ir.Function
	b      *ir.Builder
	places map[int]ir.Value // of active floats by value
	ends   *ir.Block
	result ir.Value

	enter, leave *ir.Function // what is done with variables, handed the table of an outer sweep
}

func (w *wrapper) call(name string, args ...ir.Value) ir.Value {
	return w.b.CallFunc(w.t.run.fn(name), args...)
}

// saved are the variables of a sweep, which an outer one goes on with.
var saved = []string{"names.base", "names.first", "names.chunk", "names.table", "names.room", "names.cell", "names.cellname", "names.bad", "names.seen"}

func (w *wrapper) write(g *ir.Function) {
	b := w.b
	state := make([]ir.Value, len(saved))
	for k, name := range saved {
		state[k] = b.Load(ir.I64, w.t.run.variable(name), 8)
	}
	outer := state[slices.Index(saved, "names.table")]
	w.enter = w.aside("enter")
	b.CallFunc(w.enter, outer)
	w.call("llad.names.begin")
	w.places = map[int]ir.Value{}
	n := len(w.f.Params)
	args := make([]ir.Value, 2*n)
	for k, p := range w.f.Params {
		args[k] = w.fn.Params[w.sig.Primal(k)]
		args[n+k] = w.shadow(k, p.Typ)
	}
	r := b.CallFunc(g, args...)
	if byvalArgs(w.f) {
		r.Extra().ArgAttrs = make([]string, 2*n)
		for k, p := range w.f.Params {
			r.X.ArgAttrs[k] = byval(p.Attrs)
		}
	}
	if w.f.Typ.Ret.Kind != ir.VoidKind {
		w.result = b.ExtractValue(r, 0)
	}
	if w.sig.Seed.Ret {
		w.seed(w.placeOf(b.ExtractValue(r, 1)))
	}
	if !w.t.forward {
		w.call("llad.names.sweep")
		for k, p := range w.f.Params {
			if place := w.places[k]; place != nil {
				out := w.fn.Params[w.sig.Shadow(k, 0)]
				d := w.converted(w.call("llad.names.get", place), p.Typ)
				b.Store(b.FAdd(b.Load(p.Typ, out, 0), d), out, 0)
			}
		}
	}
	w.ends = b.B
	w.call("llad.names.end")
	w.leave = w.aside("leave")
	b.CallFunc(w.leave, outer)
	for k, name := range saved {
		b.Store(state[k], w.t.run.variable(name), 8)
	}
}

// aside is a function that is called before or behind the sweep.
func (w *wrapper) aside(name string) *ir.Function {
	f := w.t.m.AddFunc(w.t.run.prefix+name, w.t.m.FuncType(ir.Void, ir.I64))
	f.Prefix, f.Suffix = "internal", "nounwind"
	return f
}

// close ends the function, once it is known whether exceptions are thrown, and what variables
// have shadows.
func (w *wrapper) close() {
	list := w.t.variables()
	w.t.finder()
	whileOutermost(w.enter, func(b *ir.Builder) { w.t.enter(b, list) })
	whileOutermost(w.leave, func(b *ir.Builder) { w.t.leave(b, list) })
	w.b.AtEnd(w.ends)
	w.t.forget(w.b)
	w.b.Ret(w.result)
}

func byvalArgs(f *ir.Function) bool {
	for _, p := range f.Params {
		if byval(p.Attrs) != "" {
			return true
		}
	}
	return false
}

// shadow is the shadow of parameter k that the traced form is handed.
func (w *wrapper) shadow(k int, t *ir.Type) ir.Value {
	b := w.b
	none := ir.Zero(w.t.shadowType(t))
	at := w.sig.Shadow(k, 0)
	switch {
	case at < 0:
		return none
	case t.IsPtr():
		p := b.Cast(ir.PtrToInt, w.fn.Params[at], ir.I64)
		return b.Cast(ir.IntToPtr, w.call("llad.word.mark", p), t)
	case w.t.forward:
		w.places[k] = w.call("llad.names.put", w.double(w.fn.Params[at]))
	default:
		zero := ir.NewFloat(ir.Double, 0)
		w.places[k] = w.call("llad.names.node", ir.NewInt(ir.I32, 0), zero, ir.NewInt(ir.I32, 0), zero)
	}
	if t.Kind == ir.FloatKind {
		return w.call("llad.names.name32", w.places[k])
	}
	return w.call("llad.names.name64", w.places[k])
}

func (w *wrapper) placeOf(name ir.Value) ir.Value {
	line := w.t.run.text("the result of '" + w.f.SourceName() + "' is made of the bits of an active float: no derivative is known")
	if name.Type() == ir.I32 {
		return w.call("llad.names.place32", name, line)
	}
	return w.call("llad.names.place64", name, line)
}

// seed begins the sweep with the adjoint of the result, or gives its tangent.
func (w *wrapper) seed(place ir.Value) {
	last := w.fn.Params[w.sig.Last()]
	if !w.t.forward {
		w.call("llad.names.seed", place, w.double(last))
		return
	}
	w.b.Store(w.converted(w.call("llad.names.get", place), w.f.Typ.Ret), last, 0)
}

func (w *wrapper) double(v ir.Value) ir.Value {
	switch v.Type().Kind {
	case ir.DoubleKind:
		return v
	case ir.FloatKind:
		return w.b.Cast(ir.FPExt, v, ir.Double)
	}
	return w.b.Cast(ir.FPTrunc, v, ir.Double)
}

func (w *wrapper) converted(v ir.Value, t *ir.Type) ir.Value {
	switch t.Kind {
	case ir.DoubleKind:
		return v
	case ir.FloatKind:
		return w.b.Cast(ir.FPTrunc, v, t)
	}
	return w.b.Cast(ir.FPExt, v, t)
}
