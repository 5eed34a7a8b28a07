package reverse

import "github.com/llad-ad/llad/ir"

// accesses writes the adjoints of what reads and writes memory.
type accesses struct {
	cu *cursor
	lk *lookups
	ad *adjoints

	updates map[*ir.Instr]bool  // loads whose adjoint takes the place of their store's, see updated
	found   map[inLane]ir.Value // the adjoint of that store
	carries []*carry            // of the block being reversed
}
