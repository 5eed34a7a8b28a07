// Package raise has the passes that undo what compilers did to loops: vectors, unrolled
// bodies, sums written out term by term, addresses that are moved on, values handed from
// one iteration to the next. An iteration is then what it was in the source.
//
//	pass                    what it leaves behind
//	ScalarizeGathers        no vector carried by a loop that is built lane by lane
//	Devectorize             no vectorized or unrolled loop beside a loop of single iterations
//	RecognizeAtomicAdd      no compare-and-exchange loop that adds to a float
//	UnrollTableLoops        no loop with a constant trip count over a local table of addresses
//	RerollReductions        no fully unrolled sum that may be a loop
//	UndoStrengthReduction   no pointer that a loop advances by a constant, but array elements
//	ScalarizeOverlaps       no vector load that overlaps that of the previous iteration
//	UndoPredictiveCommoning no value carried to the next iteration that memory still holds
//
// The package does not choose which loops pay: that is for the compiler of the derivative.
package raise
