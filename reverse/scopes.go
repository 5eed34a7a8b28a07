package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// accesses notes that the load or store i accesses region r alone.
func (env *Env) accesses(i *ir.Instr, r tape.Region) *ir.Instr {
	return env.runtime().Regions.Note(i, r)
}

// regionOf is the region of a load or store of p.
func (shs *shadows) regionOf(i *ir.Instr) tape.Region {
	if shs.isShadow[i] {
		return tape.Shadow
	}
	return tape.Primal
}
