package pass

import "github.com/llad-ad/llad/ir"

// Step is a pass of a pipeline.
type Step struct {
	Name string
	Run  func(*ir.Function) bool // reports whether anything changed
	Why  string                  // why it stands where it stands
}

// Pipeline is what Normalize runs, in order; a pass that stands in it several times
// only where something has changed since it ran.
var Pipeline = []Step{
	{"StripDebug", StripDebug, "operands of debug intrinsics are text that would name values which later passes remove"},
	{"NumberLabels", (*ir.Function).NumberLabels, "addresses of blocks cannot follow a body into another function"},
	{"Aliases", Aliases, "before anything compares addresses"},
	{"MemberTags", MemberTags, "before anything asks what types accesses have"},
	{"PlainVersions", PlainVersions, "derivatives of derivatives are made of what is plain; less to look at"},
	{"GatheredLanes", GatheredLanes, "before ScalarLoops, which then sees what sums start from"},
	{"ScalarLoops", ScalarLoops, "before what changes loops: it goes by the form that the compiler left"},
	{"SimplifyCFG", SimplifyCFG, "less to look at for everything that follows; no unreachable code"},
	{"LowerCalls", LowerCalls, "before SROA: the slot that posix_memalign fills becomes an ordinary one"},
	{"OwnResults", OwnResults, "before SROA: where a result is moved to at once is split into its words"},
	{"OwnCopies", OwnCopies, "before SROA: a struct that came by value and is changed becomes an ordinary local"},
	{"JoinWords", JoinWords, "before SROA, which would leave such words alone"},
	{"JoinHalves", JoinHalves, "likewise"},
	{"FirstByte", FirstByte, "before SROA, which takes the parts for members"},
	{"MidWord", MidWord, "behind FirstByte, which looks for places as they were left; before SROA, which may split them"},
	{"MovedPairs", MovedPairs, "before SROA; before SplitWords, which makes addresses of lanes of what is loaded"},
	{"SplitWords", SplitWords, "before SROA: pointers to member functions are structs of integers at -O0, pairs of pointers vectors at -O3"},
	{"StoredHalves", StoredHalves, "before SROA likewise, which makes slots of both halves"},
	{"ByteVectors", ByteVectors, "before anything asks what the bytes are"},
	{"SROA", SROA, "splits structs into slots that Mem2Reg can promote"},
	{"AddressSlots", AddressSlots, "behind SROA, before Mem2Reg: that promotes slots of one type"},
	{"Mem2Reg", Mem2Reg, "at -O0 every scalar is a slot"},
	{"OneChar", OneChar, "behind Mem2Reg: length and addresses are values"},
	{"JoinHalves", JoinHalves, "those whose parts went by way of slots"},
	{"DeadSlots", DeadSlots, "padding that SROA split off, locals that are never read"},
	{"InstSimplify", InstSimplify, "at -O0 flags go through bytes and back; finds constant conditions"},
	{"AtomicLoops", AtomicLoops, "before anything asks what the bits of floats are; at -O0 the sum goes by way of a slot"},
	{"LaneCasts", LaneCasts, "behind SROA, which takes structs of floats apart"},
	{"PairLanes", PairLanes, "likewise; before FloatBits, which follows what is left of such casts"},
	{"FloatBits", FloatBits, "masks are values now; before anything asks what the bits of floats are"},
	{"SimplifyCFG", SimplifyCFG, "folds those conditions; longer blocks for CSE"},
	{"CSE", CSE, "addresses computed twice become one value: fewer things to keep or recompute"},
	{"KnownConditions", KnownConditions, "behind CSE, which makes one value of conditions computed twice; choices made of whole tables and numbers of places become addresses"},
	{"VariantPhis", VariantPhis, "behind KnownConditions; before anything asks what the bits of floats are"},
	{"ConditionSteps", ConditionSteps, "what KnownConditions leaves: conditions that were made numbers"},
	{"NullPaths", NullPaths, "behind CSE likewise"},
	{"InstSimplify", InstSimplify, "folds what follows from them"},
	{"SimplifyCFG", SimplifyCFG, "removes the ways that are never taken"},
	{"DCE", DCE, "what lost its users above"},
	{"OpenTables", OpenTables, "behind what makes bounds of loops constants; before SROA, for which the places are constants then"},
	{"SlotChoices", SlotChoices, "behind SimplifyCFG: choice and load are in one block; before slots become values"},
	{"SROA", SROA, "at -O0 the address of a struct went to callees, which are inlined now, by way of slots"},
	{"AddressSlots", AddressSlots, "as before"},
	{"Mem2Reg", Mem2Reg, "what that split"},
	{"FirstByte", FirstByte, "what that took for members: at -O0 the byte is cleared in a function that is inlined"},
	{"DeadSlots", DeadSlots, "and left"},
	{"InstSimplify", InstSimplify, "references to masks and other bits of floats went that way too"},
	{"LowerCalls", LowerCalls, "counts of shifts are constants now"},
	{"FloatBits", FloatBits, "as before"},
	{"MemberPointers", MemberPointers, "those that went to callees are constants now, which tell whether they are virtual"},
	{"CSE", CSE, "addresses that came by way of slots"},
	{"RollSums", RollSums, "behind CSE: one value for each address; before ForwardStores, which makes values of what terms read"},
	{"ForwardStores", ForwardStores, "behind CSE: one value for each address"},
	{"DCE", DCE, "and what lost its users"},
	{"VariantPhis", VariantPhis, "enums that went to callees by way of slots"},
	{"Exchanges", Exchanges, "behind AtomicLoops, which takes loops that add, and what makes values of slots"},
	{"AddressFloats", AddressFloats, "behind what makes one load of several"},
	{"MovedFloats", MovedFloats, "likewise"},
	{"SharedWords", SharedWords, "likewise"},
	{"VariantPhis", VariantPhis, "enums that are values since those above made floats of their words"},
	{"KnownPhis", KnownPhis, "before anything asks where addresses lead"},
	{"MergeSums", MergeSums, "before anything asks how loops count"},
	{"AddressPhis", AddressPhis, "before anything asks where addresses lead"},
	{"CountAddresses", CountAddresses, "those of integers are addresses now"},
	{"Counters", Counters, "the new ones too"},
	{"DefineLanes", DefineLanes, "behind the passes that fold what is poison, and leave some where nothing is stored"},
	{"Apart", Apart, "behind all that makes accesses fewer; before loops get a final form, which the copies then get too"},
	{"Unwrapped", Unwrapped, "likewise; behind Apart, whose versions do the same"},
	{"UnifyExits", UnifyExits, "before the loops are given dedicated exits: the common return is one of them"},
	{"MakeReducible", MakeReducible, "makes natural loops of all cycles, which LoopSimplify then puts in form"},
	{"LoopSimplify", LoopSimplify, "behind all that merges blocks, which undoes it"},
	{"OverlappingLanes", OverlappingLanes, "needs preheaders; before what reads elements once"},
	{"SettledPhis", SettledPhis, "needs preheaders and single latches"},
	{"ReloadPhis", ReloadPhis, "likewise; before HoistLoads, which reads once what does not change"},
	{"HoistLoads", HoistLoads, "needs preheaders"},
	{"SinkStores", SinkStores, "likewise; behind HoistLoads, which leaves fewer accesses"},
	{"HandOn", HandOn, "likewise; behind HoistLoads, which leaves what changes"},
	{"CSE", CSE, "those from the same address are one value now"},
	{"DCE", DCE, "the phis that handed them on"},
	{"CarriedWords", CarriedWords, "behind all that takes what is loaded for what was stored: it writes stores that are none of the program's"},
	{"Alignments", Alignments, "behind what makes addresses plain; shadows are accessed as what they belong to"},
	{"SplitInvokes", SplitInvokes, "behind LoopSimplify, whose new blocks may gather several invokes' returns"},
	{"LCSSA", LCSSA, "last: needs dedicated exits; a value's last iteration gets a name of its own"},
	{"SplitLong", SplitLong, "behind all that looks at single blocks: what follows inserts into them"},
}

