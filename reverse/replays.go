package reverse

import "github.com/llad-ad/llad/ir"

// replays are the loops whose iterations are run again before they are reversed.
type replays struct {
	fn  *primal
	sh  *shadows
	rv  *reversals
	cf  *controlFlow
	mem *memory

	replays   map[*ir.Loop]*replay
	lates     []*lateCode
	lateSlots map[*ir.Instr]*ir.Instr
}
