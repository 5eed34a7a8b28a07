// Package canon has the passes of textbooks, which bring a function into a canonical
// form: SSA, control flow, loops, exceptions, inlining.
//
// Most stand in the table of package transform, of which docs/passes.md is made. The others
// are run by package pipeline:
//
//	pass                       what it leaves behind
//	HoistAllocations           no allocation and free in each iteration of a loop whose iterations are independent
//	SplitCriticalEdges         no critical edge
//	Exceptions                 slots with the shadows of exception objects; handlers compared with what was thrown (PlainExceptions: undone)
//	PruneEH                    no invoke that cannot throw
//	AssumeInitializers         loads of allocators and type tables folded to their initialisers
//	Inline, InlineAll          direct calls replaced by the callee's body
//	OpenMP                     parallel regions as calls of teams
//	OutlineLoop                a loop as a function of its own
//
// The package does not know in which order passes run: see transform.
package canon
