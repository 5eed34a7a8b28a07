// Package canon has the passes of textbooks, which bring a function into a canonical
// form: SSA, control flow, loops, exceptions, inlining.
//
//	pass                       what it leaves behind
//	StripDebug                 no calls of debug intrinsics
//	Aliases                    aliases of variables replaced by the variables
//	MemberTags                 !tbaa tags of members on the accesses of a copied struct
//	MaterializeByval           a stack slot for a byval parameter that is changed
//	MaterializeSret            a stack slot for the result of Rust's library functions in memory
//	SROA                       stack aggregates split into their members
//	Mem2Reg                    stack slots promoted to SSA values
//	DeadSlots                  no stack slot that is never loaded
//	SlotChoices                no load from a phi or select of stack slots
//	SlotsFirst                 allocas at the start of the entry block
//	ForwardStores              no load of a stored value, outside of loops
//	InstSimplify               constants folded, integer identities applied, bit for bit
//	SimplifyCFG                no unreachable blocks, constant branches, redundant phis
//	CSE                        no pure instruction computed twice along a dominator path
//	DCE                        no unused value
//	CorrelatedValuePropagation no condition below a branch that decides it
//	UnfoldPhiConstants         no constant propagated along an edge into a phi
//	PruneNullPaths             no edge to an access through null
//	ConditionSteps             no induction variable that grows by a condition
//	MergeSums                  no phi whose incoming values are one sum
//	InferNoWrap                nuw and nsw on 64-bit induction variables with small steps
//	DefineLanes                no undef or poison in floating-point operands
//	UnifyExits                 one returning block
//	MakeReducible              no irreducible cycle
//	LoopSimplify               preheaders, single latches, dedicated exits
//	FoldInvariantPhis          no header phi that is never seen to change
//	LCSSA                      loop-closed SSA form
//	LICMLoads                  no invariant load in a loop
//	ScalarPromotion            sums in memory kept in registers while an innermost loop runs
//	ScalarReplacement          integers that loops update in memory carried in registers
//	HoistAllocations           no allocation and free in each iteration of a loop whose iterations are independent
//	SplitLong                  no block of many thousand instructions
//	SplitInvokes               normal destinations with one predecessor
//	SplitCriticalEdges         no critical edge
//	Exceptions                 slots with the shadows of exception objects; handlers compared with what was thrown (PlainExceptions: undone)
//	PruneEH                    no invoke that cannot throw
//	AssumeInitializers         loads of allocators and type tables folded to their initialisers
//	Alignments                 no alignment that does not follow from the allocation
//	Inline, InlineAll          direct calls replaced by the callee's body
//	OpenMP                     parallel regions as calls of teams
//	OutlineLoop                a loop as a function of its own
//
// The package does not know in which order passes run: see transform.
package canon
