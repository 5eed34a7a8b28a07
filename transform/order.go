package transform

// Constraint is a pair of passes whose order matters: a function in testdata/order gets a worse
// derivative, or none, when one of the two is moved to the other side of the other one. A run
// of a pass that is not its first in a sequence is written with its number: Mem2Reg#2.
type Constraint struct {
	Before, After string
	Why           string
}

// String is the pair as its test is called.
func (c Constraint) String() string { return c.Before + " before " + c.After }

// NormalizationOrder are the constraints on Normalization.
var NormalizationOrder = []Constraint{
	{"UnrolledLoopPeeling", "Devectorize", "without the iterations at the ends the parts of an unrolled body are alike"},
	{"Devectorize", "SimplifyCFG#3", "it leaves constant branches and unreachable blocks"},
	{"Devectorize", "UndoStrengthReduction", "it matches the pointers that a vectorized loop advances"},
	{"Devectorize", "LoopAliasVersioning", "vectorized loops would be copied, and their copies not recognised"},
	{"Devectorize", "DCE#3", "it leaves the values of vectorized loops without users"},
	{"Devectorize", "LCSSA", "it uses values of loops after them"},
	{"MaterializeByval", "SROA#2", "a byval parameter that is changed becomes a stack slot"},
	{"LowerCalls", "Mem2Reg#2", "the slot that posix_memalign fills is then stored to and loaded only"},
	{"RecombineFirstByte", "RealignWords", "it matches slots by offsets, which RealignWords changes"},
	{"SplitWords", "AddressFloats", "floats are told from addresses only by themselves, not in pairs"},
	{"SplitWords", "InstSimplify#3", "it takes members out of structs that it has just built"},
	{"SROA", "Mem2Reg", "only slots that are accessed whole are promoted"},
	{"Mem2Reg", "CSE", "an address that goes through a slot is one value for all accesses"},
	{"Mem2Reg", "SlotChoices", "the address that is chosen goes through a slot"},
	{"Mem2Reg", "FullUnroll", "the trip count is constant only if the counter is a phi"},
	{"RecognizeAtomicAdd", "SimplifyCFG#3", "the blocks of the loop that it replaces can be merged"},
	{"FloatBits", "DCE#2", "it leaves the operations on bits without users"},
	{"CSE", "CorrelatedValuePropagation", "a condition that is computed twice is one value"},
	{"CSE", "ForwardStores", "stores and loads at one address have the same pointer operand"},
	{"CSE", "DeadSlots#2", "a load is replaced by what was stored, and the slot is not loaded any more"},
	{"CorrelatedValuePropagation", "SimplifyCFG#3", "branches on conditions that it decides are constant"},
	{"CorrelatedValuePropagation", "DCE#3", "it leaves comparisons without users"},
	{"FullUnroll", "SROA#2", "the table is accessed at constant offsets only"},
	{"SlotChoices", "Mem2Reg#2", "the addresses of the slots that it separates meet in no phi"},
	{"SROA#2", "Mem2Reg#2", "only slots that are accessed whole are promoted"},
	{"SROA#2", "RecombineFirstByte#2", "the byte and the bytes after it are in slots of their own"},
	{"ScalarizePackedLanes", "CSE#3", "lanes compute what is computed as a scalar, too"},
	{"AddressPhis", "DCE#3", "it leaves phis of integers and casts without users"},
	{"UndoStrengthReduction", "InferNoWrap", "it adds induction variables"},
	{"UndoStrengthReduction", "DCE#3", "it leaves phis of pointers without users"},
	{"InstSimplify#3", "LoopAliasVersioning", "folded addresses show which accesses are of one array"},
	{"InstSimplify#3", "NoWrapVersioning", "folded indices show which accesses are of one array"},
	{"InstSimplify#3", "LCSSA", "it folds phis of one value, which are what LCSSA adds"},
	{"SimplifyCFG#3", "LCSSA", "it folds phis of one value, which are what LCSSA adds"},
	{"ThreadReads", "LoopAliasVersioning", "a loop whose iterations threads share has one version"},
	{"LoopPeeling", "LoopAliasVersioning", "the ranges of indices that are sums are known"},
	{"LoopAliasVersioning", "UnifyExits", "each of the versions may return"},
	{"LoopAliasVersioning", "ScalarPromotion", "sums in memory alias nothing in the version of disjoint arrays"},
	{"LoopAliasVersioning", "CSE#3", "the versions compute the same addresses"},
	{"NoWrapVersioning", "UnifyExits", "each of the versions may return"},
	{"MakeReducible", "LoopSimplify", "natural loops have one header"},
	{"LoopSimplify", "LCSSA", "phis are placed in dedicated exits"},
	{"UndoPredictiveCommoning", "CSE#3", "it computes addresses that are there already"},
	{"LoopFusion", "CSE#3", "the joined loops compute the same addresses"},
	{"LICMLoads", "CSE#3", "hoisted loads of one address are one value"},
	{"LICMLoads", "LCSSA", "what is hoisted needs no phi at the exits"},
}

// CleanupOrder are those on Cleanup.
var CleanupOrder = []Constraint{
	{"AnnotateDisjoint", "InstSimplify", "the marks of disjoint memory are no additions of zero yet"},
	{"Mem2Reg", "InstSimplify", "constants that the generator keeps in slots are operands"},
	{"Mem2Reg", "DCE", "values that were only stored to slots have no users"},
	{"Mem2Reg", "UnrollAndJam", "counters and sums of the loop are phis"},
	{"Mem2Reg", "ScatterToGather", "counters and sums of the loop are phis"},
	{"InstSimplify", "SimplifyCFG", "branches on folded conditions are constant"},
	{"SimplifyCFG", "UnrollAndJam", "the body of a loop is one block, not one for each step"},
	{"UnrollAndJam", "HideRowBases", "rows whose base is hidden are not known to be disjoint"},
	{"UnrollAndJam", "AnnotateParallelLoops", "the loops that it makes are annotated, too"},
	{"ScatterToGather", "PreventSLP", "updates that are merged need no protection"},
}
