package reverse

import "github.com/llad-ad/llad/ir"

// shadows has the shadows of a function's values, and knows which of its instructions work on shadow memory.
type shadows struct {
	fn *primal

	shadows     map[ir.Value]ir.Value // shadow of a pointer-carrying value, a value of p, in the lane at hand
	lane        int
	laneShadows []map[ir.Value]ir.Value
	isShadow    map[*ir.Instr]bool // inserted: works on shadow memory only
}

func newShadows(fn *primal, width int) *shadows {
	shs := &shadows{fn: fn, isShadow: map[*ir.Instr]bool{}}
	for range width {
		shs.laneShadows = append(shs.laneShadows, map[ir.Value]ir.Value{})
	}
	shs.setLane(0)
	return shs
}
