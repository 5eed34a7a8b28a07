// Package results reads the lines that `go test -bench` prints, for the
// commands that make tables and plots of them.
//
//	file        what it does
//	results.go  lines, and the main function that such commands share
//
// It knows no benchmark by name.
package results
