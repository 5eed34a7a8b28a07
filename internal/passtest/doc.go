/*
Package passtest holds what the tests of the packages below transform share.

	tools.go   LLVM's tools: compile, verify, link and run
	read.go    modules and functions from text, and checks of them
	golden.go  test files that name passes and hold what they leave

It knows no pass: a test hands over the functions that it runs.
*/
package passtest
