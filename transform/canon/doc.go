// Package canon has the passes of textbooks, which bring a function into a canonical
// form: SSA, control flow, loops, exceptions, inlining.
//
//	pass                       what it leaves behind
//	StripDebug                 no calls of debug intrinsics
//	Aliases                    no aliases of variables
//	MemberTags                 the tag of the member that it accesses on every access of a copied struct
//	MaterializeByval           no store into a struct that came by value
//	MaterializeSret            a slot of its own for what Rust's library delivers in memory
//	SROA                       stack aggregates split into their members
//	Mem2Reg                    stack slots turned into values and phis
//	DeadSlots                  no stack slot that nobody reads
//	SlotChoices                no load from one of several stack slots
//	SlotsFirst                 no stack slot of the entry block behind anything else
//	ForwardStores              no load of what a store in sight wrote, outside of loops
//	InstSimplify               constants folded, integer identities applied, exactly
//	SimplifyCFG                no unreachable blocks, constant branches, redundant phis
//	CSE                        no pure instruction computed twice along a dominator path
//	DCE                        no value without a use
//	CorrelatedValuePropagation no condition below a branch that has decided it
//	UnfoldPhiConstants         no phi that only merges what all its ways compute alike
//	PruneNullPaths             no way that a branch takes only to read through null
//	ConditionSteps             no counter that grows by the condition that its loop goes on
//	MergeSums                  no sum that all ways to a place compute, each for itself
//	InferNoWrap                no 64-bit counter of a loop that would take years to wrap but is not marked so
//	DefineLanes                no undef or poison floating-point operand
//	UnifyExits                 one block that returns
//	MakeReducible              no cycle with several entries
//	LoopSimplify               preheaders, single latches, dedicated exits
//	FoldInvariantPhis          no phi of a loop header that only ever has its first value
//	LCSSA                      values of a loop read outside only through phis behind its exits
//	LICMLoads                  no load in a loop that reads the same in every iteration
//	ScalarPromotion            no sum that an innermost loop builds up in memory
//	ScalarReplacement          no integer that iterations hand on in memory alone
//	HoistAllocations           no memory of the heap made and ended in every iteration of a loop without a memory
//	SplitLong                  no block of many thousand instructions
//	SplitInvokes               a block for every invoke to return to
//	SplitCriticalEdges         no edge from a block with several successors to one with several predecessors
//	Exceptions                 slots that lend exceptions their shadows; handlers know what was thrown (PlainExceptions: neither)
//	PruneEH                    no invoke of what cannot throw
//	AssumeInitializers         variables that code which makes memory is called through are what they are initialised with
//	Alignments                 no access that claims an alignment of which it is not known where it comes from
//	Inline, InlineAll          direct calls replaced by the callee's body
//	OpenMP                     parallel regions as calls of teams
//	OutlineLoop                a loop as a function of its own
//
// The package does not know in which order passes run: see transform.
package canon
