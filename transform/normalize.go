package transform

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
	"github.com/llad-ad/llad/transform/loopopt"
	"github.com/llad-ad/llad/transform/raise"
	"github.com/llad-ad/llad/transform/typerecovery"
)

// Step is a pass of a pipeline.
type Step struct {
	Name string
	Run  func(*ir.Function) bool // reports whether anything changed
	Why  string                  // why it stands where it stands
}

// Pipeline is what Normalize runs, in order; a pass that stands in it several times
// only where something has changed since it ran.
var Pipeline = []Step{
	{"StripDebug", canon.StripDebug, "operands of debug intrinsics are text that would name values which later passes remove"},
	{"NumberLabels", (*ir.Function).NumberLabels, "addresses of blocks cannot follow a body into another function"},
	{"Aliases", canon.Aliases, "before anything compares addresses"},
	{"MemberTags", canon.MemberTags, "before anything asks what types accesses have"},
	{"DropFastVersions", loopopt.DropFastVersions, "derivatives of derivatives are made of what is plain; less to look at"},
	{"ScalarizeGathers", raise.ScalarizeGathers, "before Devectorize, which then sees what sums start from"},
	{"Devectorize", raise.Devectorize, "before what changes loops: it goes by the form that the compiler left"},
	{"SimplifyCFG", canon.SimplifyCFG, "less to look at for everything that follows; no unreachable code"},
	{"LowerCalls", typerecovery.LowerCalls, "before SROA: the slot that posix_memalign fills becomes an ordinary one"},
	{"MaterializeSret", canon.MaterializeSret, "before SROA: where a result is moved to at once is split into its words"},
	{"MaterializeByval", canon.MaterializeByval, "before SROA: a struct that came by value and is changed becomes an ordinary local"},
	{"RecombineWords", typerecovery.RecombineWords, "before SROA, which would leave such words alone"},
	{"RecombineWordParts", typerecovery.RecombineWordParts, "likewise"},
	{"RecombineFirstByte", typerecovery.RecombineFirstByte, "before SROA, which takes the parts for members"},
	{"RealignWords", typerecovery.RealignWords, "behind RecombineFirstByte, which looks for places as they were left; before SROA, which may split them"},
	{"MovedPairs", typerecovery.MovedPairs, "before SROA; before SplitWords, which makes addresses of lanes of what is loaded"},
	{"SplitWords", typerecovery.SplitWords, "before SROA: pointers to member functions are structs of integers at -O0, pairs of pointers vectors at -O3"},
	{"StoredHalves", typerecovery.StoredHalves, "before SROA likewise, which makes slots of both halves"},
	{"ByteVectors", typerecovery.ByteVectors, "before anything asks what the bytes are"},
	{"SROA", canon.SROA, "splits structs into slots that Mem2Reg can promote"},
	{"AddressSlots", typerecovery.AddressSlots, "behind SROA, before Mem2Reg: that promotes slots of one type"},
	{"Mem2Reg", canon.Mem2Reg, "at -O0 every scalar is a slot"},
	{"OneChar", typerecovery.OneChar, "behind Mem2Reg: length and addresses are values"},
	{"RecombineWordParts", typerecovery.RecombineWordParts, "those whose parts went by way of slots"},
	{"DeadSlots", canon.DeadSlots, "padding that SROA split off, locals that are never read"},
	{"InstSimplify", canon.InstSimplify, "at -O0 flags go through bytes and back; finds constant conditions"},
	{"RecognizeAtomicAdd", raise.RecognizeAtomicAdd, "before anything asks what the bits of floats are; at -O0 the sum goes by way of a slot"},
	{"LaneCasts", typerecovery.LaneCasts, "behind SROA, which takes structs of floats apart"},
	{"PairLanes", typerecovery.PairLanes, "likewise; before FloatBits, which follows what is left of such casts"},
	{"FloatBits", typerecovery.FloatBits, "masks are values now; before anything asks what the bits of floats are"},
	{"SimplifyCFG", canon.SimplifyCFG, "folds those conditions; longer blocks for CSE"},
	{"CSE", canon.CSE, "addresses computed twice become one value: fewer things to keep or recompute"},
	{"CorrelatedValuePropagation", canon.CorrelatedValuePropagation, "behind CSE, which makes one value of conditions computed twice; choices made of whole tables and numbers of places become addresses"},
	{"SplitVariantPhis", typerecovery.SplitVariantPhis, "behind CorrelatedValuePropagation; before anything asks what the bits of floats are"},
	{"ConditionSteps", canon.ConditionSteps, "what CorrelatedValuePropagation leaves: conditions that were made numbers"},
	{"PruneNullPaths", canon.PruneNullPaths, "behind CSE likewise"},
	{"InstSimplify", canon.InstSimplify, "folds what follows from them"},
	{"SimplifyCFG", canon.SimplifyCFG, "removes the ways that are never taken"},
	{"DCE", canon.DCE, "what lost its users above"},
	{"UnrollTableLoops", raise.UnrollTableLoops, "behind what makes bounds of loops constants; before SROA, for which the places are constants then"},
	{"SlotChoices", canon.SlotChoices, "behind SimplifyCFG: choice and load are in one block; before slots become values"},
	{"SROA", canon.SROA, "at -O0 the address of a struct went to callees, which are inlined now, by way of slots"},
	{"AddressSlots", typerecovery.AddressSlots, "as before"},
	{"Mem2Reg", canon.Mem2Reg, "what that split"},
	{"RecombineFirstByte", typerecovery.RecombineFirstByte, "what that took for members: at -O0 the byte is cleared in a function that is inlined"},
	{"DeadSlots", canon.DeadSlots, "and left"},
	{"InstSimplify", canon.InstSimplify, "references to masks and other bits of floats went that way too"},
	{"LowerCalls", typerecovery.LowerCalls, "counts of shifts are constants now"},
	{"FloatBits", typerecovery.FloatBits, "as before"},
	{"MemberPointers", canon.MemberPointers, "those that went to callees are constants now, which tell whether they are virtual"},
	{"CSE", canon.CSE, "addresses that came by way of slots"},
	{"RerollReductions", raise.RerollReductions, "behind CSE: one value for each address; before ForwardStores, which makes values of what terms read"},
	{"ForwardStores", canon.ForwardStores, "behind CSE: one value for each address"},
	{"DCE", canon.DCE, "and what lost its users"},
	{"SplitVariantPhis", typerecovery.SplitVariantPhis, "enums that went to callees by way of slots"},
	{"Exchanges", typerecovery.Exchanges, "behind RecognizeAtomicAdd, which takes loops that add, and what makes values of slots"},
	{"AddressFloats", typerecovery.AddressFloats, "behind what makes one load of several"},
	{"MovedFloats", typerecovery.MovedFloats, "likewise"},
	{"SharedWords", typerecovery.SharedWords, "likewise"},
	{"SplitVariantPhis", typerecovery.SplitVariantPhis, "enums that are values since those above made floats of their words"},
	{"UnfoldPhiConstants", canon.UnfoldPhiConstants, "before anything asks where addresses lead"},
	{"MergeSums", canon.MergeSums, "before anything asks how loops count"},
	{"AddressPhis", typerecovery.AddressPhis, "before anything asks where addresses lead"},
	{"UndoStrengthReduction", raise.UndoStrengthReduction, "those of integers are addresses now"},
	{"InferNoWrap", canon.InferNoWrap, "the new ones too"},
	{"DefineLanes", canon.DefineLanes, "behind the passes that fold what is poison, and leave some where nothing is stored"},
	{"LoopAliasVersioning", loopopt.LoopAliasVersioning, "behind all that makes accesses fewer; before loops get a final form, which the copies then get too"},
	{"NoWrapVersioning", loopopt.NoWrapVersioning, "likewise; behind LoopAliasVersioning, whose versions do the same"},
	{"UnifyExits", canon.UnifyExits, "before the loops are given dedicated exits: the common return is one of them"},
	{"MakeReducible", canon.MakeReducible, "makes natural loops of all cycles, which LoopSimplify then puts in form"},
	{"LoopSimplify", canon.LoopSimplify, "behind all that merges blocks, which undoes it"},
	{"ScalarizeOverlaps", raise.ScalarizeOverlaps, "needs preheaders; before what reads elements once"},
	{"FoldInvariantPhis", canon.FoldInvariantPhis, "needs preheaders and single latches"},
	{"UndoPredictiveCommoning", raise.UndoPredictiveCommoning, "likewise; before LICMLoads, which reads once what does not change"},
	{"LICMLoads", canon.LICMLoads, "needs preheaders"},
	{"ScalarPromotion", canon.ScalarPromotion, "likewise; behind LICMLoads, which leaves fewer accesses"},
	{"ScalarReplacement", canon.ScalarReplacement, "likewise; behind LICMLoads, which leaves what changes"},
	{"CSE", canon.CSE, "those from the same address are one value now"},
	{"DCE", canon.DCE, "the phis that handed them on"},
	{"CarriedWords", typerecovery.CarriedWords, "behind all that takes what is loaded for what was stored: it writes stores that are none of the program's"},
	{"Alignments", canon.Alignments, "behind what makes addresses plain; shadows are accessed as what they belong to"},
	{"SplitInvokes", canon.SplitInvokes, "behind LoopSimplify, whose new blocks may gather several invokes' returns"},
	{"LCSSA", canon.LCSSA, "last: needs dedicated exits; a value's last iteration gets a name of its own"},
	{"SplitLong", canon.SplitLong, "behind all that looks at single blocks: what follows inserts into them"},
}

