// Package tape keeps values between the forward and the reverse sweep of a
// function: it lays out the records in which they lie, and writes the code that
// fills and reads them and the functions of the tape from which they are taken.
//
// A Plan says which values of a function are kept, what its loops are and how often they
// run, as far as that is known, and which iterations are run again. LayOut gives each
// value a place and inserts what takes the records from the tape; a Writer then fills
// them in a copy of the forward sweep, Read reads them in the reverse sweep.
//
//	file         what it has
//	plan.go      what the layout is given, and what it asks
//	layout.go    places and records
//	alloc.go     what takes records from the tape: one a step, linked, or an array for a nest
//	nest.go      the array's length, known in front of the nest
//	conditional.go	records of parts of an iteration that are not always run
//	share.go     values that exclude each other share a field
//	access.go    the code that fills and reads records
//	frame.go     what a call keeps, on top of the tape
//	regions.go   metadata: primal memory, shadows and records are apart
//	runtime.go   the functions of a tape, each written when first used: push, pop, done
//	held.go      chunks that stay with the thread between sweeps
//	storage.go   where chunks come from, and whether threads or the program keep them
//	deferred.go  memory whose end waits for the end of the sweep
//	part.go      a part of a sweep, such as a loop's step, works on the tape of the whole
//	saved.go     a tape that is read twice is copied before
//	inner.go     the tape of a derivative that is differentiated in its turn
//
// The package does not decide what is kept (package cache), nor does it know what a
// sweep computes.
package tape
