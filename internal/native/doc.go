/*
Package native builds and runs generated derivatives with real compilers. It
is for tests and benchmarks: the product itself runs no compiler.

	spec.go       the directives at the head of a C program, and their parser
	tools.go      which compilers there are, and running them
	driver.go     from the directives to the program-specific half of a C driver
	driver.h      the other half: sweeps, differences, printing
	widen.h       turns float into double for the reference build
	build.go      C to IR, IR and driver to an executable, its output
	rust.go       the same for Rust programs: compilers, IR, the standard library
	reference.go  the program alone: its results and central differences
	keep.go       what was printed before for the same input, on disk
	sanitize.go   marks functions in IR text for AddressSanitizer
	check.go      the comparisons, all in one place

Invariants: every run has a time limit; nothing is written outside the
directory a Workspace is given and the user's cache directory; the same
program gives the same output.

It knows nothing of llad: it takes IR text that holds f, f_grad and f_jvp.
*/
package native
