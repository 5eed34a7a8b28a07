package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// memory answers what may happen to memory between two places of the primal.
type memory struct {
	fn  *primal
	sh  *shadows
	rv  *reversals
	ins *inserter
	at  *adjointTypes

	order    map[*ir.Block]int // reading order, for reloadable
	place    map[*ir.Instr]int // in its block, likewise
	groups   []*writerGroup
	groupOf  map[groupKey]*writerGroup
	asked    int                  // pairs of loads and writers looked at
	clash    map[pairOfBases]bool // whether a store may change what a load reads
	reload   map[*ir.Instr]bool
	alias    *analysis.Alias
	coverage *analysis.Coverage
	passed   *analysis.DependenceTest
	owned    map[ownedKey]bool
	merged   map[*ir.Instr]bool // see mergedObject
	versions []versions
	putsBack map[*ir.Instr]bool // see mayPutBack
}
