// Package transport makes derivatives without asking what bytes hold: shadows move as
// bytes move, and the shadow of a float is the name of its place on a tape.
//
// It is what is left for functions that packages forward and reverse refuse for what
// memory may hold, and a second implementation that judges them.
//
//	file          what it holds
//	trace.go      Trace: the functions that are made for one derivative, shadows of variables
//	public.go     the functions that are asked for: gradient and tangent
//	function.go   one function: its copy, parameters, returns, the values that may have shadows
//	instr.go      dispatch over the instructions
//	word.go       shadows of values: words, places, where one is made of the other
//	floats.go     arithmetic: places with partial derivatives
//	lanes.go      the same on vectors, element by element
//	statements.go operations that take no place, and the sums that take one
//	integers.go   integers computed from addresses and from the bits of floats
//	memory.go     loads, stores, stack objects, copies, atomics
//	vectors.go    reductions and masked accesses, lane by lane
//	call.go       calls of functions with a body
//	dispatch.go   calls through pointers
//	text.go       calls that write values as text
//	library.go    calls of library functions, by what package rules knows of them
//	members.go    copies of structs whose members alias metadata lists
//	throw.go      shadows of exceptions
//	nested.go     what is a derivative by names itself
//	variables.go  shadows of addresses that variables keep between derivatives
//	runtime.go    the support functions, from runtime.ll, and what their text depends on
//	runtime.ll    their text
//
// # The tape
//
// Every statement on active floats takes the next place of the tape, which keeps the
// places that it depends on and the partial derivatives with respect to them, two a node (a
// Wengert list). A statement is an operation together with those whose results nothing else
// uses, in one block. A gradient runs over the tape backward once; its chunks are kept for
// the next one. A tangent needs no tape: the
// tangent of each place is computed when the place is taken.
//
// # Shadows
//
// A function f(a, b) has a traced form f(a, b, s(a), s(b)) that computes what f computes,
// bit for bit, and beside every value its shadow:
//
//   - of a float, in registers either its place (an i32, 0 for a float that depends on
//     nothing active) or its name; in memory always its name, an integer as wide as the
//     float;
//   - of an address, the address at the same offset of a shadow object of the same size,
//     null where there is none;
//   - of an integer, the bits of what it carries of these, 0 where there is nothing.
//
// Loads, stores, copies of any length, phis, selects, calls, shifts by whole bytes do with
// shadows what they do with values. What nobody reads goes with dead-code elimination.
//
// # Names
//
// The name of a place in 64 bits is a number of six bytes, none of them zero, and two bytes
// that check it; in 32 bits its lower 31 bits below a set bit. Numbers are never given
// twice, so that a name of an earlier sweep, which a variable kept, is known as such and
// means inactive. Addresses have upper bytes of zero, so that the two are told apart: what
// computes with the bits of a name gives a taint, a word that is neither. Stores, copies
// and integer operations carry a taint; comparisons, indices and output end it. A float
// made of a taint, or of a name that was cut, has a bad place: when an adjoint that is not
// zero reaches it (in forward mode: when its tangent reaches a result) the program ends
// with a message that names the operation's line.
//
// # The caller's memory
//
// Shadows that the caller gives hold adjoints or tangents, no names. Their addresses carry a
// mark in the upper byte while the traced function works with them (see runtime.ll): a load
// through one takes a place that leads there, a store through one is reversed by giving the
// adjoint over. A word of the caller's that is moved as an integer is a float if it has an
// exponent, an address or an integer otherwise: that assumes no subnormal numbers. Where
// floats of both widths are used a word of integers there cannot be told; the program ends
// with a message.
//
// # Derivatives of derivatives
//
// A derivative that was made by names is code like any other, its support functions too: what
// stands on its tape is floats, which have names on the tape of the outer derivative. Marks of
// addresses are the exception, and memory that is kept between sweeps (see nested.go).
//
// # Not here
//
// Threads, variadic functions that are called through pointers or for other targets than x86-64,
// functions that are told of by registrations, long doubles of the caller's, floats of 16 bits, segmented address spaces, several adjoints at once: refused.
package transport
