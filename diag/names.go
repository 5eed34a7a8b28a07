package diag

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/llad-ad/llad/ir"
)

// Demangled is the name of f as its author wrote it, or its symbol.
func Demangled(f *ir.Function) string { return demangle.Filter(PlainName(f.Name)) }

// IsDemangledAs reports whether the C++ or Rust symbol demangles to name, with
// or without its parameters.
func IsDemangledAs(symbol, name string) bool {
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

// Names are how the C++ or Rust symbol may be called: its demangled name without parameters and
// template arguments, and parts of that without the outer namespaces, the last one alone at the end.
// A symbol of C is its own name.
func Names(symbol string) []string {
	name := symbol
	if s, err := demangle.ToString(symbol, demangle.NoParams, demangle.NoTemplateParams); err == nil {
		name = s
	}
	names := []string{name}
	depth := 0
	for k := 0; k+1 < len(name); k++ {
		switch name[k] {
		case '<', '(', '{', '[':
			depth++
		case '>', ')', '}', ']':
			depth--
		case ':':
			if name[k+1] == ':' && depth == 0 && k+2 < len(name) {
				names = append(names, name[k+2:])
				k++
			}
		}
	}
	return names
}

// ShortName is what a person calls a function: its demangled name without parameters.
func ShortName(symbol string) string { return Names(symbol)[0] }

// List joins names, at most limit of them.
func List(names []string, limit int) string {
	if len(names) > limit {
		return strings.Join(names[:limit], ", ") + fmt.Sprintf(" and %d more", len(names)-limit)
	}
	return strings.Join(names, ", ")
}

// PlainName is a symbol without the quotes of its spelling.
func PlainName(spelled string) string {
	if n := len(spelled); n >= 2 && spelled[0] == '"' && spelled[n-1] == '"' {
		return spelled[1 : n-1]
	}
	return spelled
}

// ParamNames gives the name of each parameter of f: the name in the IR, else
// the one in its debug information, else "".
func ParamNames(f *ir.Function) []string { return f.ParamNames() }

func ParamLabel(f *ir.Function, k int) string {
	if n := ParamNames(f)[k]; n != "" {
		return "'" + n + "'"
	}
	return strconv.Itoa(k)
}

// Spelled spells a symbol, with quotes when it needs them.
func Spelled(name string) string {
	for _, c := range []byte(name) {
		if !(c == '-' || c == '$' || c == '.' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			return `"` + name + `"`
		}
	}
	return name
}

// ParamName is the name of a parameter, or its number.
func ParamName(f *ir.Function, k int) string {
	if n := ParamNames(f)[k]; n != "" {
		return n
	}
	return strconv.Itoa(k)
}
