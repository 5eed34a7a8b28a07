// Package harness builds the programs that measure a function and its derivatives, and reads
// what they print.
//
//	file        what it does
//	problem.go  a problem: a folder with the function, its adjoint by hand and its inputs
//	build.go    flags, the module with the derivatives, the program
//	measure.go  running it: agreement, times, memory
//
// bench/testdata/main.c is the main program, bench.h says what a folder gives it. The package
// knows no problem by name; benchmarks and tests alone import it.
package harness
