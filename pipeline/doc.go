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
//	inlining.go      how far callees are put into their callers
//	prepare.go       a normalised copy of a function, and its analysis
//	callees.go       which callees are inlined, what is known of calls
//	split.go         derivatives in two calls, and tables of shadows, for package markers
//	hooks.go         where others take part or look on
//	caching.go       which values are kept, which computed again: the choices of a user
//	leaving.go       derivatives that have no place in the signature
//
// Invariants: an error is an *ir.Diagnostic or several joined; after an error
// the module is not to be written. The same input gives the same bytes.
//
// Nothing here knows of marker calls (package markers sets the hooks), of
// reports, flags or files.
package pipeline
