package markers

import (
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/pipeline"
)

// wrapperFunc is a function with the calling shape of one marker call, and the
// arguments that the call passes to it.
type wrapperFunc struct {
	fn   *ir.Function
	args []ir.Value
}

// wrapping builds a wrapper: stack slots for gradients and tangents by value,
// the call of the derivative, and its results in the shape the call expects.
type wrapping struct {
	m       *marker
	r       *pipeline.Result
	b       *ir.Builder
	actuals []ir.Value  // of the marker call
	formals []*ir.Param // of the wrapper, one for each actual
	grads   []ir.Value  // slots that receive the gradients of Out parameters, in order, those of a parameter lane by lane
	primal  ir.Value    // slot of a result that f stores through a pointer
	tangent []ir.Value  // slots of the tangents of such a result
	ret     ir.Value    // slot of the tangents of f's result
	layout  *ir.Layout  //
	results []ir.Value  // what the call is to get, in order
}

// wrapper makes the function that takes the place of a marker function at one
// call.
func (l *Lowering) wrapper(m *marker, r *pipeline.Result) (*wrapperFunc, error) {
	w := &wrapping{m: m, r: r, layout: l.d.M.Layout}
	w.collect()
	return w.make("llad."+m.mode.String()+".", w.body)
}

// make makes a wrapper with the parameters that collect found.
func (w *wrapping) make(prefix string, body func() error) (*wrapperFunc, error) {
	mod, m := w.m.callee.Module, w.m
	types := make([]*ir.Type, len(w.actuals))
	for k, a := range w.actuals {
		types[k] = a.Type()
	}
	name := mod.FreshSymbol(diag.Spelled(prefix + diag.PlainName(m.callee.Name)))
	fn := mod.AddFunc(name, mod.FuncType(m.call.Typ, types...))
	fn.Prefix, fn.IsDecl = "internal", false
	w.formals = fn.Params
	w.b = ir.NewBuilder(fn.NewBlock("entry"))
	if err := body(); err != nil {
		mod.Remove(fn)
		return nil, err
	}
	return &wrapperFunc{fn: fn, args: w.actuals}, nil
}

// collect lists the values that the wrapper needs: the result pointer, then
// each parameter's primal, shadows and stride.
func (w *wrapping) collect() {
	if w.m.sret != nil {
		w.actuals = append(w.actuals, w.m.sret)
	}
	for _, p := range w.m.params {
		if p.primal == nil {
			continue
		}
		w.actuals = append(w.actuals, p.primal)
		w.actuals = append(w.actuals, p.shadows...)
		if p.stride != nil {
			w.actuals = append(w.actuals, p.stride)
		}
	}
	for _, v := range []ir.Value{w.m.adjoint, w.m.tape} {
		if v != nil {
			w.actuals = append(w.actuals, v)
		}
	}
}

func (w *wrapping) body() error {
	formals := w.formals
	next := func() ir.Value { p := formals[0]; formals = formals[1:]; return p }
	var into ir.Value
	if w.m.sret != nil {
		into = next()
	}
	args := make([]ir.Value, len(w.r.Sig.Params))
	for k := range w.m.params {
		if err := w.param(k, next, args); err != nil {
			return err
		}
	}
	f := w.m.callee
	if last := w.r.Sig.Last(); last >= 0 {
		if w.m.mode == pipeline.Reverse {
			for lane := range w.m.width {
				args[w.r.Sig.SeedOf(lane)] = ones(f.Typ.Ret)
			}
		} else {
			w.ret = w.slot(f.Module.Types.Array(f.Typ.Ret, int64(w.m.width)))
			args[last] = w.b.GEP(f.Module.Types.Array(f.Typ.Ret, int64(w.m.width)), w.ret, ir.NewInt(ir.I64, 0), ir.NewInt(ir.I64, 0))
		}
	}
	if w.m.kind == markReplay {
		tape := next()
		if w.m.allocated >= 0 {
			tape = w.b.Load(f.Module.Ptr(), tape, 1)
		}
		args = append(args, w.b.Cast(ir.BitCast, tape, f.Module.Ptr()), ir.NewBool(w.m.keepTape))
	}
	call := w.b.CallFunc(w.r.Func, args...)
	w.passAttrs(call)
	w.gather(call)
	return w.deliver(into)
}

// passAttrs repeats at the call what the signature says about how arguments
// are passed.
func (w *wrapping) passAttrs(call *ir.Instr) {
	attrs := make([]string, len(w.r.Sig.Params))
	some := false
	for k, p := range w.r.Sig.Params {
		attrs[k] = p.Attrs
		some = some || p.Attrs != ""
	}
	if some {
		call.Extra().ArgAttrs = attrs
	}
}

