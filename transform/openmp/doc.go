// Package openmp turns what compilers make of OpenMP's directives into calls that can be
// differentiated: teams of threads that call regions, whose shared variables are seen as values
// where nothing changes them.
package openmp
