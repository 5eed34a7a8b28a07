// Package python writes modules of Python whose functions are those of a shared library: a function of a
// module of IR and its derivatives, with numpy arrays in and out.
//
//	file         what it does
//	options.go   what is asked for, and shapes
//	describe.go  the parameters of a function as Python has them
//	derive.go    adds the derivatives to the module of IR
//	write.go     the text: the definitions of one function
//	runtime.py   the text: the checks of arguments, the same in every module
//
// Invariants: the library sees no argument that was not checked for its type, its length and whether it may be
// written; lengths that arrays tell are no arguments. The text names the library by its file name alone.
//
// It is not for compiling: see package wrapper.
package python
