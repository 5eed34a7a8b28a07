package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// replays are the loops whose iterations are run again before they are reversed.
type replays struct {
	fn  *primal
	sh  *shadows
	rv  *reversals
	cf  *controlFlow
	mem *memory

	replays   map[*analysis.Loop]*replay
	lates     []*lateCode
	lateSlots map[*ir.Instr]*ir.Instr
}
