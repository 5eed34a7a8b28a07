package pipeline

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// FindFunc gives the defined function of that name: its symbol, or for C++ and
// Rust its demangled name, with or without parameter types, or the end of that
// behind a namespace. Several functions of that name (overloads, instances) are an
// error that lists them.
func FindFunc(m *ir.Module, name string) (*ir.Function, error) {
	for _, spelled := range []string{name, `"` + name + `"`} {
		v, err := m.Lookup(spelled)
		if err != nil {
			return nil, err
		}
		if f, ok := v.(*ir.Function); ok {
			if f.IsDecl {
				return nil, diag.AtFunc(f, codeDeclared, "function '%s' is declared but not defined in this module", name)
			}
			return f, nil
		}
	}
	found := definedAs(m, func(symbol string) bool { return diag.IsDemangledAs(symbol, name) })
	if len(found) == 0 {
		found = definedAs(m, func(symbol string) bool { return slices.Contains(diag.Names(symbol), name) })
	}
	switch len(found) {
	case 0:
		return nil, noFunc(m, name)
	case 1:
		return found[0], nil
	}
	var symbols []string
	for _, f := range found {
		symbols = append(symbols, diag.PlainName(f.Name))
	}
	d := diag.InModule(m, codeAmbiguous, "'%s' is the name of %d functions", name, len(found))
	d.Hint = "give one symbol: " + diag.List(symbols, 8)
	return nil, d
}

// definedAs are the functions that the module defines and whose symbol is one of those.
func definedAs(m *ir.Module, is func(symbol string) bool) (found []*ir.Function) {
	for _, s := range m.FuncNames() {
		if !is(diag.PlainName(s)) {
			continue
		}
		if f := m.Func(s); f != nil && !f.IsDecl {
			found = append(found, f)
		}
	}
	return found
}

// noFunc is the error that there is no such function, with the one that may be meant.
func noFunc(m *ir.Module, name string) error {
	d := diag.InModule(m, codeNoFunc, "no function '%s' in this module", name)
	c := candidates(m, isDefined)
	var known, all []string
	for _, symbol := range c {
		names := diag.Names(symbol)
		known = append(known, names[0])
		all = append(all, names...)
	}
	switch meant := diag.Meant(name, all); {
	case meant != "":
		d.Hint = "did you mean " + known[slices.IndexFunc(known, func(k string) bool { return k == meant || strings.HasSuffix(k, "::"+meant) })] + "?"
	case len(known) > 0:
		d.Hint = "it defines " + diag.List(known, 8)
	}
	return d
}

// DefaultFunc gives the module's only defined function that a linker sees;
// none or several are an error that lists the candidates.
func DefaultFunc(m *ir.Module) (*ir.Function, error) { return defaultFunc(m, nil) }

// defaultFunc is DefaultFunc before the derivatives in made were added.
func defaultFunc(m *ir.Module, made []*Result) (*ir.Function, error) {
	c := candidates(m, func(f *ir.Function) bool {
		generated := slices.ContainsFunc(made, func(r *Result) bool { return r.Func == f })
		return isDefined(f) && isExternal(f) && !generated && f.Name != tape.ReleaseName
	})
	switch len(c) {
	case 0:
		d := diag.InModule(m, codeAmbiguous, "the module defines no external function")
		if c := candidates(m, isDefined); len(c) > 0 {
			d.Hint = "name one with -func: " + diag.List(c, 8)
		}
		return nil, d
	case 1:
		return FindFunc(m, c[0])
	}
	d := diag.InModule(m, codeAmbiguous, "the module defines %d external functions", len(c))
	d.Hint = "name one with -func: " + diag.List(c, 8)
	return nil, d
}

func isDefined(f *ir.Function) bool { return !f.IsDecl }

// isExternal reports whether other modules can call f by its name.
func isExternal(f *ir.Function) bool {
	for _, w := range strings.Fields(f.Prefix) {
		switch w {
		case "internal", "private", "available_externally":
			return false
		}
	}
	return true
}

func candidates(m *ir.Module, keep func(*ir.Function) bool) []string {
	var names []string
	for _, s := range m.FuncNames() {
		if f := m.Func(s); f != nil && keep(f) {
			names = append(names, diag.PlainName(s))
		}
	}
	return names
}

