package pipeline

import "github.com/llad-ad/llad/ir"

// inlineBudget is how many instructions a function may have after callees were
// put into it before it is differentiated. One body shows the analyses more
// than the summaries of many, and needs no frames on the tape.
const InlineBudget = 20000

// moreRoom is how many times as many it may have where a derivative is refused otherwise.
const moreRoom = 4

// room is how long functions may become by callees that are put into them.
type room struct {
	most  int  // instructions
	short bool // there were callees that did not fit
	apart bool // what is compiled for more than its callers stays out of them
	left  bool // there were such callees
}

// outside reports whether a callee stays out of the function that calls it.
func (r *room) outside(call *ir.Instr, callee *ir.Function) bool {
	is := r.apart && beyond(call, callee)
	r.left = r.left || is
	return is
}
