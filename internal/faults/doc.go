/*
Command faults tries the tests themselves: it puts one fault at a time into a
copy of the tree and sees whether they fail.

	faults                  every fault, until the first test of the fast tier fails
	faults -only NAME       one of them
	faults -all             by the whole matrix
	faults ./reverse ./e2e  the tests of these packages only

It prints a line for each fault: the time until a test failed and its name, or
that all passed. The exit status is 1 when a fault was not found.

	list.go   the faults
	main.go   flags, the copies, the runs

The list says what a fault is and why somebody might make it. A test holds each
against the tree: its text must stand in its file exactly once.
*/
package main
