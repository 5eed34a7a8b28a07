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
