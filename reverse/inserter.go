package reverse

import "github.com/llad-ad/llad/ir"

// inserter makes the primal keep shadow memory in step with its own.
type inserter struct {
	fn *primal
	sh *shadows
	at *adjointTypes
	rv *reversals

	goals        map[*ir.Instr][]int    // of these, what writes into the shadows of pieces of a loop's state, by number
	blockLists   map[*ir.Instr]ir.Value // see blockList
	blocks       heapBlocks
	checkpointed []LoopReport
}
