// Package pass rewrites functions of package ir into a form that is easy to
// differentiate, and tidies generated code.
//
//	pass               what it leaves behind
//	StripDebug         no calls of debug intrinsics
//	ScalarLoops        no vectorised or unrolled loop beside one that does single iterations
//	LowerCalls         no vector reductions and no horizontal operations, but what they are short for
//	OwnCopies          no store into a struct that came by value
//	MidWord            no local whose bytes are words of a struct from the middle of a word on
//	JoinWords          no word that is read in parts and put together by shifts
//	FirstByte          no struct whose first byte goes through a register and the rest through a local
//	SplitWords         no load or store of a struct of integers or a short vector of pointers
//	ByteVectors        no vector of bytes that is read only to be stored again (Rust)
//	StoredHalves       no store of a word that is put together of a float and a constant
//	SROA               stack aggregates split into their members
//	AddressSlots       no local that holds an address as an integer too, where that is aligned
//	Mem2Reg            stack slots turned into values and phis
//	OneChar            no single character moved where a copy of characters has length 1
//	DeadSlots          no stack slot that nobody reads
//	SlotChoices        no load from one of several stack slots
//	VariantPhis        no word of an enum in registers that is of several variants where one is known
//	ConditionSteps     no counter that grows by the condition that its loop goes on
//	NullPaths          no way that a branch takes only to read through null
//	RollSums           no sum of constant length written out term by term that may be a loop (reverse mode)
//	ForwardStores      no load of what a store in sight wrote, outside of loops
//	InstSimplify       constants folded, integer identities applied, exactly
//	FloatBits          no choice by masks; no sign, exponent or rounding by the bits of floats, as far as it is known
//	SimplifyCFG        no unreachable blocks, constant branches, redundant phis
//	CSE                no pure instruction computed twice along a dominator path
//	DCE                no value without a use
//	DefineLanes        no undef or poison floating-point operand
//	Apart              loops twice: for pointers that a check finds apart, and for others (reverse mode)
//	UnifyExits         one block that returns
//	MakeReducible      no cycle with several entries
//	LoopSimplify       preheaders, single latches, dedicated exits
//	HoistHeap          no memory of the heap made and ended in every iteration of a loop without a memory
//	ReloadPhis         no number handed to the next iteration that memory still holds
//	HoistLoads         no load in a loop that reads the same in every iteration
//	CarriedWords       no word of Rust's whose bytes are moved in parts without its shadow
//	Alignments         no access that claims an alignment of which it is not known where it comes from
//	SplitInvokes       a block for every invoke to return to
//	Exceptions         slots that lend exceptions their shadows; handlers know what was thrown (PlainExceptions: neither)
//	Unthrown           no invoke of what cannot throw
//	LCSSA              values of a loop read outside only through phis behind its exits
//	SplitLong          no block of many thousand instructions
//	SplitCriticalEdges no edge from a block with several successors to one with several predecessors
//	Inline, InlineAll  direct calls replaced by the callee's body
//	MergeSums          no sum that all ways to a place compute, each for itself
//	CountAddresses     no address that a loop moves on by a constant, but elements of an array that it counts
//	Counters           no 64-bit counter of a loop that would take years to wrap but is not marked so
//	Settled            variables that code which makes memory is called through are what they are initialised with
//	AddressPhis        phis of integers that are addresses become phis of addresses
//	OnlyWhere          calls put under a condition
//	DropCalls          calls left out
//	ThreeLanes         no loop of three iterations that adds to rows of arrays on the stack
//	Jam                no loop around others whose iterations share elements runs them one by one
//	SideBySide         the shadows of a function's own arrays for many directions are one array of vectors
//	SplitLanes         no nest of loops that computes more directions than there are registers for
//	PlainVersions      no faster version beside the plain one
//	SlotsFirst         no stack slot of the entry block behind anything else
//	OpenTables         no loop of a constant number of iterations reads local tables of addresses
//	OpenRows           no row of an array in a reversed nest whose place in the array compilers see
//	TellLoops          no parallel loop, and none that adds up sums in a long body, that compilers do not know as such
//
// Normalize runs them, in an order given by a table with reasons, on a private
// clone of a function before it is differentiated; CleanUp runs those that pay
// on the code that came out.
//
// Invariants: a pass keeps every result of the function bit for bit (no
// floating-point operation is reordered, contracted or folded), introduces no
// undefined behaviour within years of running, gives the same output for the same input, and takes
// close to linear time. Every pass leaves a function that ir.Verify accepts
// when it was given one, and needs the function to be loaded.
//
// The package is not an optimiser: what the compiler does to the written text
// anyway is left to it.
package pass
