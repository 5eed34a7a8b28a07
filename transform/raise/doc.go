// Package raise has the passes that undo what compilers did to loops: vectors, unrolled
// bodies, sums written out term by term, addresses that are moved on, values handed from
// one iteration to the next. An iteration is then what it was in the source.
//
// docs/passes.md says what each does.
//
// The package does not choose which loops pay: that is for the compiler of the derivative.
package raise
