package llad

import (
	"maps"

	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse"
	"github.com/llad-ad/llad/rules"
)

// table replaces a call that asks for the shadow of a function or virtual
// table, to be put into shadow memory where the primal has it.
func (l *lowering) table(i *ir.Instr) error {
	if i.NumCallArgs() != 1 || !i.Typ.IsPtr() {
		return ir.DiagAt(i, codeMarkerArgs, "'%s' takes one address and returns one", Demangled(i.CalledFunc()))
	}
	v := constantBehind(i.Arg(0))
	if v == nil {
		d := ir.DiagAt(i, codeNoTarget, "the function or virtual table whose shadow is wanted is not known at this call")
		d.Hint = "pass a constant; an object's virtual table is one where its constructor is inlined"
		return d
	}
	if f, ok := v.(*ir.Function); ok {
		if err := l.lowerBelow(f, i); err != nil {
			return err
		}
	}
	l.tables = append(l.tables, funcsIn(v)...)
	analysis := newAnalysis(l.d.M)
	env := l.d.reverseEnvWith(analysis)
	sh, err := reverse.Table(env, v)
	if err != nil {
		return err
	}
	if sh == nil {
		return ir.DiagAt(i, codeNoTarget, "there is nothing in %s that has a derivative", v.Ident())
	}
	if !ir.Same(sh.Type(), i.Typ) { // typed pointers
		sh = &ir.Const{Kind: ir.ConstExpr, Typ: i.Typ, Op: ir.BitCast, Elems: []ir.Value{sh}}
	}
	for _, f := range funcsIn(v) {
		for _, g := range l.named(f) {
			if analysis.Varied(g) || slices.Contains(env.Shadowed(), g) {
				l.shadowed = append(l.shadowed, g)
			}
		}
	}
	replaceCall(i, sh)
	l.count++
	return nil
}

