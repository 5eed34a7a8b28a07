// Package bench holds the benchmarks, whose lines benchstat reads, and the
// tests of how much time and memory llad takes.
//
//	file           what it measures
//	large_test.go  large modules: marker calls against `opt -passes=verify`, reading everything, peak memory
//
// It has no code of its own.
package bench
