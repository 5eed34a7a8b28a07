// Package markers reads what a program's own text asks for: calls of markers
// (__enzyme_autodiff, __llad_reverse and the like), which it replaces by calls of
// derivatives, and registrations about functions and variables.
//
//	file                what it does
//	kinds.go            the markers
//	lower.go            finds marker calls and lowers them, those of the differentiated function first
//	args.go, options.go, byref.go  what a call passes
//	replace.go          what takes the place of a call
//	flatten.go          code at -O0 made readable
//	wrap.go             a function in the shape of the call around the derivative
//	split.go, tapes.go, tapebind.go  calls of augmented primal, reverse and forward half
//	contexts.go, variables.go  variables with shadows of the program's
//	specialise.go, returning.go  other forms of the differentiated function
//	table.go, batch.go, inactive.go, loop.go, iterations.go  the other calls
//	register*.go        registrations and annotations
//	stated.go           what is said beside the module, as registrations say it
//	define.go           options whose variables code still names
//
// Invariants: functions without marker calls stay byte for byte. What is not
// understood is refused.
//
// It is not for making derivatives: package pipeline does, and calls its hooks.
package markers