// Normalize brings a function into the form that differentiation expects: its
// scalars are values, it returns from one block, its cycles are natural loops
// with a preheader, one latch and dedicated exits, its blocks stand in reverse
// post-order. See Pipeline for what is done and why in that order.
func Normalize(f *ir.Function) {
	normalize(f, func(pass string) bool {
		return pass != "LoopAliasVersioning" && pass != "ScalarizeGathers" && pass != "NoWrapVersioning" && pass != "ScalarReplacement" && pass != "Exchanges" && pass != "RerollReductions" && pass != "ScalarizeOverlaps"
	})
}

// NormalizeReread is Normalize for functions whose derivative reads memory again:
// those of reverse mode.
func NormalizeReread(f *ir.Function) { normalize(f, func(string) bool { return true }) }

// NormalizePart brings part of a normalised function that was taken out of it into
// that form. Its values stay the ones they were in the whole, so that sums of
// adjoints come in the same order.
func NormalizePart(f *ir.Function) {
	normalize(f, func(pass string) bool { return partToo[pass] })
}

// partToo are the passes that give a part its form.
var partToo = map[string]bool{"NumberLabels": true, "SimplifyCFG": true, "DCE": true, "UnifyExits": true, "MakeReducible": true,
	"LoopSimplify": true, "FoldInvariantPhis": true, "SplitInvokes": true, "LCSSA": true, "SplitLong": true}

