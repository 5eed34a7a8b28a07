/*
Package fuzz makes random C programs and holds their derivatives against each
other. It is for tests.

	generate.go  the frame of a program: types, globals, helper functions, f
	expr.go      expressions and conditions
	stmt.go      statements
	heap.go      statements about memory that is allocated, moved, pointed to
	more.go      statements about less common things
	world.go     the arguments of f: what memory they stand for, in numbers
	driver.c.txt   a process that runs f, f_grad and f_jvp on numbers it reads
	run.go       f, f_grad and f_jvp on numbers, natively and interpreted
	judge.go     the comparisons

Every program has the same function f, so that one driver serves all:

	double f(double *x, double *y, float *z, struct S *s, const int *idx, int n, double a)

x, y and z hold 12 numbers, s four structs, idx eight integers from 0 to 7, and
n is from 4 to 8. x and y may be the same array or overlap.

Programs have no undefined behaviour by construction: indices are masked,
memory is written before it is read, values stay small because what is stored
in a loop goes through a bounded function. The same seed gives the same program.

What a program's derivatives must do: return what f returns and leave behind
what f leaves behind, bit for bit; agree with each other, <w, J v> = <J^T w, v>;
agree with central differences along a direction, where those are sharp; give
the same again the second time; touch no memory that is not theirs; leave no
memory behind that f does not leave. A refusal is no failure.

	LLAD_FUZZ=5:900       other seeds than those of the suite; all run natively too
	LLAD_FUZZ_NATIVE=off  none does
	LLAD_FUZZ_DIR=DIR     where the programs stay
	LLAD_FUZZ_TRANSPORT   settled or names, as -transport has it
	LLAD_FUZZ_FLAGS       flags of the compiler in the place of the seed's
	LLAD_FUZZ_SOURCE=FILE a program in the place of the seed's, while it is made smaller
*/
package fuzz
