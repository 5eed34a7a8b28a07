package rules

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Contraction is the flag that lets the compiler make one operation of a
// product and a sum in derivatives of f, where f's own compiler was allowed as
// much in f: it then wrote llvm.fmuladd, or set the flag. Otherwise it is 0.
func Contraction(f *ir.Function) ir.Flags {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Flags&ir.FMFContract != 0 {
				return ir.FMFContract
			}
			if i.Op == ir.Call {
				if g := i.CalledFunc(); g != nil && strings.HasPrefix(g.Name, "llvm.fmuladd.") {
					return ir.FMFContract
				}
			}
		}
	}
	return 0
}

// callFlags are the builder's flags as they suit a call: products and sums alone
// are contracted.
func callFlags(b *ir.Builder, i *ir.Instr) ir.Flags {
	return b.Flags&^ir.FMFContract | i.Flags&ir.FMFContract
}
