// Package apps holds the benchmarks of applications: whole programs, written from their published
// descriptions, compiled as people compile programs.
//
//	file           what it does
//	apps_test.go   which applications, at which sizes
//	agree_test.go  gradients against adjoints by hand, differences and tangents; published results
//	polybench_test.go  the thirty kernels of PolyBench, with arrays declared in four ways
//	time_test.go   time and memory of gradients, from plain and from the best flags
//	testdata/*     one folder an application: see ../testdata/bench.h
//
// Every application has three sizes, of which the last does not fit the last-level cache. `make bench`
// runs BenchmarkApps with the others.
//
// It has no code of its own.
package apps
