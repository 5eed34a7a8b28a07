package llad

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse"
)

// refuse makes a diagnostic about a whole module.
func refuse(m *ir.Module, code, format string, args ...any) *ir.Diagnostic {
	return &ir.Diagnostic{File: m.Name, Code: code, Message: fmt.Sprintf(format, args...)}
}

// refuseAt makes a diagnostic at a function's definition.
func refuseAt(f *ir.Function, code, format string, args ...any) *ir.Diagnostic {
	d := refuse(f.Module, code, format, args...)
	d.Line = int(f.Line)
	return d
}

// FindFunc gives the defined function of that name: its symbol, or for C++ and
// Rust its demangled name, with or without parameter types. Several functions
// of that demangled name (overloads, instances) are an error that lists them.
func FindFunc(m *ir.Module, name string) (*ir.Function, error) {
	for _, spelled := range []string{name, `"` + name + `"`} {
		v, err := m.Lookup(spelled)
		if err != nil {
			return nil, err
		}
		if f, ok := v.(*ir.Function); ok {
			if f.IsDecl {
				return nil, refuseAt(f, codeDeclared, "function '%s' is declared but not defined in this module", name)
			}
			return f, nil
		}
	}
	var found []*ir.Function
	var symbols []string
	for _, s := range m.FuncNames() {
		if !isDemangledAs(plainName(s), name) {
			continue
		}
		if f := m.Func(s); f != nil && !f.IsDecl {
			found = append(found, f)
			symbols = append(symbols, plainName(s))
		}
	}
	switch len(found) {
	case 0:
		d := refuse(m, codeNoFunc, "no function '%s' in this module", name)
		if c := candidates(m, isDefined); len(c) > 0 {
			d.Hint = "it defines " + list(c, 8)
		}
		return nil, d
	case 1:
		return found[0], nil
	}
	d := refuse(m, codeAmbiguous, "'%s' is the name of %d functions", name, len(found))
	d.Hint = "give one symbol: " + list(symbols, 8)
	return nil, d
}

// DefaultFunc gives the module's only defined function that a linker sees;
// none or several are an error that lists the candidates.
func DefaultFunc(m *ir.Module) (*ir.Function, error) { return defaultFunc(m, nil) }

// defaultFunc is DefaultFunc before the derivatives in made were added.
func defaultFunc(m *ir.Module, made []*Result) (*ir.Function, error) {
	c := candidates(m, func(f *ir.Function) bool {
		generated := slices.ContainsFunc(made, func(r *Result) bool { return r.Func == f })
		return isDefined(f) && isExternal(f) && !generated && f.Name != reverse.ReleaseName
	})
	switch len(c) {
	case 0:
		d := refuse(m, codeAmbiguous, "the module defines no external function")
		if c := candidates(m, isDefined); len(c) > 0 {
			d.Hint = "name one with -func: " + list(c, 8)
		}
		return nil, d
	case 1:
		return FindFunc(m, c[0])
	}
	d := refuse(m, codeAmbiguous, "the module defines %d external functions", len(c))
	d.Hint = "name one with -func: " + list(c, 8)
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
			names = append(names, plainName(s))
		}
	}
	return names
}

// list joins names, at most limit of them.
func list(names []string, limit int) string {
	if len(names) > limit {
		return strings.Join(names[:limit], ", ") + fmt.Sprintf(" and %d more", len(names)-limit)
	}
	return strings.Join(names, ", ")
}

// plainName is a symbol without the quotes of its spelling.
func plainName(spelled string) string {
	if n := len(spelled); n >= 2 && spelled[0] == '"' && spelled[n-1] == '"' {
		return spelled[1 : n-1]
	}
	return spelled
}

// isDemangledAs reports whether the C++ or Rust symbol demangles to name, with
// or without its parameters.
func isDemangledAs(symbol, name string) bool {
	if !strings.HasPrefix(symbol, "_Z") && !strings.HasPrefix(symbol, "_R") {
		return false
	}
	squeeze := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	want := squeeze(name)
	for _, opts := range [][]demangle.Option{{demangle.NoParams}, {demangle.NoParams, demangle.NoTemplateParams}, nil} {
		if s, err := demangle.ToString(symbol, opts...); err == nil && squeeze(s) == want {
			return true
		}
	}
	return false
}

// Demangled is the name of f as its author wrote it, or its symbol.
func Demangled(f *ir.Function) string { return demangle.Filter(plainName(f.Name)) }

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
func Kinds(f *ir.Function, args map[string]Activity) ([]Activity, error) {
	kinds := make([]Activity, len(f.Params))
	for k, p := range f.Params {
		kinds[k] = activity.DefaultKind(p.Typ)
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
		k, err := paramIndex(f, name)
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
	return name == "return" && !slices.Contains(ParamNames(f), name)
}

// resultWanted reports whether the derivative of the result is asked for.
func resultWanted(f *ir.Function, args map[string]Activity) (bool, error) {
	kind, said := args["return"]
	if !said || !isResult(f, "return") {
		return true, nil
	}
	if kind != Const {
		return false, refuseAt(f, codeActivity, "the result of '%s' can be said to be constant, and nothing else", Demangled(f))
	}
	return false, nil
}

// fitKind checks that parameter k of f can have the activity asked for. A
// float by value that is asked to be duplicated is simply active.
func fitKind(f *ir.Function, k int, kind Activity) (Activity, error) {
	t := f.Params[k].Typ
	switch {
	case kind == Const:
		return Const, nil
	case t.HasPtr() && kind == Out:
		return 0, refuseAt(f, codeActivity, "parameter %s of '%s' is a pointer and cannot be 'out'; 'dup' gives it a shadow", paramLabel(f, k), Demangled(f))
	case t.HasPtr():
		return kind, nil
	case t.HasFloat():
		return Out, nil
	}
	return 0, refuseAt(f, codeActivity, "parameter %s of '%s' has type %s and cannot be active", paramLabel(f, k), Demangled(f), t)
}

func paramIndex(f *ir.Function, name string) (int, error) {
	if k, err := strconv.Atoi(name); err == nil {
		if k < 0 || k >= len(f.Params) {
			return 0, refuseAt(f, codeParam, "'%s' has no parameter %d; it has %d, counted from 0", Demangled(f), k, len(f.Params))
		}
		return k, nil
	}
	names := ParamNames(f)
	for k, n := range names {
		if n == name {
			return k, nil
		}
	}
	d := refuseAt(f, codeParam, "'%s' has no parameter named '%s'", Demangled(f), name)
	known := names[:0:0]
	for k, n := range names {
		if n != "" {
			known = append(known, n)
		} else {
			known = append(known, strconv.Itoa(k))
		}
	}
	if len(known) > 0 {
		d.Hint = "its parameters are " + list(known, 12) + " (numbers are positions)"
	}
	return 0, d
}

func paramLabel(f *ir.Function, k int) string {
	if n := ParamNames(f)[k]; n != "" {
		return "'" + n + "'"
	}
	return strconv.Itoa(k)
}
