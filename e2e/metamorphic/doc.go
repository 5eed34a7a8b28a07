/*
Package metamorphic changes what does not concern a function, and expects that
its derivatives stay as they are. It has test files only.

Every program of the test tree that differentiates (see package e2e) is compiled to
IR; each change of changes_test.go is made to that text, alone; and the verdict of llad and the
derivative are to be those of the text without it:

	text       a string is added that holds words like float, clang, rustc version
	width      an unused function of the other float's width
	types      an unused union and struct of both widths, and a function that uses them
	ident      a producer's mark of the other language
	debug      the program is compiled with debug information
	file       the file has a name as rustc's units have (in Rust: has not)
	names      internal functions and named types have other names

Derivatives are compared as texts in a normal form (normal_test.go): what was
generated, without debug information, with metadata and attributes spelled out
and names put back. Where the texts differ, the derivative is built, run and
judged as the ordinary tests do.

What fails stands in testdata/known_failures.txt; see package e2e/known. The
fast tier takes a share of the programs and changes. LLAD_PROGRAMS and
LLAD_CONFIGS narrow a run:

	LLAD_TIER=all LLAD_PROGRAMS='^gmm$' LLAD_CONFIGS=clang19-O0 go test ./e2e/metamorphic
*/
package metamorphic
