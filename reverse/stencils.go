package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// stencils finds loops that add to neighbouring elements.
type stencils struct {
	fn  *primal
	sh  *shadows
	rv  *reversals
	cf  *controlFlow
	mem *memory
	rps *replays

	stencils map[*analysis.Loop]map[*ir.Instr]*stencil // see stencilsIn
}
