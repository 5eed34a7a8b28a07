package markers

import (
	"maps"
	"slices"
	"strings"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
)

// The calls of Enzyme's checkpointed loops: a step and how often it is run. They
// become loops, whose memory is stated; when a loop is run again is what -cache
// and __llad_checkpoint say, not the scheme that the call names. Iterations to a
// fixed point are loops like others: derivatives are those of all iterations,
// which where they converge are those of the fixed point.

// loopCall is such a call.
type loopCall struct {
	call    *ir.Instr
	step    *ir.Function
	kind    markerKind
	counted bool       // start and number of steps are given, else the step tells whether to go on
	bounds  []ir.Value // these two
	regions []ir.Value // address, bytes, address, ...
	args    []ir.Value // of the step, behind the first
}

// loop replaces a call of a checkpointed loop.
func (l *Lowering) loop(i *ir.Instr, kind markerKind) error {
	c := &argCursor{m: &marker{call: i}, args: i.CallArgs()}
	if err := c.m.findCallee(c); err != nil {
		return err
	}
	lc := &loopCall{call: i, step: c.m.callee, kind: kind, counted: kind == markLoop}
	if err := lc.parse(c); err != nil {
		return err
	}
	w := &wrapping{m: &marker{call: i, callee: lc.step}, layout: l.d.M.Layout}
	for _, vs := range [][]ir.Value{lc.bounds, lc.regions, lc.args} {
		w.actuals = append(w.actuals, vs...)
	}
	fn, err := w.make("llad.loop.", func() error { return lc.body(w) })
	if err != nil {
		return err
	}
	l.noteScheme(i)
	replaceMarker(i, fn)
	checkpoint.DefineMarkers(l.d.M)
	l.count++
	return nil
}

// noteScheme tells that a loop is not reversed as the call i says.
func (l *Lowering) noteScheme(i *ir.Instr) {
	n := ir.DiagAt(i, codeMarkerKind, "the scheme of this loop is not asked: -cache says how much of it is kept")
	if strings.Contains(i.CalledFunc().Name, "fixed_point") {
		n.Message = "the iterations to this fixed point are differentiated one by one: how far adjoints are iterated is not asked, and -cache says how much is kept"
	}
	n.Hint = "without -cache everything is; -cache binomial:20 keeps 20 states"
	l.d.Notes = append(l.d.Notes, n)
}

// loopOptions are the options of such calls: the kind of call, none for all,
// and the number of values behind them. Those of a region are an address and a
// number of bytes.
var loopOptions = map[string]struct {
	kind   markerKind
	values int
	region bool
}{
	"scheme":            {noMarker, 2, false},
	"checkpoint_region": {noMarker, 2, true},
	"fp_state":          {markFixed, 2, true},
	"fp_reduction":      {markFixed, 1, false},
	"fp_max_iters":      {markFixed, 1, false},
	"fp_control":        {markFixed, 1, false},
}

// parse takes the arguments behind the step.
func (lc *loopCall) parse(c *argCursor) error {
	if lc.counted {
		for _, what := range []string{"the first step", "the number of steps"} {
			v, err := c.take(what)
			if err != nil {
				return err
			}
			lc.bounds = append(lc.bounds, v)
		}
	}
	for !c.done() {
		name := optionName(c.args[c.at])
		if name == "" {
			lc.args = append(lc.args, c.args[c.at])
			c.at++
			continue
		}
		o, ok := loopOptions[name]
		if !ok || o.kind != noMarker && o.kind != lc.kind {
			d := ir.DiagAt(lc.call, codeMarkerUnknown, "argument %d is '%s', a marker that is not known in this call", c.at, name)
			d.Hint = diag.DidYouMean(name, slices.Sorted(maps.Keys(loopOptions)))
			return d
		}
		c.at++
		for range o.values {
			v, err := c.take("the value of '" + name + "'")
			if err != nil {
				return err
			}
			if o.region {
				lc.regions = append(lc.regions, v)
			}
		}
	}
	f := lc.step
	switch {
	case len(f.Params) != 1+len(lc.args) || f.Typ.Variadic:
		return ir.DiagAt(lc.call, codeMarkerArgs, "'%s' takes %d arguments, but the call passes %d behind the number of the step", diag.Demangled(f), len(f.Params), len(lc.args))
	case !f.Params[0].Typ.IsInt():
		return ir.DiagAt(lc.call, codeMarkerType, "parameter %s of '%s' has type %s, not that of a step's number", diag.ParamLabel(f, 0), diag.Demangled(f), f.Params[0].Typ)
	case !lc.counted && !f.Typ.Ret.IsInt():
		return ir.DiagAt(lc.call, codeMarkerType, "'%s' returns %s: it must tell whether to go on", diag.Demangled(f), f.Typ.Ret)
	}
	return nil
}