// constantBehind is the constant address that v is at run time, as far as
// casts and stack slots written once tell.
func constantBehind(v ir.Value) ir.Value {
	for range 16 {
		if f := resolveFunc(v); f != nil {
			return f
		}
		if _, isGlobal := v.(*ir.Global); isGlobal || ir.IsConstant(v) {
			return v
		}
		x, ok := v.(*ir.Instr)
		switch {
		case !ok:
			return nil
		case x.Op.IsCast(), x.Op == ir.Freeze:
			v = x.Arg(0)
		case x.Op == ir.Load:
			v = slotValue(x)
			if v == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// slotValue is what a load from a slot gives: all that is ever stored there, or what is
// stored in front of it; nil where that is not known.
func slotValue(load *ir.Instr) ir.Value {
	if v := onlyStored(load.Arg(0)); v != nil {
		return v
	}
	return storedBefore(load)
}

// storedBefore is what the last store in front of a load wrote to where it reads, nil
// where that is not seen in the load's block and those that it must come from.
func storedBefore(load *ir.Instr) ir.Value {
	f, size := load.Parent.Parent, load.Parent.Parent.Module.Layout.StoreSize(load.Typ)
	aliases, into := ir.NewAlias(f), f.Preds()
	b, at := load.Parent, load.Parent.Index(load)
	for range 64 {
		for k := at - 1; k >= 0; k-- {
			i := b.Instrs[k]
			if i.Op == ir.Store && i.Arg(0).Type().IsPtr() && aliases.Alias(i.Arg(1), size, load.Arg(0), size) == ir.MustAlias {
				return i.Arg(0)
			}
			if aliases.MayWrite(i, load.Arg(0), size) {
				return nil
			}
		}
		preds := into[slices.Index(f.Blocks, b)]
		if len(preds) != 1 {
			return nil
		}
		b = preds[0]
		at = len(b.Instrs)
	}
	return nil
}

// inactive replaces a call that is to have no derivative: the function is
// called through one that is registered as inactive.
func (l *lowering) inactive(i *ir.Instr) error {
	c := &argCursor{m: &marker{call: i}, args: i.CallArgs()}
	v, err := c.take("the function to be called")
	if err != nil {
		return err
	}
	f := resolveFunc(v)
	if f == nil {
		return ir.DiagAt(i, codeNoTarget, "the function to be called is not known at this call")
	}
	w := &wrapping{m: &marker{call: i, callee: f}, layout: l.d.M.Layout}
	w.actuals = i.CallArgs()[1:]
	fn, err := w.make("llad.inactive.", func() error {
		if len(w.formals) != len(f.Params) {
			return ir.DiagAt(i, codeMarkerArgs, "'%s' takes %d arguments, but the call passes %d", Demangled(f), len(f.Params), len(w.formals))
		}
		args := make([]ir.Value, len(f.Params))
		for k, p := range f.Params {
			v, err := w.convert(w.formal(), p.Typ, k)
			if err != nil {
				return err
			}
			args[k] = v
		}
		if got := w.b.CallFunc(f, args...); got.Typ.Kind != ir.VoidKind {
			w.results = append(w.results, got)
		}
		return w.deliver(nil)
	})
	if err != nil {
		return err
	}
	fn.fn.Suffix = "noinline"
	fn.fn.Given = &rules.Given{Known: &rules.Known{Class: rules.Inactive, NoFloats: true}}
	replaceMarker(i, fn)
	l.count++
	return nil
}

// batch replaces a call of a function on several arguments at once: it is
// called once for each.
func (l *lowering) batch(i *ir.Instr) error {
	m := &marker{call: i, width: 1, allocated: -1}
	c := &argCursor{m: m, args: i.CallArgs()}
	m.findSRet(c)
	if err := m.findCallee(c); err != nil {
		return err
	}
	if err := m.findWidth(c); err != nil {
		return err
	}
	f := l.returning(m.callee)
	if f.Typ.Variadic {
		return ir.DiagAt(i, codeMarkerKind, "'%s' cannot be called on several arguments at once: it is variadic", Demangled(f))
	}
	m.callee = f
	maps.DeleteFunc(l.special, func(_ string, g *ir.Function) bool { return g == f }) // it stays: the wrapper calls it
	lanes, err := m.batchArgs(c)
	if err != nil {
		return err
	}
	w := &wrapping{m: m, layout: l.d.M.Layout}
	if m.sret != nil {
		w.actuals = append(w.actuals, m.sret)
	}
	for _, p := range lanes {
		w.actuals = append(w.actuals, p.values...)
		if p.stride != nil {
			w.actuals = append(w.actuals, p.stride)
		}
	}
	fn, err := w.make("llad.batch.", func() error { return w.batch(lanes) })
	if err != nil {
		return err
	}
	replaceMarker(i, fn)
	l.count++
	return nil
}

// batchParam is what a batch call passes for one parameter: a value for each
// lane, one for all, or the first address and the distance to the next.
type batchParam struct {
	values []ir.Value
	stride ir.Value
}

// batchArgs takes the arguments of a batch call.
func (m *marker) batchArgs(c *argCursor) ([]batchParam, error) {
	var lanes []batchParam
	mode := "vector"
	for !c.done() {
		name := optionName(c.args[c.at])
		switch name {
		case "width", "buffer":
			c.at++
			v, err := c.take("the value of '" + name + "'")
			if err != nil {
				return nil, err
			}
			if name == "buffer" {
				lanes = append(lanes, batchParam{stride: v})
			}
			continue
		case "vector", "scalar":
			c.at++
			mode = name
			continue
		case "":
		default:
			return nil, ir.DiagAt(m.call, codeMarkerUnknown, "argument %d is '%s', a marker that is not known in this call", c.at, name)
		}
		var p batchParam
		n := m.width
		if last := len(lanes) - 1; last >= 0 && lanes[last].values == nil {
			p, lanes = lanes[last], lanes[:last]
			n = 1
		} else if mode == "scalar" {
			n = 1
		}
		if len(lanes) == len(m.callee.Params) {
			return nil, m.tooMany(c, len(lanes))
		}
		for range n {
			v, err := c.take("an argument")
			if err != nil {
				return nil, err
			}
			p.values = append(p.values, v)
		}
		lanes = append(lanes, p)
		mode = "vector"
	}
	if k := len(lanes); k < len(m.callee.Params) || k > 0 && lanes[k-1].values == nil {
		return nil, ir.DiagAt(m.call, codeMarkerArgs, "the call ends where parameter %s of '%s' is expected", paramLabel(m.callee, min(k, len(m.callee.Params)-1)), Demangled(m.callee))
	}
	return lanes, nil
}

// batch calls the function once for each lane.
func (w *wrapping) batch(lanes []batchParam) error {
	into := w.resultPlace()
	f := w.m.callee
	args := make([][]ir.Value, w.m.width)
	for k, p := range lanes {
		var values []ir.Value
		for range p.values {
			v, err := w.convert(w.formal(), f.Params[k].Typ, k)
			if err != nil {
				return err
			}
			values = append(values, v)
		}
		var stride ir.Value
		if p.stride != nil {
			var err error
			if stride, err = w.convert(w.formal(), ir.I64, k); err != nil {
				return err
			}
		}
		for lane := range args {
			v := values[min(lane, len(values)-1)]
			if stride != nil && lane > 0 {
				v = w.b.Offset(v, w.b.Mul(stride, ir.NewInt(ir.I64, int64(lane))))
			}
			args[lane] = append(args[lane], v)
		}
	}
	attrs := make([]string, len(f.Params))
	for k, p := range f.Params {
		attrs[k] = p.Attrs
	}
	for _, a := range args {
		got := w.b.CallFunc(f, a...)
		got.Extra().ArgAttrs = attrs
		if got.Typ.Kind != ir.VoidKind {
			w.results = append(w.results, got)
		}
	}
	return w.deliver(into)
}
