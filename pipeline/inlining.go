package pipeline

import "github.com/llad-ad/llad/ir"

// InlineBudget is how many instructions a function may have after callees were
// put into it before it is differentiated. One body shows the analyses more
// than the summaries of many, and needs no frames on the tape.
const InlineBudget = 20000

// moreBudget is how many times as many it may have where a derivative is refused otherwise.
const moreBudget = 4

// inlining is which callees are put into the functions that call them, and which were seen
// to stay out.
type inlining struct {
	most   int  // instructions that a function may have
	short  bool // there were callees that did not fit
	apart  bool // what is compiled for more than its callers stays out of them
	beyond bool // there were such callees
}

// outside reports whether a callee stays out of the function that calls it.
func (in *inlining) outside(call *ir.Instr, callee *ir.Function) bool {
	is := in.apart && beyond(call, callee)
	in.beyond = in.beyond || is
	return is
}
