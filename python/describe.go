package python

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/declare"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// function is a function of the library with what Python knows of it.
type function struct {
	f      *ir.Function
	name   string // in Python
	params []*param
	kinds  []llad.Activity

	grad, jvp, hvp *llad.Result // nil: not made
}

// param is a parameter of the function.
type param struct {
	name    string   // in Python
	tangent string   // of its derivative, where that is an argument
	elem    *ir.Type // of the number, or of the array's elements
	array   bool
	shape   []string // of an array: names of sizes in Python, and numbers
	written bool     // an array that the function may write
	active  bool
	input   bool // active, and gradients are given back for it: not for arrays that are written beside others that are not
	size    bool // an integer that shapes name: arrays tell it
}

// describe finds out what the parameters of a loaded function are.
func describe(f *ir.Function, o *Options, used map[string]bool) (*function, error) {
	fn := &function{f: f}
	if err := f.Load(); err != nil {
		return nil, err
	}
	args := map[string]llad.Activity{}
	for name, kind := range o.Args {
		if name == "return" || fn.index(name) >= 0 {
			args[name] = kind
		}
	}
	var err error
	if fn.kinds, err = llad.Kinds(f, args); err != nil {
		return nil, err
	}
	if t := f.Typ.Ret; t.Kind != ir.VoidKind && numberName(t) == "" {
		return nil, foreign(f, fmt.Sprintf("it returns %s", t), "have it return a float, or write to an array")
	}
	names := newNames(reserved)
	for k := range f.Params {
		fn.params = append(fn.params, &param{name: names.unique(paramName(f, k))})
	}
	for k, p := range f.Params {
		if err := fn.describeParam(k, p, o); err != nil {
			return nil, err
		}
	}
	inPlace := fn.returnsFloat() && !slices.ContainsFunc(fn.params, func(p *param) bool { return p.active && p.array && !p.written })
	for _, p := range fn.params {
		if p.active {
			p.tangent = names.unique("d_" + p.name)
			p.input = !p.written || inPlace
		}
	}
	fn.name = names.free(baseName(f), used)
	return fn, nil
}

// index is the position of a parameter by name or number; -1 where there is none.
func (fn *function) index(name string) int {
	if k, err := strconv.Atoi(name); err == nil && k < len(fn.f.Params) {
		return k
	}
	return slices.Index(diag.ParamNames(fn.f), name)
}

// of is what a map of options has for parameter k.
func of[T any](fn *function, options map[string]T, k int) (T, bool) {
	for name, v := range options {
		if fn.index(name) == k {
			return v, true
		}
	}
	var none T
	return none, false
}

// describeParam finds out what parameter k is.
func (fn *function) describeParam(k int, p *ir.Param, o *Options) error {
	q, label := fn.params[k], diag.ParamLabel(fn.f, k)
	q.active = fn.kinds[k] != llad.Const
	for _, attr := range []string{"byval", "sret", "inalloca", "preallocated"} {
		if p.HasAttr(attr) {
			return foreign(fn.f, fmt.Sprintf("parameter %s is a struct by value", label), "pass numbers and arrays")
		}
	}
	if !p.Typ.IsPtr() {
		if q.elem = p.Typ; numberName(p.Typ) == "" {
			return foreign(fn.f, fmt.Sprintf("parameter %s has type %s", label, p.Typ), "pass numbers and arrays")
		}
		return nil
	}
	use := declare.PointeeOf(p)
	if use.Address {
		return foreign(fn.f, fmt.Sprintf("parameter %s leads to addresses, as those of a vector or a list", label),
			"a function that takes the numbers, such as double f(const double *x, int n), and makes the object of them")
	}
	if t, ok := of(fn, o.Types, k); ok {
		said, err := fn.f.Module.ParseType(t)
		if err != nil {
			return foreign(fn.f, fmt.Sprintf("-type %s: %s", label, err), "double, float, i8, i16, i32 or i64")
		}
		if use.Elem != nil && !ir.Same(use.Elem, said) {
			return foreign(fn.f, fmt.Sprintf("the elements behind parameter %s are %s, not %s", label, use.Elem, said), "leave out -type")
		}
		use.Elem = said
	}
	if use.Elem == nil || numberName(use.Elem) == "" || use.Elem.Kind == ir.IntKind && use.Elem.Bits == 1 {
		return foreign(fn.f, fmt.Sprintf("the code does not tell that the elements behind parameter %s are numbers of one type", label),
			fmt.Sprintf("-type %s=double where they are", diag.ParamName(fn.f, k)))
	}
	q.array, q.elem = true, use.Elem
	q.written = use.Written && !p.HasAttr("readonly") && !p.HasAttr("readnone")
	q.written = q.written && !slices.ContainsFunc(o.ReadOnly, func(name string) bool { return fn.index(name) == k })
	if use.Elem.Kind == ir.IntKind {
		q.active, fn.kinds[k] = false, llad.Const
	}
	return fn.shapeOf(k, o)
}

// shapeOf finds the lengths of the array that is parameter k: what is asked for, or the length of a slice
// of Rust's, which is the parameter behind.
func (fn *function) shapeOf(k int, o *Options) error {
	names := diag.ParamNames(fn.f)
	shape, ok := of(fn, o.Shapes, k)
	if slice, is := strings.CutSuffix(names[k], ".0"); !ok && is && k+1 < len(names) && names[k+1] == slice+".1" {
		shape, ok = Shape{names[k+1]}, true
	}
	if !ok {
		return foreign(fn.f, fmt.Sprintf("the length of the array %s is not known", diag.ParamLabel(fn.f, k)),
			fmt.Sprintf("say it: `-shape %s=LENGTH`; a length is %s", diag.ParamName(fn.f, k), fn.lengths()))
	}
	for _, length := range shape {
		if isNumber(length) {
			fn.params[k].shape = append(fn.params[k].shape, length)
			continue
		}
		at := slices.Index(names, length)
		if at < 0 || fn.f.Params[at].Typ.Kind != ir.IntKind {
			return foreign(fn.f, fmt.Sprintf("%s, in the shape of %s, is no integer parameter", length, diag.ParamLabel(fn.f, k)),
				"a length is "+fn.lengths())
		}
		fn.params[at].size = true
		fn.params[k].shape = append(fn.params[k].shape, fn.params[at].name)
	}
	return nil
}

// lengths says what a length may be.
func (fn *function) lengths() string {
	var integers []string
	for k, p := range fn.f.Params {
		if n := diag.ParamNames(fn.f)[k]; p.Typ.Kind == ir.IntKind && n != "" {
			integers = append(integers, n)
		}
	}
	if len(integers) == 0 {
		return "a number"
	}
	return diag.List(integers, 8) + " or a number"
}

// returnsFloat tells whether the function has a result that has a derivative.
func (fn *function) returnsFloat() bool { return fn.f.Typ.Ret.IsFloat() }

// foreign refuses a function that has no form in Python.
func foreign(f *ir.Function, why, hint string) error {
	d := diag.AtFunc(f, codeForeign, "'%s' cannot be called from Python: %s", diag.Demangled(f), why)
	d.Hint = hint
	return d
}

// numberName is what ctypes calls a type of numbers; "" where there is none.
func numberName(t *ir.Type) string {
	switch t.Kind {
	case ir.FloatKind:
		return "c_float"
	case ir.DoubleKind:
		return "c_double"
	case ir.IntKind:
		switch t.Bits {
		case 1:
			return "c_bool"
		case 8, 16, 32, 64:
			return fmt.Sprintf("c_int%d", t.Bits)
		}
	}
	return ""
}