// body writes the loop.
func (lc *loopCall) body(w *wrapping) error {
	m, b := w.m.callee.Module, w.b
	integer := func(v ir.Value) (ir.Value, error) {
		if c := w.converted(v, ir.I64); c != nil {
			return c, nil
		}
		return nil, ir.DiagAt(lc.call, codeMarkerType, "the call passes %s where a number is expected", v.Type())
	}
	from, n := ir.Value(ir.NewInt(ir.I64, 0)), ir.Value(nil)
	if lc.counted {
		var err error
		if from, err = integer(w.formal()); err != nil {
			return err
		}
		if n, err = integer(w.formal()); err != nil {
			return err
		}
	}
	state := m.Declare("__llad_state", m.FuncType(ir.Void, m.Ptr(), ir.I64))
	for range len(lc.regions) / 2 {
		at, size := w.converted(w.formal(), m.Ptr()), w.formal()
		bytes, err := integer(size)
		if err != nil || at == nil {
			return ir.DiagAt(lc.call, codeMarkerType, "a region is an address and a number of bytes")
		}
		b.CallFunc(state, at, bytes)
	}
	var args []ir.Value
	for k := range lc.args {
		v, err := w.convert(w.formal(), lc.step.Params[k+1].Typ, k+1)
		if err != nil {
			return err
		}
		args = append(args, v)
	}
	fn, entry := b.F, b.B
	body, exit := fn.NewBlock("step"), fn.NewBlock("exit")
	if lc.counted {
		b.CondBr(b.ICmp(ir.SGT, n, ir.NewInt(ir.I64, 0)), body, exit)
	} else {
		b.Br(body)
	}
	b.AtEnd(body)
	k := b.Phi(ir.I64)
	k.AddIncoming(ir.NewInt(ir.I64, 0), entry)
	number := w.converted(b.Add(from, k), lc.step.Params[0].Typ)
	got := b.CallFunc(lc.step, append([]ir.Value{number}, args...)...)
	attrs := make([]string, len(lc.step.Params))
	for k, p := range lc.step.Params {
		attrs[k] = p.Attrs
	}
	got.Extra().ArgAttrs = attrs
	next := b.Add(k, ir.NewInt(ir.I64, 1))
	k.AddIncoming(next, body)
	if lc.counted {
		b.CondBr(b.ICmp(ir.SLT, next, n), body, exit)
	} else {
		b.CondBr(b.ICmp(ir.NE, got, ir.NewInt(got.Typ, 0)), body, exit)
	}
	b.AtEnd(exit)
	return w.deliver(nil)
}

// extent replaces a call that tells how many bytes there are behind an address.
func (l *Lowering) extent(i *ir.Instr) error {
	if i.NumCallArgs() < 2 || !i.Arg(0).Type().IsPtr() || !i.Arg(1).Type().IsInt() {
		return ir.DiagAt(i, codeMarkerArgs, "'%s' takes an address and a number of bytes", diag.Demangled(i.CalledFunc()))
	}
	m := l.d.M
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	n := i.Arg(1)
	if n.Type().Bits < 64 {
		n = b.Cast(ir.SExt, n, ir.I64)
	}
	b.CallFunc(m.Declare("__llad_state", m.FuncType(ir.Void, m.Ptr(), ir.I64)), b.Cast(ir.BitCast, i.Arg(0), m.Ptr()), n)
	replaceCall(i, ir.Zero(i.Typ))
	checkpoint.DefineMarkers(m)
	l.count++
	return nil
}
