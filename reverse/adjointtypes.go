package reverse

import "github.com/llad-ad/llad/ir"

// adjointTypes knows which floats integers and aggregates carry, and so the types of their adjoints.
type adjointTypes struct {
	fn *primal

	lanesUsed map[ir.Value]laneSet // see usedLanes
}