// param fills in what the derivative takes for parameter k of f.
func (w *wrapping) param(k int, next func() ir.Value, args []ir.Value) error {
	mp, sig := w.m.params[k], w.r.Sig
	p := w.m.callee.Params[k]
	if mp.primal == nil {
		return w.resultPointer(k, args)
	}
	v, err := w.value(mp, next(), k)
	if err != nil {
		return err
	}
	args[sig.Primal(k)] = v
	var shadows []ir.Value
	for range mp.shadows {
		s, err := w.convert(next(), p.Typ, k)
		if err != nil {
			return err
		}
		shadows = append(shadows, s)
	}
	if mp.stride != nil {
		stride, err := w.convert(next(), ir.I64, k)
		if err != nil {
			return err
		}
		base := shadows[0]
		for lane := 1; lane < w.m.width; lane++ {
			shadows = append(shadows, w.b.Offset(base, w.b.Mul(stride, ir.NewInt(ir.I64, int64(lane)))))
		}
	}
	switch {
	case w.m.seed.Params[k] == signature.Const:
	case w.m.mode == pipeline.Reverse && w.m.seed.Params[k] == signature.Out:
		for lane := range w.m.width {
			s := w.slot(p.Typ)
			w.grads = append(w.grads, s)
			args[sig.Shadow(k, lane)] = s
		}
	default:
		for lane, s := range shadows {
			args[sig.Shadow(k, lane)] = s
		}
	}
	return nil
}

// resultPointer makes room for a result that f stores through its first
// parameter. In reverse mode every float of it has the adjoint one, as the
// result of a function that returns a float has.
func (w *wrapping) resultPointer(k int, args []ir.Value) error {
	t, ok := w.m.callee.Params[k].TypeAttr("sret")
	if !ok {
		return ir.DiagAt(w.m.call, codeMarkerType, "the type of the result of '%s' is not known", diag.Demangled(w.m.callee))
	}
	w.primal = w.slot(t)
	args[w.r.Sig.Primal(k)] = w.primal
	for lane := range w.m.width {
		s := w.slot(t)
		if w.m.mode == pipeline.Reverse {
			w.b.Store(ones(t), s, 0)
		}
		w.tangent = append(w.tangent, s)
		args[w.r.Sig.Shadow(k, lane)] = s
	}
	return nil
}

// slot is zeroed stack memory for a value of type t.
func (w *wrapping) slot(t *ir.Type) ir.Value {
	s := w.b.Alloca(t, nil, 0)
	w.b.Store(ir.Zero(t), s, 0)
	return s
}

// ones is the constant of type t with every float 1 and everything else zero.
func ones(t *ir.Type) ir.Value {
	switch {
	case t.IsFP():
		return ir.NewFloat(t, 1)
	case t.Kind == ir.StructKind && t.HasFloat():
		c := &ir.Const{Kind: ir.ConstStruct, Typ: t}
		for _, f := range t.Fields {
			c.Elems = append(c.Elems, ones(f))
		}
		return c
	case t.Kind == ir.ArrayKind && t.HasFloat():
		c := &ir.Const{Kind: ir.ConstArray, Typ: t}
		for range t.Len {
			c.Elems = append(c.Elems, ones(t.Elem))
		}
		return c
	}
	return ir.Zero(t)
}

// convert makes of an argument what parameter k takes: a float that a variadic
// call widened is narrowed again, integers likewise.
func (w *wrapping) convert(v ir.Value, want *ir.Type, k int) (ir.Value, error) {
	if c := w.converted(v, want); c != nil {
		return c, nil
	}
	return nil, ir.DiagAt(w.m.call, codeMarkerType, "parameter %s of '%s' has type %s, but the call passes %s",
		diag.ParamLabel(w.m.callee, k), diag.Demangled(w.m.callee), want, v.Type())
}

// value is the primal of parameter k out of what the call passes for it.
func (w *wrapping) value(mp markerParam, v ir.Value, k int) (ir.Value, error) {
	if mp.byRef {
		return w.b.Load(w.m.callee.Params[k].Typ, v, 1), nil
	}
	return w.convert(v, w.m.callee.Params[k].Typ, k)
}

// convertTo is convert for the adjoint of the result.
func (w *wrapping) convertTo(v ir.Value, want *ir.Type) (ir.Value, error) {
	if c := w.converted(v, want); c != nil {
		return c, nil
	}
	return nil, ir.DiagAt(w.m.call, codeMarkerType, "'%s' returns %s, but the call passes %s as its adjoint", diag.Demangled(w.m.callee), want, v.Type())
}

