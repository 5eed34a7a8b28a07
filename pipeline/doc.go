// Package pipeline makes the derivative of a function that a request names, and
// adds it to the module.
//
//	Request ─▶ load ─▶ shape ─▶ synthesise ─▶ publish ─▶ Result
//
//	file             what it does
//	result.go        requests and results
//	request.go       names of functions and parameters, activities, defaults
//	pipeline.go      the steps from a function to its derivative, as a table
//	variations.go    in which ways a derivative is tried, as a table
//	attempt.go       one attempt at it
//	inlining.go      the inline budget
//	passes.go        the passes watched, stopped, in other sequences
//	features.go      target features, which decide about inlining too
//	initializers.go  variables that are assumed to keep their initialisers
//	prepare.go       a normalised copy of a function, and its analysis
//	callees.go       which callees are inlined, what is known of calls
//	split.go         derivatives in two calls, and shadows of tables, for package markers
//	reach.go         what a function can reach by name
//	hooks.go         where others take part or look on
//	caching.go       which values are kept, which computed again: the choices of a user
//	leaving.go, lostresult.go  derivatives that have no place in the signature
//	barriers.go, device.go     what is refused before anything is made
//	threads.go                 threads that run in turn
//	assumptions.go   notes about functions without a body, and about floats that go through text or files
//	supply.go        a derivative for a declaration that the module has of it
//	guard.go         panics as diagnostics
//	write.go         the module as text
//
// Invariants: an error is an *ir.Diagnostic or several joined; after an error
// the module is not to be written. The same input gives the same bytes.
//
// It is not for marker calls (package markers sets the hooks),
// reports, flags or files.
package pipeline
