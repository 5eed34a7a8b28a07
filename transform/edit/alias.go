package edit

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// NewAlias tells the accesses of f apart. Functions of the mathematical library, which
// are declared as if they wrote any memory, write errno.
func NewAlias(f *ir.Function) *ir.Alias {
	m := f.Module
	return ir.NewAliasWith(f, ir.NewEffects(func(name string) (ir.Effects, bool) {
		if k := rules.Lookup(name); k == nil || !k.Pure || k.Class != rules.Math || takesAddresses(m.Func(name)) {
			return ir.Effects{}, false
		}
		return ir.Effects{Errno: ir.Reads | ir.Writes}, true
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