// Normalize brings a function into the form that differentiation expects: its
// scalars are values, it returns from one block, its cycles are natural loops
// with a preheader, one latch and dedicated exits, its blocks stand in reverse
// post-order. See Pipeline for what is done and why in that order.
func Normalize(f *ir.Function) {
	normalize(f, func(pass string) bool {
		return pass != "Apart" && pass != "GatheredLanes" && pass != "Unwrapped" && pass != "HandOn" && pass != "Exchanges" && pass != "RollSums" && pass != "OverlappingLanes"
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
	"LoopSimplify": true, "SettledPhis": true, "SplitInvokes": true, "LCSSA": true, "SplitLong": true}

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
	layOut(f)
}

// cleanUp is what CleanUp runs, in order.
var cleanUp = []Step{
	{"DropShadowOnly", DropShadowOnly, "before anything takes them for stores of the program's"},
	{"PlainExceptions", PlainExceptions, "likewise early: leaves slots and values without users"},
	{"Mem2Reg", Mem2Reg, "accumulators and other slots of the generator become values"},
	{"InstSimplify", InstSimplify, "folds index arithmetic on constants"},
	{"SimplifyCFG", SimplifyCFG, "merges the blocks that were made one per step"},
	{"DeadSlots", DeadSlots, "stores nobody reads keep values alive"},
	{"DCE", DCE, "everything above leaves values without users"},
	{"ThreeLanes", ThreeLanes, "behind all that makes addresses and loops plain"},
	{"Jam", Jam, "behind ThreeLanes, which knows single iterations"},
	{"Neighbours", Neighbours, "behind Jam, which takes loops without versions inside"},
	{"SlotsFirst", SlotsFirst, "the slots that are left"},
	{"OpenRows", OpenRows, "behind all that reads addresses, which it hides"},
	{"SingleSums", SingleSums, "likewise; behind Neighbours, which does better where it can"},
	{"TellLoops", TellLoops, "last: it looks at what is left of loops"},
}

// CleanUp tidies a generated function: slots become values, constants fold,
// blocks merge, and what is not needed goes, stores to slots that are never
// read included.
func CleanUp(f *ir.Function) {
	for _, s := range cleanUp {
		s.Run(f)
	}
}
