// Package bench holds the benchmarks, whose lines benchstat reads, and the
// tests of how much time and memory llad takes.
//
//	file              what it measures
//	large_test.go     large modules: marker calls against `opt -passes=verify`, reading everything, peak memory
//	gradient_test.go  gradients of standard problems against hand-written adjoints and ADOL-C, side by side in one process
//	wrapper_test.go   that llad cc makes the code that the fastest flags make
//	problems_test.go  which problems, at which sizes
//	harness           compiling and running their programs
//	apps              applications: the same for whole programs
//	testdata/*        one folder a problem: see bench.h and main.c
//	cache_test.go     loops over time under every cache strategy, and against a hand-written driver of the schedules
//	cacheplot         a plot of time against memory from those lines
//	report            a table and a plot from the lines
//
// LLAD_BENCH_IR holds the flags that the IR is made with; without it, -O2 that
// leaves loops alone. What is measured is always built with -O3 -march=native. `make bench`
// installs ADOL-C, runs everything and writes the folder results. ENZYME names a plugin of Enzyme, whose
// gradients are then measured too.
//
// It has no code of its own.
package bench
