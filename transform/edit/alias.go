package edit

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// NewAlias is an alias analysis of f that knows that functions of the mathematical library
// write nothing but errno.
func NewAlias(f *ir.Function) *analysis.Alias {
	m := f.Module
	return analysis.NewAliasWith(f, analysis.NewEffects(func(name string) (analysis.Effects, bool) {
		if k := rules.Lookup(name); k == nil || !k.Pure || k.Class != rules.Math || takesAddresses(m.Func(name)) {
			return analysis.Effects{}, false
		}
		return analysis.Effects{Errno: analysis.Reads | analysis.Writes}, true
	}))
}

// takesAddresses reports whether f has pointer parameters: it then only has the name of a
// library function.
func takesAddresses(f *ir.Function) bool {
	for _, p := range f.Params {
		if p.Typ.IsPtrOrVec() {
			return true
		}
	}
	return false
}
