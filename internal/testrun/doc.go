/*
Command testrun runs the tests and says what came of them. `make test` and
`make test-all` call it.

	testrun             the fast tier: go test ./..., with go's own cache of results
	testrun -all        the whole matrix, unit by unit
	testrun -all -again the same from the start

It prints a line for each package or unit that ends, what failed tests printed,
the slowest tests, what was skipped and why, what the tier left out (package
tier), and last `N passed, N failed, N skipped`. The exit status is 1 when
anything failed.

A unit of the whole matrix is a package, or one top-level test of a package
that builds programs. A unit that has passed is noted in bin/test-all.state
with a hash of the tree, so that an interrupted run goes on where it was; a
change of any file starts a new one, which finds what compilers and programs
gave for the same input in the cache of package native.

	main.go     flags, the two tiers
	units.go    what there is to run
	events.go   the events of `go test -json`, collected
	report.go   what is printed
	state.go    which units have passed

It is not for benchmarks and fuzzing: the Makefile runs those.
*/
package main
