package markers

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse"
)

// halves are the functions of the split form, in the shape of those of reverse.Split.
type halves struct {
	augment        *ir.Function
	result, shadow int
	sweep          func(keep bool) *ir.Function
	check          *ir.Function
	outs           []int
}

func halvesOf(sp *reverse.Split) halves {
	return halves{sp.Augment, sp.Result, sp.Shadow, func(keep bool) *ir.Function {
		if keep {
			return sp.Keep()
		}
		return sp.Reverse
	}, sp.Check, sp.Outs}
}

// splitWrapper makes the function that takes the place of one half at a call.
func (l *Lowering) splitWrapper(m *marker, sp halves) (*wrapperFunc, error) {
	w := &wrapping{m: m, layout: l.d.M.Layout}
	w.collect()
	if m.kind == markAugment {
		return w.make("llad.augment.", func() error { return w.augment(sp) })
	}
	return w.make("llad.sweep.", func() error { return w.sweep(sp) })
}

// formal gives the wrapper's parameters one after the other.
func (w *wrapping) formal() ir.Value {
	p := w.formals[0]
	w.formals = w.formals[1:]
	return p
}

// splitArgs takes what the call passes for the parameters.
func (w *wrapping) splitArgs() ([]ir.Value, error) {
	var args []ir.Value
	for k, p := range w.m.params {
		if p.primal == nil {
			continue
		}
		v, err := w.value(p, w.formal(), k)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
		for range p.shadows {
			v, err := w.convert(w.formal(), w.m.callee.Params[k].Typ, k)
			if err != nil {
				return nil, err
			}
			if w.m.callee.Params[k].Typ.HasPtr() { // else a tangent, of which the augmented primal has no use
				args = append(args, v)
			}
		}
	}
	return args, nil
}

// augment calls the augmented primal and delivers tape, result and shadow. A
// call that returns a pointer alone gets the tape; with memory of the caller's
// the tape goes there.
func (w *wrapping) augment(sp halves) error {
	into := w.resultPlace()
	args, err := w.splitArgs()
	if err != nil {
		return err
	}
	got := w.b.CallFunc(sp.augment, args...)
	tape := w.b.ExtractValue(got, 0)
	if w.m.allocated >= 0 {
		w.b.Store(tape, w.formal(), 1)
	} else {
		w.results = append(w.results, tape)
	}
	if into == nil && w.m.call.Typ.IsPtr() && len(w.results) == 1 {
		return w.deliver(nil)
	}
	for _, k := range []int{sp.result, sp.shadow} {
		if k >= 0 {
			w.results = append(w.results, w.b.ExtractValue(got, k))
		}
	}
	return w.deliver(into)
}

// sweep calls the reverse half and delivers the gradients.
func (w *wrapping) sweep(sp halves) error {
	into := w.resultPlace()
	passed, err := w.splitArgs()
	if err != nil {
		return err
	}
	var rest []ir.Value
	if w.m.adjoint != nil {
		v := ir.Value(w.formal())
		if w.m.adjointAt {
			v = w.b.Load(w.m.callee.Typ.Ret, v, 1)
		}
		v, err := w.convertTo(v, w.m.callee.Typ.Ret)
		if err != nil {
			return err
		}
		rest = append(rest, v)
	}
	tape := w.formal()
	if w.m.allocated >= 0 {
		tape = w.b.Load(w.m.callee.Module.Ptr(), tape, 1)
	}
	if sp.check != nil {
		w.b.CallFunc(sp.check, append([]ir.Value{tape}, w.shadowsOf(passed)...)...)
	}
	got := w.b.CallFunc(sp.sweep(w.m.keepTape), append([]ir.Value{tape}, rest...)...)
	for k := range sp.outs {
		w.results = append(w.results, w.b.ExtractValue(got, k))
	}
	return w.deliver(into)
}

// shadowsOf are the addresses of shadows among what splitArgs gave.
func (w *wrapping) shadowsOf(args []ir.Value) []ir.Value {
	var list []ir.Value
	for k, p := range w.m.params {
		if p.primal == nil {
			continue
		}
		args = args[1:]
		if len(p.shadows) > 0 && w.m.callee.Params[k].Typ.HasPtr() {
			if w.m.callee.Params[k].Typ.IsPtr() {
				list = append(list, args[0])
			}
			args = args[len(p.shadows):]
		}
	}
	return list
}

// resultPlace is where the call wants its result stored, nil for nowhere.
func (w *wrapping) resultPlace() ir.Value {
	if w.m.sret == nil {
		return nil
	}
	return w.formal()
}
