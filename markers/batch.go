package markers

import (
	"maps"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// batch replaces a call of a function on several arguments at once: it is
// called once for each.
func (l *Lowering) batch(i *ir.Instr) error {
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
		return ir.DiagAt(i, codeMarkerKind, "'%s' cannot be called on several arguments at once: it is variadic", diag.Demangled(f))
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
		return nil, ir.DiagAt(m.call, codeMarkerArgs, "the call ends where parameter %s of '%s' is expected", diag.ParamLabel(m.callee, min(k, len(m.callee.Params)-1)), diag.Demangled(m.callee))
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
