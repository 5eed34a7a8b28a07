// Package typerecovery has the passes that recover the types of words: floats, addresses and
// integers that optimisers move as words, as parts of words or as vectors, and operations on
// floats that are written as bit operations.
//
// docs/passes.md says what each does.
//
// The package asks no alias analysis of its own and knows nothing of loops.
package typerecovery
