package pass

import "github.com/llad-ad/llad/ir"

// Step is a pass of a pipeline.
type Step struct {
	Name string
	Run  func(*ir.Function) bool // reports whether anything changed
	Why  string                  // why it stands where it stands
}

// Pipeline is what Normalize runs, in order.
var Pipeline = []Step{
	{"StripDebug", StripDebug, "operands of debug intrinsics are text that would name values which later passes remove"},
	{"SimplifyCFG", SimplifyCFG, "less to look at for everything that follows; no unreachable code"},
	{"Mem2Reg", Mem2Reg, "at -O0 every scalar is a slot"},
	{"SimplifyCFG", SimplifyCFG, "conditions that were slots may have become constant"},
	{"DCE", DCE, "the values that only folded code used"},
	{"UnifyExits", UnifyExits, "before the loops are given dedicated exits: the common return is one of them"},
	{"LoopSimplify", LoopSimplify, "last, because merging blocks undoes it"},
}

// Normalize brings a function into the form that differentiation expects: its
// scalars are values, it returns from one block, its cycles are natural loops
// with a preheader, one latch and dedicated exits, its blocks stand in reverse
// post-order. See Pipeline for what is done and why in that order.
func Normalize(f *ir.Function) {
	for _, s := range Pipeline {
		s.Run(f)
	}
	layOut(f)
}
