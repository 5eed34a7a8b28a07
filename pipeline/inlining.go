package pipeline

import "github.com/llad-ad/llad/ir"

// InlineBudget is how many instructions a function may have after callees were
// put into it before it is differentiated. One body shows the analyses more
// than the summaries of many, and needs no frames on the tape.
const InlineBudget = 20000

// moreBudget is how many times as many it may have where a derivative is refused otherwise.
const moreBudget = 4

// inlining decides which callees are inlined, and notes which were not.
type inlining struct {
	most       int  // instructions that a function may have
	overBudget bool // callees did not fit
	apart      bool // callees with more target features than their callers stay out of them
	features   bool // there were such
}

// outside reports whether a callee stays out of the function that calls it.
func (in *inlining) outside(call *ir.Instr, callee *ir.Function) bool {
	is := in.apart && moreFeatures(call, callee)
	in.features = in.features || is
	return is
}
