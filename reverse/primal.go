package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// primal is the function that is differentiated, and what is known of its form. It becomes the augmented primal.
type primal struct {
	env      *Env
	m        *ir.Module
	p        *ir.Function
	info     *activity.Info
	pair     *pair    // split form, nil when combined
	catches  bool     // exceptions of callees
	parallel bool     // runs in the threads of a team
	contract ir.Flags // see rules.Contraction
	name     string   // of the primal, "" for the function that was asked for
	dt       *ir.DomTree
	loops    *analysis.LoopInfo
	// the primal's instrumentation
	params   []*ir.Param // the original ones
	tape     *ir.Param   // stands for the tape in p
	usesTape bool
	reach    map[*ir.Block]bool // blocks from which the return is reached
	ret      *ir.Instr          // the one ret, nil if none
	predList [][]*ir.Block
	unread   map[*ir.Instr]bool // see findUnread
	inout    bool               // Options.Inout
	err      error
}
