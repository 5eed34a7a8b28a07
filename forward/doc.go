// Package forward synthesises tangent (forward-mode) functions.
//
// A tangent function computes what the original computes, instruction by
// instruction, and beside every value that carries a derivative its tangents,
// Width of them. The tangent of a value has the value's own type: a number for a
// number, the shadow pointer for a pointer, for an aggregate an aggregate of
// both, for an integer that carries a float's or a pointer's bits the bits of
// the tangent or the shadow. Shadow memory is laid out like the primal's.
//
//	file          what it does
//	signature.go  parameters of the generated functions: public and internal form
//	synth.go      Env, Synthesize, the queue of functions still to be written
//	walk.go       one function: blocks, phis, control flow, returns
//	value.go      the tangent of an operand: locals, constants, globals, functions
//	instr.go      dispatch; instructions that only move bits are mirrored
//	arith.go      derivative rules, results through pointers
//	bits.go       integer instructions on the bits of floats
//	memory.go     loads, stores, memcpy, memmove, memset
//	atomic.go     atomicrmw, cmpxchg
//	alloc.go      alloca, malloc and its kin, free
//	calls.go      calls of functions with a body, through pointers (codelookup.go: known by
//	              their address alone), invoke
//	intrinsic.go  masked memory, vector reductions and shuffles
//	global.go     shadows of variables and of functions' addresses
//	team.go       parallel regions of OpenMP
//	stop.go       what ends the program where it cannot go on
//	diag.go       codes of diagnostics
//	split.go      the split form: tangents from a tape (splitlive.go: what they take
//	              from it; splitlog.go: the tape; splitgiven.go, splitdispatch.go)
//
// # Signatures
//
// The public form is activity.JVPSignature: f's parameters in order, every
// active one followed by Width tangents (by value for a float, shadow pointers
// for a pointer). When the derivative of the result is asked for, the last
// parameter d_ret points to Width values of the result's type that receive the
// tangents. It returns what f returns.
//
// The internal form, in which tangent functions call each other, has no d_ret:
// it returns { T, T, ... }, the primal result and its tangents, when the
// derivative of the result is asked for, and T otherwise.
//
// # Variables
//
// Each request has shadow variables of its own. When the public function is
// entered no variable depends on its arguments: activity.Variables sets the
// shadows to what is then true, and ends what they hold when it returns.
//
// # Invariants
//
// Primal instructions stay as they were, so the primal's results are those of
// the original bit for bit; only calls of active functions are replaced, by calls
// of their tangent functions. A shadow pointer that equals its primal pointer
// says "no shadow" (activity.Info.MaybeConst): a load through it has tangent
// zero, and a store through it writes the primal value again. Tangent code has
// fast-math flags only where the instruction it comes from has them, and never
// nnan or ninf: a tangent can be infinite where the primal is not.
//
// What cannot be done is refused with a diagnostic; what only shows at run time
// ends the program with a message. Nothing is taken for zero that is not known
// to be.
//
// In the split form a tangent function is made as ever and then parted: the
// primal's instructions go, but for arithmetic that the tangents need; what that
// cannot give is read from the tape, on which a copy of the primal has put it in the
// same order. No code of the tangents accesses memory of the primal.
//
// The package analyses nothing: it asks package activity.
package forward
