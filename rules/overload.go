package rules

import (
	"slices"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/llad-ad/llad/ir"
)

// Overloaded is the function of the C library with a rule that f has the name of, where f is an overload of it with
// its own symbol, as in C++ and OpenCL (_Z3expd, _Z3expDv4_d); "" for others.
func Overloaded(f *ir.Function) string {
	base, err := demangle.ToString(unquote(f.Name), demangle.NoParams, demangle.NoTemplateParams)
	if err != nil || libm[base] == nil {
		return ""
	}
	floats := func(t *ir.Type) bool { return t.Scalar().IsFloat() }
	if !floats(f.Typ.Ret) || !slices.ContainsFunc(f.Typ.Fields, floats) {
		return ""
	}
	return base
}

// startsThread are functions that run another in a thread of its own.
var startsThread = []string{"pthread_create", "thrd_create", "CreateThread", "_beginthread", "_beginthreadex"}

// MissingHelp is what to do about a call of a function that has no body and no rule.
func MissingHelp(f *ir.Function) string {
	name := unquote(f.Name)
	if slices.Contains(startsThread, name) || strings.HasPrefix(name, startOfThread) {
		return "start threads outside of the differentiated function, use OpenMP, whose regions are understood, or threads that work with no variable of their own and do not wait for each other, which a derivative runs in turn"
	}
	if strings.ContainsAny(name, "$ ") {
		name = "'" + name + "'"
	}
	return "give its IR, register a rule, or say that it has no derivative (`-inactive " + name + "`)"
}
