package reverse

import (
	"github.com/llad-ad/llad/cache"
	"github.com/llad-ad/llad/ir"
)

// keeping tells the planner what values cost, and has its plan.
type keeping struct {
	fn  *primal
	sh  *shadows
	rv  *reversals
	cf  *controlFlow
	mem *memory
	rps *replays
	sws *swapping
	inv *inversions

	again  map[*ir.Instr]bool // see findAgain
	firsts map[*ir.Instr]*firstResults
	plan   *cache.Plan
}
