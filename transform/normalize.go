package transform

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
	"github.com/llad-ad/llad/transform/loopopt"
	"github.com/llad-ad/llad/transform/raise"
	"github.com/llad-ad/llad/transform/typerecovery"
)

// Step is a pass of a table.
type Step struct {
	Name string
	Run  func(*ir.Function) bool // reports whether anything changed
	Why  string                  // the constraint on its place
}

// Pipeline is what Normalize runs, in order. A pass that occurs again is skipped where
// nothing has changed since it ran.
var Pipeline = []Step{
	{"StripDebug", canon.StripDebug, "metadata operands of debug intrinsics are text and would name values that later passes remove"},
	{"NumberLabels", (*ir.Function).NumberLabels, "block addresses cannot follow a body into another function"},
	{"Aliases", canon.Aliases, "before everything that compares addresses: two names would count as two objects"},
	{"MemberTags", canon.MemberTags, "before everything that asks for the types of accesses"},
	{"DropFastVersions", loopopt.DropFastVersions, "a derivative of a derivative is made of the plain version"},
	{"ScalarizeGathers", raise.ScalarizeGathers, "before Devectorize: it looks at the start values of vectorized sums"},
	{"Devectorize", raise.Devectorize, "before everything that changes loops: it matches the form that the compiler left"},
	{"SimplifyCFG", canon.SimplifyCFG, "after Devectorize, which leaves unreachable blocks and constant branches"},
	{"LowerCalls", typerecovery.LowerCalls, "before SROA: the slot that posix_memalign fills becomes an ordinary one"},
	{"MaterializeSret", canon.MaterializeSret, "before SROA: the destination of a result is split into its words"},
	{"MaterializeByval", canon.MaterializeByval, "before SROA: a changed byval parameter becomes a stack slot"},
	{"RecombineWords", typerecovery.RecombineWords, "before SROA: SROA does not split words that are loaded in parts"},
	{"RecombineWordParts", typerecovery.RecombineWordParts, "before SROA, as RecombineWords"},
	{"RecombineFirstByte", typerecovery.RecombineFirstByte, "before SROA: SROA takes the first byte for a member"},
	{"RealignWords", typerecovery.RealignWords, "after RecombineFirstByte, which matches slots by their offsets; before SROA, which splits the slots"},
	{"MovedPairs", typerecovery.MovedPairs, "before SROA, which splits the slots; before SplitWords, which converts lanes of loads to addresses"},
	{"SplitWords", typerecovery.SplitWords, "before SROA: pointers to member functions are structs of integers at -O0, pairs of pointers vectors at -O3"},
	{"StoredHalves", typerecovery.StoredHalves, "before SROA, which makes slots of the halves"},
	{"ByteVectors", typerecovery.ByteVectors, "before everything that asks for the types of bytes"},
	{"SROA", canon.SROA, "before Mem2Reg, which promotes slots that are accessed whole"},
	{"AddressSlots", typerecovery.AddressSlots, "after SROA, which makes the slots; before Mem2Reg, which promotes slots of one type"},
	{"Mem2Reg", canon.Mem2Reg, "at -O0 every scalar is in a stack slot"},
	{"OneChar", typerecovery.OneChar, "after Mem2Reg: lengths and addresses are values"},
	{"RecombineWordParts", typerecovery.RecombineWordParts, "after Mem2Reg: parts that went through slots are values"},
	{"DeadSlots", canon.DeadSlots, "after SROA, which leaves slots of padding"},
	{"InstSimplify", canon.InstSimplify, "after Mem2Reg: at -O0 flags are extended to bytes and truncated again"},
	{"RecognizeAtomicAdd", raise.RecognizeAtomicAdd, "after Mem2Reg: at -O0 the sum goes through a slot; before FloatBits, which rewrites the bits of floats"},
	{"LaneCasts", typerecovery.LaneCasts, "after SROA, which splits structs of floats"},
	{"PairLanes", typerecovery.PairLanes, "after SROA, as LaneCasts; before FloatBits, which follows the remaining bitcasts"},
	{"FloatBits", typerecovery.FloatBits, "after Mem2Reg: masks are values; before everything that asks for the types of integers"},
	{"SimplifyCFG", canon.SimplifyCFG, "after InstSimplify and FloatBits, which fold conditions; before CSE, which works within blocks"},
	{"CSE", canon.CSE, "addresses computed twice become one value: fewer values to keep or recompute"},
	{"CorrelatedValuePropagation", canon.CorrelatedValuePropagation, "after CSE: conditions computed twice are one value"},
	{"SplitVariantPhis", typerecovery.SplitVariantPhis, "after CorrelatedValuePropagation, which turns selects of tables into addresses; before everything that asks for the types of integers"},
	{"ConditionSteps", canon.ConditionSteps, "after CorrelatedValuePropagation, which leaves conditions that are extended to numbers"},
	{"PruneNullPaths", canon.PruneNullPaths, "after CSE: pointers loaded twice are one value"},
	{"InstSimplify", canon.InstSimplify, "after CorrelatedValuePropagation, ConditionSteps and PruneNullPaths, which put constants in"},
	{"SimplifyCFG", canon.SimplifyCFG, "after PruneNullPaths: removes edges that are never taken"},
	{"DCE", canon.DCE, "removes the values that lost their users above"},
	{"UnrollTableLoops", raise.UnrollTableLoops, "after CorrelatedValuePropagation and InstSimplify, which make bounds constant; before SROA, for which the indices are constants then"},
	{"SlotChoices", canon.SlotChoices, "after SimplifyCFG: phi and load are in one block; before Mem2Reg, which promotes the slots"},
	{"SROA", canon.SROA, "after Mem2Reg: at -O0 the address of a struct goes to inlined callees through slots"},
	{"AddressSlots", typerecovery.AddressSlots, "after SROA, which makes the slots; before Mem2Reg, which promotes slots of one type"},
	{"Mem2Reg", canon.Mem2Reg, "after SROA: promotes the parts"},
	{"RecombineFirstByte", typerecovery.RecombineFirstByte, "after SROA and Mem2Reg: at -O0 the byte is cleared in an inlined function"},
	{"DeadSlots", canon.DeadSlots, "after RecombineFirstByte and SROA, which leave slots that are never loaded"},
	{"InstSimplify", canon.InstSimplify, "after Mem2Reg: references to masks are values"},
	{"LowerCalls", typerecovery.LowerCalls, "after InstSimplify: shift counts are constants"},
	{"FloatBits", typerecovery.FloatBits, "after Mem2Reg and InstSimplify: masks behind references are values"},
	{"MemberPointers", canon.MemberPointers, "after Mem2Reg: member pointers passed to inlined callees are constants, which say whether they are virtual"},
	{"CSE", canon.CSE, "after Mem2Reg: addresses that went through slots are values"},
	{"RerollReductions", raise.RerollReductions, "after CSE: one value for each address; before ForwardStores, which replaces loads of terms by values"},
	{"ForwardStores", canon.ForwardStores, "after CSE: one value for each address"},
	{"DCE", canon.DCE, "after ForwardStores: removes the loads that lost their users"},
	{"SplitVariantPhis", typerecovery.SplitVariantPhis, "after Mem2Reg: enums passed to inlined callees are values"},
	{"Exchanges", typerecovery.Exchanges, "after RecognizeAtomicAdd, which matches the loops that add; after Mem2Reg"},
	{"AddressFloats", typerecovery.AddressFloats, "after CSE and ForwardStores, which leave one load of several"},
	{"MovedFloats", typerecovery.MovedFloats, "after CSE and ForwardStores, as AddressFloats"},
	{"SharedWords", typerecovery.SharedWords, "after CSE and ForwardStores, as AddressFloats"},
	{"SplitVariantPhis", typerecovery.SplitVariantPhis, "after AddressFloats, MovedFloats and SharedWords, which turn words of enums into integers and floats"},
	{"UnfoldPhiConstants", canon.UnfoldPhiConstants, "before everything that asks where addresses point"},
	{"MergeSums", canon.MergeSums, "before everything that asks for induction variables"},
	{"AddressPhis", typerecovery.AddressPhis, "before everything that asks where addresses point"},
	{"UndoStrengthReduction", raise.UndoStrengthReduction, "after AddressPhis, which turns phis of integers into phis of pointers"},
	{"InferNoWrap", canon.InferNoWrap, "after UndoStrengthReduction, which adds induction variables"},
	{"DefineLanes", canon.DefineLanes, "after the passes that fold poison and leave some"},
	{"LoopAliasVersioning", loopopt.LoopAliasVersioning, "after all passes that remove accesses; before LoopSimplify and LCSSA, which bring the copies into their form too"},
	{"NoWrapVersioning", loopopt.NoWrapVersioning, "after LoopAliasVersioning, whose versions include it"},
	{"UnifyExits", canon.UnifyExits, "before LoopSimplify: the common returning block may need a dedicated exit before it"},
	{"MakeReducible", canon.MakeReducible, "before LoopSimplify: makes natural loops of all cycles"},
	{"LoopSimplify", canon.LoopSimplify, "after SimplifyCFG, which merges preheaders and exits"},
	{"ScalarizeOverlaps", raise.ScalarizeOverlaps, "after LoopSimplify: needs preheaders; before LICMLoads, which merges loads"},
	{"FoldInvariantPhis", canon.FoldInvariantPhis, "after LoopSimplify: needs preheaders and single latches"},
	{"UndoPredictiveCommoning", raise.UndoPredictiveCommoning, "after LoopSimplify: needs preheaders and single latches; before LICMLoads, which hoists what is invariant"},
	{"LICMLoads", canon.LICMLoads, "after LoopSimplify: needs preheaders"},
	{"ScalarPromotion", canon.ScalarPromotion, "after LICMLoads, which leaves fewer accesses"},
	{"ScalarReplacement", canon.ScalarReplacement, "after LICMLoads, which leaves the loads that vary"},
	{"CSE", canon.CSE, "after LICMLoads: hoisted loads of one address become one value"},
	{"DCE", canon.DCE, "removes the phis that ScalarReplacement and UndoPredictiveCommoning leave"},
	{"CarriedWords", typerecovery.CarriedWords, "after all passes that forward stores to loads: its stores are for shadow memory only"},
	{"Alignments", canon.Alignments, "after all passes that simplify addresses: a shadow is accessed with the alignment of its primal"},
	{"SplitInvokes", canon.SplitInvokes, "after LoopSimplify, whose new blocks may be the normal destination of several invokes"},
	{"LCSSA", canon.LCSSA, "after LoopSimplify: needs dedicated exits; last of those that change values"},
	{"SplitLong", canon.SplitLong, "after all passes that work within blocks: synthesis inserts into the pieces"},
}

