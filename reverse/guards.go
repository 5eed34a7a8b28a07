package reverse

import "github.com/llad-ad/llad/ir"

// guards knows which selects and phis keep adjoints from values that are not finite.
type guards struct {
	fn *primal
	sh *shadows
	rv *reversals

	guards map[*ir.Instr]bool // see guarded
}
