package python

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// reserved are the words that are no names in Python, and what the written text uses.
var reserved = strings.Fields(`False None True and as assert async await break class continue def del elif else except
	finally for from global if import in is lambda nonlocal not or pass raise return try while with match case type
	ctypes numbers numpy operator os self`)

// names gives names that are used once.
type names map[string]bool

func newNames(taken []string) names {
	n := names{}
	for _, w := range taken {
		n[w] = true
	}
	return n
}

// unique is the name, with underscores behind it where it is taken.
func (n names) unique(name string) string {
	for n[name] {
		name += "_"
	}
	n[name] = true
	return name
}

// free is a name that is neither one of these nor among others, which then have it.
func (n names) free(name string, others map[string]bool) string {
	for n[name] || others[name] {
		name += "_"
	}
	others[name] = true
	return name
}

var noIdentifier = regexp.MustCompile(`[^A-Za-z0-9_]+`)

// identifier makes a name of Python of a text. None begins with an underscore: the written text has
// those.
func identifier(s string) string {
	s = strings.TrimLeft(noIdentifier.ReplaceAllString(s, "_"), "_")
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return "a" + s
	}
	return s
}

// baseName is what Python calls a function: its name without namespaces, arguments and parameters.
func baseName(f *ir.Function) string { return identifier(diag.BareName(f)) }

// paramName is what Python calls parameter k; the address of a slice of Rust's stands for the slice.
func paramName(f *ir.Function, k int) string {
	name := strings.TrimSuffix(diag.ParamNames(f)[k], ".0")
	if name == "" {
		return fmt.Sprintf("a%d", k)
	}
	return identifier(name)
}
