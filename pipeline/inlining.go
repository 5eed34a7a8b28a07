package pipeline

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
)

// InlineBudget is how many instructions a function may have after callees were
// put into it before it is differentiated. One body shows the analyses more
// than the summaries of many, and needs no frames on the tape.
const InlineBudget = 20000

// partBudget is that of a function where what the derivative reaches does not fit into
// InlineBudget. It is in several functions anyway then, and what each of them took in
// again would be synthesised again, in the power of the call graph's depth.
const partBudget = 3000

// maxGrowth is how many times as many instructions all those functions may have by what
// they take in; one that is met when that is used up, how many times its own.
const maxGrowth = 4

// moreBudget is how many times as many a function may have where a derivative is refused otherwise.
const moreBudget = 4

// budgeting is how much of its callees a function takes in.
type budgeting int

const (
	budgetParts budgeting = iota // all that fits into the budget; a part of it where not all fits
	budgetWhole                  // what fits into the budget
	budgetMore                   // what fits into moreBudget times as much
)

// inlining decides which callees are inlined, and notes which were not.
type inlining struct {
	most       int  // instructions that a function may have
	part       int  // that a function may have once one had more callees than fit; 0: as many as before
	left       int  // by how many functions may still grow then
	overBudget bool // callees did not fit
	apart      bool // callees with more target features than their callers stay out of them
	features   bool // there were such
}

// newInlining is that of an attempt with a budget of instructions for each function.
func newInlining(budget int, how budgeting) *inlining {
	in := &inlining{most: budget}
	switch how {
	case budgetParts:
		if budget > partBudget {
			in.part = partBudget
		}
	case budgetMore:
		in.most = moreBudget * budget
	}
	return in
}

// divide has f, of which a copy that took in callees is at hand, and the functions after
// it take in less, where not all that is wanted fitted into the copy. It reports whether
// that is a change.
func (in *inlining) divide(f, clone *ir.Function, wanted func(*ir.Instr, *ir.Function) bool) bool {
	if in.part == 0 || in.divided() || !canon.CallsWanted(clone, wanted) {
		return false
	}
	in.most = in.part
	Reach(f, func(g *ir.Function) bool {
		in.left += maxGrowth * g.NumInstrs()
		return true
	})
	return true
}

// divided reports whether functions take in parts of their callees.
func (in *inlining) divided() bool { return in.most == in.part }

// limit is how many instructions a copy of f may have.
func (in *inlining) limit(f *ir.Function) int {
	if !in.divided() {
		return in.most
	}
	return min(in.most, max(in.left, maxGrowth*f.NumInstrs()))
}

// took notes what a copy of f has after callees were put into it.
func (in *inlining) took(f, clone *ir.Function) {
	if in.divided() {
		in.left -= max(0, clone.NumInstrs()-f.NumInstrs())
	}
}

// outside reports whether a callee stays out of the function that calls it.
func (in *inlining) outside(call *ir.Instr, callee *ir.Function) bool {
	is := in.apart && moreFeatures(call, callee)
	in.features = in.features || is
	return is
}
