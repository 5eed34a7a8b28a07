// Package loopopt has the passes that give loops versions and forms for the generated code:
// two before differentiation, for pointers that a check at run time finds apart and for
// matrices that are read many times, the others behind it.
//
// Most stand in the table of package transform, of which docs/passes.md is made. The others
// are run by packages pipeline and forward:
//
//	pass                  what it leaves behind
//	DataCopying           no nest that reads elements several times which are overwritten later
//	InterleaveShadows     shadows of local arrays for many directions as one array of vectors
//	DistributeDirections  a loop nest for each direction where there are more arrays than registers
//
// Every version does the operations of the original in the same order.
package loopopt
