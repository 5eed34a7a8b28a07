// Package loopopt has the passes that give loops versions and forms for the generated code:
// two before differentiation, for pointers that a check at run time finds apart and for
// matrices that are read many times, the others behind it.
//
//	pass                  what it leaves behind
//	DropFastVersions      no fast version beside the plain one
//	LoopAliasVersioning   two versions of loops: for pointers that a check finds disjoint, and for others
//	NoWrapVersioning      two versions of loops: for indices that a check finds not to wrap, and for others
//	DataCopying           no nest that reads elements several times which are overwritten later
//	VectorizeTrip3        no loop of three iterations that updates rows of stack arrays
//	UnrollAndJam          several iterations at a time of loops whose inner loops share elements
//	ScatterToGather       one update of each element where a loop updates neighbours
//	InterleaveShadows     shadows of local arrays for many directions as one array of vectors
//	DistributeDirections  a loop nest for each direction where there are more arrays than registers
//	HideRowBases          no row whose base defeats the run-time alias checks of LLVM
//	PreventSLP            no pair of updates that compilers vectorize to their harm
//	AnnotateParallelLoops metadata for parallel loops and against interleaving
//
// Every version does the operations of the original in the same order.
package loopopt
