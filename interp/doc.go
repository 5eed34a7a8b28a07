// Package interp executes the IR of package ir: the reference that tests, the
// command's check and its demo run original and derivative functions in.
//
// It is made to find mistakes, not to be fast: every access to memory is
// checked for bounds, lifetime, alignment and initialisedness, heap objects
// that nobody frees are listed, and what is executed is counted. A function is
// decoded once into a compact form (see inst) when it is first called.
//
//	file           what it holds
//	interp.go      Machine, Options, Call
//	value.go       Value: arguments and results
//	host.go        memory for the caller: Alloc, WriteFloat64s, ReadFloat64s, ...
//	memory.go      memory: objects, the address space, checked accesses
//	access.go      reading and writing values of any type
//	stackmem.go    stackMemory: allocas and byval arguments
//	heap.go        allocation by the program
//	leaks.go       which heap objects are still alive
//	calls.go       callStack: frames, and where a fault happened
//	regs.go        the memory of registers
//	limit.go       stepLimit: when to stop
//	fault.go       Fault: an error with instruction, position and call stack
//	count.go       Counts: instructions, calls, bytes, loads, stores
//	shape.go       shapeTable: how values of a type lie in registers and in memory
//	global.go      image: addresses and contents of globals and functions
//	const.go       constants and constant expressions
//	ops.go         the opcodes of the decoded form
//	decode*.go     from ir to the decoded form
//	exec*.go       the machine's loop, calls, and the operations in it
//	exception.go   exceptions: unwinding and landing pads
//	undef.go       which bits are undefined, and where that matters
//	wide.go        integers of more than 64 bits
//	float.go       half, bfloat, x86_fp80, fp128; conversions, comparison
//	builtin.go     finding the interpreter's own functions, calling them
//	intrinsics*.go llvm.* functions: memory and control, _int, _fp, _vec, _x86
//	libm.go        functions of numbers that the caller has evaluators for
//	libm_own.go    those of math.h and complex.h that nobody else computes
//	libc*.go       allocation, strings, characters, output, ending
//	streams.go     streams: what is written, and temporary files
//	cxx.go, rust.go the runtimes of C++ (operator new, exceptions) and Rust
//
// A Machine holds one value of each part. The parts know each other only where
// one is made of another (an image's objects lie in its memory); what else a
// part needs is a parameter.
//
// Registers: a frame is one array of 64-bit slots. Integers of up to 64 bits
// (zero-extended), pointers and floating-point numbers (as their bits) take
// one slot, wider integers as many as they need, vectors and aggregates those
// of their members in order.
//
// Pointers are integers. Every object has a 4 GiB region of its own, far from
// address zero, so that an access beyond an object hits nothing; an access
// that is off by a multiple of 4 GiB is not told from one to another object.
//
// Undefined values: memory that was never written, undef and poison constants,
// shifts too far and conversions out of range have undefined bits. They may be
// copied and computed with; deciding a branch, an address, a divisor, an
// argument of a library function, or the result handed to the caller by them
// is a fault. Overflow in spite of nsw, nuw and exact, and getelementptr
// leaving its object, do not make poison here.
//
// Floating point: half, float and double operations are IEEE 754's, rounded to
// nearest. x86_fp80 and fp128 are computed in double and converted when they
// are loaded and stored, so programs with long double get other last digits.
// llvm.fmuladd rounds twice, as on machines without fused operations; a
// reduction marked reassoc goes from the first lane to the last.
//
// Functions of math.h and complex.h, and intrinsics like them, are computed by
// Go functions that the caller hands over (Options.Evaluators), usually those of
// package rules, which stand beside the derivatives. Mostly they are those of Go's
// package math: sqrt, fma, floor, ceil, trunc, rint, fmod, remainder, frexp,
// ldexp, modf, nextafter, hypot of small integers and the like are exact and
// equal glibc's bit for bit; exp, exp2, expm1, log and its kin, the trigonometric
// and hyperbolic functions and their inverses, pow, cbrt, erf, tgamma, lgamma and
// the Bessel functions may differ from glibc's in the last bit or two. The float
// versions round the double result.
//
// Not known: scalable vectors, ppc_fp128, assembly with instructions, exceptions
// other than the Itanium C++ ABI's, threads (atomics are
// plain operations), segment registers, input and files. An object has less
// than 4 GiB. What is not known is a fault of kind Unsupported or NoBody.
//
// The package is no optimiser and no validator: it trusts ir.Verify for
// structure, though nothing it is given makes it panic.
package interp
