// Command report turns the lines that `go test -bench` prints into a table
// (markdown and CSV) and a plot (SVG) of the gradients' times.
//
//	report -o results results/benchmarks.txt
//
//	file      what it does
//	main.go   flags and files
//	table.go  rows, geometric means, markdown, CSV
//	plot.go   times over the primal's, as dots
//
// It measures nothing.
package main
