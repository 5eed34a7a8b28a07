package edit

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// NewAlias tells the accesses of f apart. Functions of the mathematical library, which
// are declared as if they wrote any memory, write errno.
func NewAlias(f *ir.Function) *analysis.Alias {
	m := f.Module
	return analysis.NewAliasWith(f, analysis.NewEffects(func(name string) (analysis.Effects, bool) {
		if k := rules.Lookup(name); k == nil || !k.Pure || k.Class != rules.Math || takesAddresses(m.Func(name)) {
			return analysis.Effects{}, false
		}
		return analysis.Effects{Errno: analysis.Reads | analysis.Writes}, true
	}))
}

// takesAddresses reports whether f has parameters that are pointers, as functions have
// that only have their name in common with one of the library.
func takesAddresses(f *ir.Function) bool {
	for _, p := range f.Params {
		if p.Typ.IsPtrOrVec() {
			return true
		}
	}
	return false
}
