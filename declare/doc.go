// Package declare writes the prototypes of generated functions: headers for C
// and C++, extern declarations for Rust.
//
//	file        what it does
//	header.go   C and C++: prototypes, and the structs and vectors they need
//	rust.go     the same for Rust, by edition
//	names.go    names of functions, parameters and types that the languages take
//	pointee.go  what the memory behind a pointer holds, as far as its uses tell
//
// Invariants: a declaration names the symbol that the module has, and compiles
// whatever functions and parameters are called.
//
// It is not for the signature itself: see activity.Signature.
package declare
