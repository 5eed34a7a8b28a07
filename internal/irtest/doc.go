/*
Package irtest holds what the tests of package ir, of the analyses and of the passes share.

	tools.go   LLVM's tools: compile, verify, link and run
	read.go    modules and functions from text, and checks of them
	graph.go   functions whose blocks are a given or a random graph
	golden.go  test files that name passes and hold what they leave
	file.go    documents that are made from tables

It knows no pass: a test hands over the functions that it runs.
*/
package irtest
