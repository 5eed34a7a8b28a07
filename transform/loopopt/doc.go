// Package loopopt has the passes that give loops versions and forms for the generated code:
// two before differentiation, for pointers that a check at run time finds apart and for
// matrices that are read many times, the others behind it.
//
//	pass                  what it leaves behind
//	DropFastVersions      no faster version beside the plain one
//	LoopAliasVersioning   loops twice: for pointers that a check finds apart, and for others
//	NoWrapVersioning      loops twice: for indices of 32 bits that a check finds not to wrap, and for others
//	DataCopying           no nest that reads a matrix many times which is overwritten later
//	VectorizeTrip3        no loop of three iterations that adds to rows of arrays on the stack
//	UnrollAndJam          no loop around others whose iterations share elements that runs them one by one
//	ScatterToGather       no loop that adds to neighbouring elements several times
//	InterleaveShadows     the shadows of a function's own arrays for many directions as one array of vectors
//	DistributeDirections  no nest of loops that computes more directions than there are registers for
//	HideRowBases          no row of an array in a reversed nest whose place in the array compilers see
//	PreventSLP            no pair of additions to neighbouring elements that compilers pack
//	AnnotateParallelLoops no parallel loop, and none that adds up sums in a long body, that compilers do not know as such
//
// Every version does the operations of the original in the same order.
package loopopt
