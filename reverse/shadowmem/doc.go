// Package shadowmem writes the functions by which generated code moves, clears and
// copies blocks of shadow memory: where it is not known before the program runs what
// the bytes hold, they find out from the words themselves (activity.Word).
//
//	file           what it has
//	functions.go   the set of functions, each written when first used
//	move.go        elements at known places of a block
//	words.go       blocks whose words tell whether they are derivatives or addresses
//	bytes.go       blocks of which nothing is known
//	realloc.go     memory that grows, with its shadow
//	links.go       nodes of the program's data structures and their shadows
//
// It does not decide what a block holds: that is the business of package activity.
package shadowmem
