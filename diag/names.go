package diag

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/llad-ad/llad/ir"
)

// Demangled is the name of f as its author wrote it, in C++, Rust, D or Python (Numba), or its symbol.
func Demangled(f *ir.Function) string {
	symbol := PlainName(f.Name)
	if name, params := demangleOther(symbol); name != "" {
		return name + params
	}
	return demangle.Filter(symbol)
}

// demangleOther is what a symbol of D or of Numba names, and its parameters; "" for others.
func demangleOther(symbol string) (name, params string) {
	if name, params = demangleD(symbol); name != "" {
		return name, params
	}
	return demangleNumba(symbol)
}

// IsDemangledAs reports whether the symbol of C++, Rust, D or Numba demangles to name, with
// or without its parameters.
func IsDemangledAs(symbol, name string) bool {
	if other, params := demangleOther(symbol); other != "" {
		return name == other || name == other+params
	}
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

// Names are how the symbol of C++, Rust, D or Numba may be called: its demangled name without parameters and
// template arguments, and parts of that without the outer namespaces, the last one alone at the end.
// A symbol of C is its own name.
func Names(symbol string) []string {
	name, _ := demangleOther(symbol)
	if name != "" {
		return inner(name, ".")
	}
	name = symbol
	if s, err := demangle.ToString(symbol, demangle.NoParams, demangle.NoTemplateParams); err == nil {
		name = s
	}
	return inner(name, "::")
}

// inner is a name and parts of it without the outer namespaces.
func inner(name, separator string) []string {
	names := []string{name}
	depth := 0
	for k := range len(name) {
		switch name[k] {
		case '<', '(', '{', '[':
			depth++
		case '>', ')', '}', ']':
			depth--
		}
		if rest, ok := strings.CutPrefix(name[k:], separator); ok && depth == 0 && rest != "" {
			names = append(names, rest)
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
