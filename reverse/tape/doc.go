// Package tape writes the functions of the tape: a stack of chunks from which the
// forward sweep takes memory that the reverse sweep gives back in the opposite order.
//
//	file         what it has
//	runtime.go   the functions of a tape, each written when first used: push, pop, done
//	held.go      chunks that stay with the thread between sweeps
//	deferred.go  memory whose end waits for the end of the sweep
//	part.go      a part of a sweep, such as a loop's step, works on the tape of the whole
//	saved.go     a tape that is read twice is copied before
//	inner.go     the tape of a derivative that is differentiated in its turn
//
// It does not decide what is kept there.
package tape