// Normalize brings a function into the form that differentiation expects: scalars in SSA
// form, one returning block, natural loops with preheaders, single latches and dedicated
// exits, loop-closed SSA form, blocks in reverse post-order. See Pipeline for the passes and
// the constraints on their order.
func Normalize(f *ir.Function) {
	normalize(f, func(pass string) bool {
		return pass != "LoopAliasVersioning" && pass != "ScalarizeGathers" && pass != "NoWrapVersioning" && pass != "ScalarReplacement" && pass != "Exchanges" && pass != "RerollReductions" && pass != "ScalarizeOverlaps"
	})
}

// NormalizeReread is Normalize for reverse mode, whose derivatives may load again what the
// function loaded: with the passes that make such loads possible.
func NormalizeReread(f *ir.Function) { normalize(f, func(string) bool { return true }) }

// NormalizePart normalises a function that was outlined from a normalised one. Values stay
// as they were, so that adjoints are summed in the same order.
func NormalizePart(f *ir.Function) {
	normalize(f, func(pass string) bool { return partToo[pass] })
}

// partToo are the passes of NormalizePart.
var partToo = map[string]bool{"NumberLabels": true, "SimplifyCFG": true, "DCE": true, "UnifyExits": true, "MakeReducible": true,
	"LoopSimplify": true, "FoldInvariantPhis": true, "SplitInvokes": true, "LCSSA": true, "SplitLong": true}

