package reverse

import "github.com/llad-ad/llad/ir"

// instructions writes the adjoint of each instruction.
type instructions struct {
	cu *cursor
	lk *lookups
	ad *adjoints
	ac *accesses

	seeds []ir.Value // adjoints of the result, one for each lane
}