func (w *wrapping) converted(v ir.Value, want *ir.Type) ir.Value {
	have := v.Type()
	switch {
	case ir.Same(have, want):
		return v
	case have.IsFloat() && want.IsFloat():
		return w.castFloat(v, want)
	case have.IsInt() && want.IsInt():
		if have.Bits > want.Bits {
			return w.b.Cast(ir.Trunc, v, want)
		}
		return w.b.Cast(ir.SExt, v, want)
	case have.IsInt() && want.IsPtr():
		return w.b.Cast(ir.IntToPtr, v, want)
	}
	return nil
}

var floatBits = map[ir.Kind]int{
	ir.HalfKind: 16, ir.BFloatKind: 17, ir.FloatKind: 32, ir.DoubleKind: 64, ir.X86FP80Kind: 80, ir.FP128Kind: 128, ir.PPCFP128Kind: 127,
}

func (w *wrapping) castFloat(v ir.Value, want *ir.Type) ir.Value {
	if floatBits[v.Type().Kind] > floatBits[want.Kind] {
		return w.b.Cast(ir.FPTrunc, v, want)
	}
	return w.b.Cast(ir.FPExt, v, want)
}

// gather collects the results: the primal one when the call wants it, then the
// derivatives.
func (w *wrapping) gather(call *ir.Instr) {
	add := func(v ir.Value) { w.results = append(w.results, v) }
	f := w.m.callee
	if w.m.primalReturn {
		switch {
		case w.primal != nil:
			t, _ := f.Params[0].TypeAttr("sret")
			add(w.b.Load(t, w.primal, 0))
		case call.Typ != ir.Void:
			add(call)
		}
	}
	if w.m.mode == pipeline.Reverse {
		n := 0
		for k, kind := range w.m.seed.Params {
			if kind == signature.Out {
				for range w.m.width {
					add(w.b.Load(f.Params[k].Typ, w.grads[n], 0))
					n++
				}
			}
		}
		return
	}
	for _, s := range w.tangent {
		t, _ := f.Params[0].TypeAttr("sret")
		add(w.b.Load(t, s, 0))
	}
	if w.ret != nil && (w.m.seed.Ret || w.m.seed.RetShadow) {
		array := f.Module.Types.Array(f.Typ.Ret, int64(w.m.width))
		for lane := range w.m.width {
			p := w.b.GEP(array, w.ret, ir.NewInt(ir.I64, 0), ir.NewInt(ir.I64, int64(lane)))
			add(w.b.Load(f.Typ.Ret, p, 0))
		}
	}
}

// deliver returns the results, or stores them through into, in the shape that
// the call expects: one alone as it is, several as the members of a struct,
// copied bit by bit.
func (w *wrapping) deliver(into ir.Value) error {
	want := w.m.call.Typ
	if into != nil {
		if err := w.fits(w.m.sretT); err != nil {
			return err
		}
		w.storeAll(into)
		w.b.Ret(nil)
		return nil
	}
	switch {
	case want == ir.Void:
		w.b.Ret(nil)
		return nil
	case len(w.results) == 0:
		w.b.Ret(ir.Zero(want))
		return nil
	case len(w.results) == 1 && ir.Same(w.results[0].Type(), want):
		w.b.Ret(w.results[0])
		return nil
	case len(w.results) == 1 && w.results[0].Type().IsFloat() && want.IsFloat():
		w.b.Ret(w.castFloat(w.results[0], want))
		return nil
	}
	if err := w.fits(want); err != nil {
		return err
	}
	s := w.slot(want)
	w.storeAll(s)
	w.b.Ret(w.b.Load(want, s, 0))
	return nil
}

// record is the struct that holds all results as C lays it out.
func (w *wrapping) record() *ir.Type {
	var fields []*ir.Type
	for _, v := range w.results {
		fields = append(fields, v.Type())
	}
	return w.m.callee.Module.Struct(fields...)
}

func (w *wrapping) fits(t *ir.Type) error {
	if t == nil {
		return ir.DiagAt(w.m.call, codeMarkerType, "the type of the call's result is not known")
	}
	rec := w.record()
	need, room := w.layout.AllocSize(rec), w.layout.AllocSize(t)
	if need <= room {
		return nil
	}
	d := ir.DiagAt(w.m.call, codeMarkerResult, "the call returns %d derivatives in %d bytes, but its result has only %d", len(w.results), need, room)
	d.Hint = "declare it to return a struct of " + rec.String()
	return d
}

func (w *wrapping) storeAll(into ir.Value) {
	rec := w.record()
	for k, v := range w.results {
		p := w.b.Offset(into, ir.NewInt(ir.I64, w.layout.FieldOffset(rec, k)))
		w.b.Store(v, p, 1)
	}
}
