// Package llirconv is the bridge to programs that build LLVM IR in memory with
// github.com/llir/llvm.
//
//	function  what it does
//	From      an llir module becomes one of package ir
//	To        a module of package ir becomes a new llir module
//	Graft     what was added to the ir module that From made is added to the llir module it came from
//
// The way is the text of LLVM 14: llir prints it and package ir reads it, and
// the other way round. llir prints some constants wrongly (NaNs other than the
// default one, ppc_fp128) and reads some wrongly, so both directions are
// checked: From refuses constants that would change, and To and Graft read
// back what llir made of the text and compare.
//
// Invariants: objects of the llir module that is grafted onto stay the same
// objects; what is added refers to them.
//
// llir's model ends with LLVM 14: a module with opaque pointers has no place in
// it and is refused.
package llirconv
