// Command cacheplot draws, for every problem among the lines of BenchmarkCache,
// the time of a gradient against the memory of its states: one point for each
// strategy and number of steps, and the curve of what Griewank and Walther's
// closed form makes of the primal's time and of one state with more and more
// slots, for the largest number of steps.
//
//	go test ./bench -run '^$' -bench 'BenchmarkCache$' | tee cache.txt
//	go run ./bench/cacheplot -o results cache.txt
//
// main.go is all of it. It measures nothing, and knows of llad nothing but the
// closed form.
package main
