package rules

// Class is what a known function does.
type Class uint8

// The classes of known functions.
const (
	Unknown  Class = iota
	Math           // ForInstr gives its rule
	Inactive       // moves no derivative: printf, clock, assume, dbg, lifetime, strlen, ...
	Alloc          // gives fresh memory
	Free           // ends memory
	Realloc        // moves memory
	MemCpy         // dst, src, bytes
	MemMove        // dst, src, bytes
	MemSet         // dst, byte, bytes
	NoReturn       // abort, exit, __assert_fail, throwing functions: control does not come back
)

// Known is what is known of a library function or intrinsic by its name.
type Known struct {
	Class    Class
	SizeArgs []int  // Alloc, Realloc: the byte count is the product of these arguments
	Zeroed   bool   // Alloc: the memory is zeroed
	PtrArg   int    // Free, Realloc: the pointer
	FreeWith string // Alloc: name of the function that ends it: free, _ZdlPv, ...
	ReadOnly bool   // writes no memory that the program can see
	Pure     bool   // neither reads nor writes memory (errno aside) and may be computed again or dropped
}

// Lookup gives what is known of a function of that name (llvm.* names with
// their overload suffixes included), nil when nothing is. It knows names only:
// for a function that the module defines, the body counts.
func Lookup(name string) *Known {
	name = unquote(name)
	if r := intrinsicRule(name); r != nil {
		return &Known{Class: Math, Pure: len(r.Outs) == 0}
	}
	if base, _ := splitLibm(name); base != "" {
		return &Known{Class: Math, Pure: len(libm[base].Outs) == 0}
	}
	return nil
}
