package markers

import (
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// inactive replaces a call that is to have no derivative: the function is
// called through one that is registered as inactive.
func (l *Lowering) inactive(i *ir.Instr) error {
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
			return ir.DiagAt(i, codeMarkerArgs, "'%s' takes %d arguments, but the call passes %d", diag.Demangled(f), len(f.Params), len(w.formals))
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
