// Package modref says which memory a function reads and writes, in terms of its parameters and of
// variables: the interprocedural summaries that compilers call mod/ref sets (Cooper and Kennedy,
// Interprocedural side-effect analysis in linear time, 1988). The function that starts a parallel
// region asks it what the threads do.
package modref
