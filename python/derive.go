package python

import (
	"slices"
	"strconv"
	"strings"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// Module is a module of Python over a library.
type Module struct {
	IR    []byte           // of the library, with the derivatives
	Notes []*ir.Diagnostic // of these
	funcs []*function
}

// Make adds the derivatives that are asked for to a module of IR, which its maker has for nothing else
// then, and describes its functions. Errors are *ir.Diagnostic, or several of them joined.
func Make(m *ir.Module, o Options) (*Module, error) {
	module := &Module{}
	d := llad.New(m)
	d.Transport = o.Transport
	used := map[string]bool{}
	for _, name := range o.Funcs {
		f, err := find(m, name)
		if err != nil {
			return nil, err
		}
		fn, err := describe(f, &o, used)
		if err != nil {
			return nil, err
		}
		module.funcs = append(module.funcs, fn)
	}
	if err := o.checkNames(module.funcs); err != nil {
		return nil, err
	}
	for _, fn := range module.funcs {
		if err := fn.derive(d, &o); err != nil {
			return nil, err
		}
		if err := fn.publish(); err != nil {
			return nil, err
		}
	}
	if _, err := d.LowerMarkers(); err != nil {
		return nil, err
	}
	text, err := d.Write(llad.WriteOptions{})
	if err != nil {
		return nil, err
	}
	again, err := ir.Read(m.Name, text) // gradients by names have text that is to be read
	if err != nil {
		return nil, err
	}
	second := llad.New(again)
	second.Transport = o.Transport
	for _, fn := range module.funcs {
		if err := fn.deriveAgain(second, &o); err != nil {
			return nil, err
		}
	}
	module.Notes = append(d.Notes, second.Notes...)
	module.IR, err = second.Write(llad.WriteOptions{})
	return module, err
}

// find is a function by its name, or the only one.
func find(m *ir.Module, name string) (*ir.Function, error) {
	if name == "" {
		return llad.DefaultFunc(m)
	}
	return llad.FindFunc(m, name)
}

// checkNames refuses names that no function has a parameter of.
func (o *Options) checkNames(funcs []*function) error {
	var wanted []string
	for name := range o.Args {
		wanted = append(wanted, name)
	}
	for name := range o.Shapes {
		wanted = append(wanted, name)
	}
	for name := range o.Types {
		wanted = append(wanted, name)
	}
	wanted = append(wanted, o.ReadOnly...)
	slices.Sort(wanted)
	for _, name := range wanted {
		if name != "return" && !slices.ContainsFunc(funcs, func(fn *function) bool { return fn.index(name) >= 0 }) {
			_, err := llad.Kinds(funcs[0].f, map[string]llad.Activity{name: llad.Const})
			return err
		}
	}
	return nil
}

// symbol is what the library calls a derivative of the function.
func (fn *function) symbol(kind string) string { return "llad_" + fn.name + "_" + kind }

// derive makes the gradient and the tangent.
func (fn *function) derive(d *llad.Differentiator, o *Options) (err error) {
	request := llad.Request{Func: fn.f.Name, Args: map[string]llad.Activity{}}
	for k, kind := range fn.kinds {
		if fn.f.Params[k].Typ.IsPtr() || fn.f.Params[k].Typ.IsFloat() {
			request.Args[strconv.Itoa(k)] = kind
		}
	}
	if o.makes("grad") || o.makes("hvp") && fn.returnsFloat() {
		request.Mode, request.Name = llad.Reverse, fn.symbol("grad")
		if fn.grad, err = d.Differentiate(request); err != nil {
			return fn.without(err, "grad")
		}
	}
	if o.makes("jvp") {
		request.Mode, request.Name = llad.Forward, fn.symbol("jvp")
		if fn.jvp, err = d.Differentiate(request); err != nil {
			return fn.without(err, "jvp")
		}
	}
	return nil
}

// deriveAgain makes the tangent of the gradient, along the parameters.
func (fn *function) deriveAgain(d *llad.Differentiator, o *Options) (err error) {
	if !o.makes("hvp") || !fn.returnsFloat() {
		return nil
	}
	request := llad.Request{Func: fn.grad.Func.Name, Mode: llad.Forward, Name: fn.symbol("hvp"),
		Args: map[string]llad.Activity{"return": llad.Const}}
	for k, p := range fn.grad.Sig.Params {
		kind := llad.Const
		switch {
		case p.Role == signature.SeedParam || fn.kinds[p.Index] == llad.Const:
		case p.Type.IsPtr():
			kind = llad.Dup
		default:
			kind = llad.Out
		}
		request.Args[strconv.Itoa(k)] = kind
	}
	if fn.hvp, err = d.Differentiate(request); err != nil {
		return fn.without(err, "hvp")
	}
	return nil
}

// without adds to a refusal that the module can be had without the derivative.
func (fn *function) without(err error, kind string) error {
	if d, ok := err.(*ir.Diagnostic); ok {
		others := slices.DeleteFunc(slices.Clone(Derivatives), func(k string) bool { return k == kind || k == "hvp" && kind == "grad" })
		hint := "-make " + strings.Join(others, ",") + " makes the module without this derivative"
		if d.Hint != "" {
			hint = d.Hint + "; " + hint
		}
		again := *d
		again.Hint = hint
		return &again
	}
	return err
}

// publish has the library export the function, as it does its derivatives.
func (fn *function) publish() error {
	for _, w := range strings.Fields(fn.f.Prefix) {
		switch w {
		case "fastcc", "coldcc", "tailcc", "swiftcc":
			return foreign(fn.f, "the compiler has given it a calling convention of its own", "let other files see it: no `static`, no unnamed namespace")
		}
	}
	if fn.f.Prefix != "" {
		fn.f.Prefix = ""
		fn.f.MarkChanged()
	}
	return nil
}

// plainSymbol is what the linker calls a function.
func plainSymbol(f *ir.Function) string { return strings.TrimPrefix(diag.PlainName(f.Name), "\x01") }
