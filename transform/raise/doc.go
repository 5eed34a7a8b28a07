// Package raise has the passes that undo what compilers did to loops: vectors, unrolled
// bodies, sums written out term by term, addresses that are moved on, values handed from
// one iteration to the next. An iteration is then what it was in the source.
//
//	pass                    what it leaves behind
//	ScalarizeGathers        no vector carried by a loop that is put together lane by lane
//	Devectorize             no vectorised or unrolled loop beside one that does single iterations
//	RecognizeAtomicAdd      no loop of compare-and-exchanges that adds to a float
//	UnrollTableLoops        no loop of a constant number of iterations that reads local tables of addresses
//	RerollReductions        no sum of constant length written out term by term that may be a loop
//	UndoStrengthReduction   no address that a loop moves on by a constant, but elements of an array that it counts
//	ScalarizeOverlaps       no vector of which an iteration reads a part again
//	UndoPredictiveCommoning no number handed to the next iteration that memory still holds
//
// The package does not choose which loops pay: that is for the compiler of the derivative.
package raise