func normalize(f *ir.Function, wanted func(pass string) bool) {
	changes := 0
	ran := map[string]int{} // how many changes there were when the pass had run last
	for _, s := range Pipeline {
		if at, again := ran[s.Name]; !wanted(s.Name) || again && at == changes {
			continue // it would find what it left
		}
		if s.Run(f) {
			changes++
		}
		ran[s.Name] = changes
	}
	edit.SortBlocks(f)
}

// SimplifyBody runs what of Normalize makes bodies short that were written without
// optimisation: all up to the first DCE.
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
	{"DropShadowOnly", typerecovery.DropShadowOnly, "before anything takes them for stores of the program's"},
	{"PlainExceptions", canon.PlainExceptions, "likewise early: leaves slots and values without users"},
	{"Mem2Reg", canon.Mem2Reg, "accumulators and other slots of the generator become values"},
	{"InstSimplify", canon.InstSimplify, "folds index arithmetic on constants"},
	{"SimplifyCFG", canon.SimplifyCFG, "merges the blocks that were made one per step"},
	{"DeadSlots", canon.DeadSlots, "stores nobody reads keep values alive"},
	{"DCE", canon.DCE, "everything above leaves values without users"},
	{"VectorizeTrip3", loopopt.VectorizeTrip3, "behind all that makes addresses and loops plain"},
	{"UnrollAndJam", loopopt.UnrollAndJam, "behind VectorizeTrip3, which knows single iterations"},
	{"ScatterToGather", loopopt.ScatterToGather, "behind UnrollAndJam, which takes loops without versions inside"},
	{"SlotsFirst", canon.SlotsFirst, "the slots that are left"},
	{"HideRowBases", loopopt.HideRowBases, "behind all that reads addresses, which it hides"},
	{"PreventSLP", loopopt.PreventSLP, "likewise; behind ScatterToGather, which does better where it can"},
	{"AnnotateParallelLoops", loopopt.AnnotateParallelLoops, "last: it looks at what is left of loops"},
}

// CleanUp tidies a generated function: slots become values, constants fold,
// blocks merge, and what is not needed goes, stores to slots that are never
// read included.
func CleanUp(f *ir.Function) {
	for _, s := range cleanUp {
		s.Run(f)
	}
}
