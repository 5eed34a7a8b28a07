// Package flang knows the run-time library of flang, LLVM's Fortran compiler: what its functions do
// to the data that descriptors lead to. A call is of a function without a body, and one body for all
// types of elements would load and store the same memory as integers and as floats. So each call gets
// a body for the type and the rank that its descriptors have, which the program states as constants
// beside the call; what differentiates any other code differentiates that.
//
//	lower.go       the calls of functions, and which body each gets
//	known.go       what is known of a descriptor at a call
//	memory.go      the constants that memory holds
//	element.go     types of elements: how they are loaded, stored and copied
//	body.go        descriptors and nests of loops in a body
//	derived.go     derived types, as flang's tables of components have them
//	objects.go     what objects of them begin with, what they own, copies
//	assign.go      assignment, with reallocation; copies of sections
//	allocate.go    allocatable variables and pointers
//	constructor.go array constructors
//	locate.go      places of extremes and of values; counts of truths
//	reduce.go      sums, products, extremes; dot products, norms
//	matmul.go      products of matrices
//	transform.go   reshape, spread, pack, unpack, transpose
//	shift.go       cshift, eoshift
//	chosen.go      dimensions that the program chooses
//	text.go        characters
//	number.go      remainders, exponents, powers
//	dynamic.go     objects whose derived type is known when the program runs
//	unlimited.go   objects that may be of any type, intrinsic ones, too
//	finals.go      final procedures
//	trampoline.go  internal procedures that are passed as arguments
//	kept.go        internal procedures whose addresses are kept
//	shadows.go     descriptors of a derivative's caller: those of shadows are compared
//
// A call whose descriptors say too little stays as it is, and is refused as any function without a
// body is. What a body supposes and the program does not state is compared when it runs, and a
// message ends the program where it is not so.
package flang