func normalize(f *ir.Function, wanted func(pass string) bool) {
	changes := 0
	ran := map[string]int{} // how many changes there were when the pass had run last
	for _, s := range Pipeline {
		if at, again := ran[s.Name]; !wanted(s.Name) || again && at == changes {
			continue // nothing has changed since it ran
		}
		if s.Run(f) {
			changes++
		}
		ran[s.Name] = changes
	}
	edit.SortBlocks(f)
}

// SimplifyBody shortens an unoptimised body: it runs Pipeline up to the first DCE.
func SimplifyBody(f *ir.Function) {
	for _, s := range Pipeline {
		s.Run(f)
		if s.Name == "DCE" {
			return
		}
	}
}

// cleanUp is what CleanUp runs, in order.
var cleanUp = []Step{
	{"DropShadowOnly", typerecovery.DropShadowOnly, "first: others would take its stores for the program's"},
	{"PlainExceptions", canon.PlainExceptions, "before Mem2Reg and DCE: leaves slots and unused values"},
	{"Mem2Reg", canon.Mem2Reg, "accumulators and other slots of the generator become values"},
	{"InstSimplify", canon.InstSimplify, "after Mem2Reg: folds index arithmetic on constants"},
	{"SimplifyCFG", canon.SimplifyCFG, "merges the blocks that were made one for each step"},
	{"DeadSlots", canon.DeadSlots, "before DCE: stores that are never loaded keep values alive"},
	{"DCE", canon.DCE, "removes the unused values that all of the above leave"},
	{"VectorizeTrip3", loopopt.VectorizeTrip3, "after all passes that simplify addresses and loops"},
	{"UnrollAndJam", loopopt.UnrollAndJam, "after VectorizeTrip3, which matches single iterations"},
	{"ScatterToGather", loopopt.ScatterToGather, "after UnrollAndJam, which takes inner loops without versions only"},
	{"SlotsFirst", canon.SlotsFirst, "after Mem2Reg: moves the slots that are left"},
	{"HideRowBases", loopopt.HideRowBases, "after all passes that analyse addresses, which it hides"},
	{"PreventSLP", loopopt.PreventSLP, "after ScatterToGather, which does better where it applies; after all passes that analyse addresses"},
	{"AnnotateParallelLoops", loopopt.AnnotateParallelLoops, "last: describes the loops that are left"},
}

// CleanUp simplifies a generated function and gives its loops the forms that compilers
// optimise best.
func CleanUp(f *ir.Function) {
	for _, s := range cleanUp {
		s.Run(f)
	}
}
