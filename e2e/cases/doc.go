/*
Package cases runs the programs of testdata/cases: written as users write, each
a kind of code on which a derivative was wrong, refused or slow at some time, or is hard.
It has test files only.

	src, words   functions double f(const double *, size_t), held against
	             differences at several step sizes, with the primal, a second
	             call that adds and memory that grows (driver.c); words are
	             hostile programs on words, bytes and addresses in disguise
	unseen       functions that combine features by chance, committed before
	             llad saw them (features.txt)
	fortran      the same in Fortran, by flang
	locality     the derivative does not depend on what stands beside
	reports      marker programs that judge themselves, after kinds of reports
	flags        marker programs under the flags that builds use
	features     one feature of a standard library each
	frontends    IR of other compilers than clang and rustc; the programs in D and
	             Python stand there for who has those compilers

A program runs by every compiler and level of its folder's table (configs_test.go) in
both modes, and has the verdict of package e2e/known. What is not right stands in
testdata/known_failures.txt with its cause, and the test fails when that
changes, either way. What depends on addresses is run several times.

# Running them

	LLAD_TIER=all LLAD_KNOWN=update go test ./e2e/cases

writes the table anew. Verdicts are kept by content (internal/native/keep.go), so
a second run costs what changed. The fast tier takes a share of the runs.
LLAD_PROGRAMS and LLAD_CONFIGS are regular expressions that narrow a run:

	LLAD_TIER=all LLAD_PROGRAMS=words/crc LLAD_CONFIGS='clang19-O[02]$' go test ./e2e/cases
*/
package cases
