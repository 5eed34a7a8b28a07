package canon

import (
	"testing"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

func TestGolden(t *testing.T) {
	irtest.Golden(t, map[string]func(*ir.Function) bool{
		"StripDebug":                 StripDebug,
		"DefineLanes":                DefineLanes,
		"MemberTags":                 MemberTags,
		"MaterializeByval":           MaterializeByval,
		"SROA":                       SROA,
		"Mem2Reg":                    Mem2Reg,
		"InstSimplify":               InstSimplify,
		"SimplifyCFG":                SimplifyCFG,
		"Alignments":                 Alignments,
		"CSE":                        CSE,
		"DCE":                        DCE,
		"UnifyExits":                 UnifyExits,
		"MakeReducible":              MakeReducible,
		"LCSSA":                      LCSSA,
		"LoopSimplify":               LoopSimplify,
		"SplitCriticalEdges":         SplitCriticalEdges,
		"ConditionSteps":             ConditionSteps,
		"LICMLoads":                  LICMLoads,
		"ReuseLoads":                 ReuseLoads,
		"ScalarReplacement":          ScalarReplacement,
		"CorrelatedValuePropagation": CorrelatedValuePropagation,
		"UnfoldPhiConstants":         UnfoldPhiConstants,
		"ScalarPromotion":            ScalarPromotion,
		"DeadSlots":                  DeadSlots,
		"MergeSums":                  MergeSums,
		"SlotsFirst":                 SlotsFirst,
		"InlineAll": func(f *ir.Function) bool {
			return InlineAll(f, 1000, func(*ir.Instr, *ir.Function) bool { return true }) > 0
		},
	})
}