// SplitNames splits a list at its commas, those inside brackets excepted:
// "f(int, T<a,b>),g" has two members.
func SplitNames(s string) []string {
	var out []string
	depth, start := 0, 0
	add := func(end int) {
		if w := strings.TrimSpace(s[start:end]); w != "" {
			out = append(out, w)
		}
		start = end + 1
	}
	for i, c := range s {
		switch c {
		case '(', '<', '[':
			depth++
		case ')', '>', ']':
			depth--
		case ',':
			if depth <= 0 {
				add(i)
			}
		}
	}
	add(len(s))
	return out
}

// Kinds gives the activity of every parameter of f: what args says by name or
// position, the default for the rest.
func Kinds(f *ir.Function, args map[string]signature.Kind) ([]signature.Kind, error) {
	kinds := make([]signature.Kind, len(f.Params))
	for k, p := range f.Params {
		kinds[k] = signature.DefaultKind(p.Typ)
	}
	keys := make([]string, 0, len(args))
	for name := range args {
		keys = append(keys, name)
	}
	sort.Strings(keys)
	for _, name := range keys {
		if isResult(f, name) {
			continue
		}
		k, err := ParamIndex(f, name)
		if err != nil {
			return nil, err
		}
		if kinds[k], err = fitKind(f, k, args[name]); err != nil {
			return nil, err
		}
	}
	return kinds, nil
}

// isResult reports whether a name means the result and no parameter.
func isResult(f *ir.Function, name string) bool {
	return name == "return" && !slices.Contains(diag.ParamNames(f), name)
}

// resultWanted reports whether the derivative of the result is asked for.
func resultWanted(f *ir.Function, args map[string]signature.Kind) (bool, error) {
	kind, said := args["return"]
	if !said || !isResult(f, "return") {
		return true, nil
	}
	if kind != signature.Const {
		return false, diag.AtFunc(f, codeActivity, "the result of '%s' can be said to be constant, and nothing else", diag.Demangled(f))
	}
	return false, nil
}

// fitKind checks that parameter k of f can have the activity asked for. A
// float by value that is asked to be duplicated is simply active.
func fitKind(f *ir.Function, k int, kind signature.Kind) (signature.Kind, error) {
	t := f.Params[k].Typ
	switch {
	case kind == signature.Const:
		return signature.Const, nil
	case t.HasPtr() && kind == signature.Out:
		d := diag.AtFunc(f, codeActivity, "parameter %s of '%s' is a pointer and cannot be 'out'", diag.ParamLabel(f, k), diag.Demangled(f))
		d.Hint = fmt.Sprintf("`-dup %s` gives it a shadow", strings.Trim(diag.ParamLabel(f, k), "'"))
		return 0, d
	case t.HasPtr():
		return kind, nil
	case t.HasFloat():
		return signature.Out, nil
	}
	return 0, diag.AtFunc(f, codeActivity, "parameter %s of '%s' has type %s and cannot be active", diag.ParamLabel(f, k), diag.Demangled(f), t)
}

func ParamIndex(f *ir.Function, name string) (int, error) {
	if k, err := strconv.Atoi(name); err == nil {
		if k < 0 || k >= len(f.Params) {
			return 0, diag.AtFunc(f, CodeParam, "'%s' has no parameter %d; it has %d, counted from 0", diag.Demangled(f), k, len(f.Params))
		}
		return k, nil
	}
	names := diag.ParamNames(f)
	for k, n := range names {
		if n == name {
			return k, nil
		}
	}
	d := diag.AtFunc(f, CodeParam, "'%s' has no parameter named '%s'", diag.Demangled(f), name)
	known := names[:0:0]
	for k, n := range names {
		if n != "" {
			known = append(known, n)
		} else {
			known = append(known, strconv.Itoa(k))
		}
	}
	if len(known) > 0 {
		d.Hint = "its parameters are " + diag.List(known, 12) + " (numbers are positions)"
		if meant := diag.DidYouMean(name, known); meant != "" {
			d.Hint = meant + " " + d.Hint
		}
	}
	return 0, d
}

// noneActive refuses a function of which no parameter is active.
func noneActive(f *ir.Function) error {
	d := diag.AtFunc(f, codeNoneActive, "no parameter of '%s' is active: there is nothing to differentiate with respect to", diag.Demangled(f))
	for k, p := range f.Params {
		if p.Typ.HasPtr() || p.Typ.HasFloat() {
			d.Hint = fmt.Sprintf("leave out of `-const` what is to be active, such as `-dup %s`", strings.Trim(diag.ParamLabel(f, k), "'"))
			break
		}
	}
	return d
}
