package rules

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/llad-ad/llad/ir"
)

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
	Same           // the result is argument 0, as value and as shadow: launder.invariant.group, ptr.annotation
	Within         // the result is null, or an address in the object that argument 0 leads to: __dynamic_cast, memchr
	Links          // changes only addresses in the memory behind its arguments, and may return one of them: the same call does it for the shadows
)

// Known is what is known of a library function or intrinsic by its name.
type Known struct {
	Class      Class
	SizeArgs   []int   // Alloc, Realloc: the byte count is the product of these arguments
	Zeroed     bool    // Alloc: the memory is zeroed
	PtrArg     int     // Free, Realloc: the pointer
	HeldArg    int     // Realloc: how many bytes are there, 0 if no argument says so
	FreeWith   string  // Alloc, Realloc: name of the function that ends it: free, _ZdlPv, ...
	FreeArgs   []int   // Alloc, Realloc: the arguments of this call that FreeWith takes behind the pointer (size, alignment)
	LinksAt    []int64 // Links: the offsets of links in nodes
	ReadOnly   bool    // writes no memory that the program can see
	WritesArgs bool    // Inactive: it writes nothing but what its arguments point to
	NoFloats   bool    // Inactive: what it writes are objects of types of its own, without floats
	Leaves     bool    // Inactive: what it writes, beside characters, is an address of characters, where an argument leads
	EndArg     int     // Leaves: that argument, 0 if none is known
	Whole      bool    // what is said holds of a function of that name with a body too
	Own        bool    // NoFloats: addresses that it returns are of memory of its own
	Fills      bool    // Own: it puts such an address at the begin of an argument's memory
	FillsArg   int     // Fills: the argument
	This       bool    // Own: the result is argument 0
	Prints     bool    // Inactive: all that it does is output, to a stream
	Lent       bool    // Same: as shadow only; the value is fresh memory
	Pure       bool    // neither reads nor writes memory (errno aside) and may be computed again or dropped
}

// Lookup gives what is known of a function of that name (llvm.* names with
// their overload suffixes included), nil when nothing is. It knows names only:
// for a function that the module defines, the body counts.
func Lookup(name string) *Known {
	name = unquote(name)
	if strings.HasPrefix(name, "llvm.") {
		if r := intrinsicRule(name); r != nil {
			return mathKnown(r)
		}
		return knownIntrinsic(name)
	}
	if k := knownNames[strings.TrimPrefix(name, "\\01")]; k != nil {
		return k
	}
	if base, _ := splitLibm(name); base != "" {
		k := mathKnown(libm[base])
		k.Whole = rustLibm(name) != ""
		return k
	}
	if k := rustAllocator(name); k != nil {
		return k
	}
	if k, ok := familyOf.Load(name); ok {
		return k.(*Known)
	}
	known := knownFamily(name)
	familyOf.Store(strings.Clone(name), known) // the name is part of a module's text
	return known
}

// familyOf is what is known of names that were compared with all the families.
var familyOf sync.Map

// knownFamily is what is known of a name by those of its family.
func knownFamily(name string) *Known {
	if path := rustPathOf(name); path != nil {
		return knownRust(path)
	}
	for _, p := range knownPatterns {
		if p.matches(name) {
			return p.known
		}
	}
	return nil
}

// Wholly reports whether what is known of a function by its name holds of its body.
func Wholly(f *ir.Function) bool {
	k := Lookup(f.Name)
	return k != nil && k.Whole
}

// mathKnown is what is known of every function with a rule.
func mathKnown(r *Rule) *Known {
	for _, o := range r.Outs {
		if o.Arg >= 0 {
			return &Known{Class: Math}
		}
	}
	return &Known{Class: Math, ReadOnly: true, Pure: true}
}

// knownIntrinsic finds an intrinsic by its name with ever fewer of the parts
// between dots: overload suffixes are not in the table.
func knownIntrinsic(name string) *Known {
	for {
		if k := knownNames[name]; k != nil {
			return k
		}
		dot := strings.LastIndexByte(name, '.')
		if dot < 0 {
			return nil
		}
		name = name[:dot]
	}
}

// rustAllocator recognises Rust's allocator functions, which since 1.87 are
// mangled with the hash of the compiler's crate:
// _RNvCs8Xl2_7___rustc12___rust_alloc. What ends the memory is mangled alike.
func rustAllocator(name string) *Known {
	at := strings.LastIndex(name, "7___rustc")
	if at < 0 {
		return nil
	}
	rest := name[at+len("7___rustc"):]
	base := strings.TrimLeft(rest, "0123456789")
	k := knownNames[strings.TrimPrefix(base, "_")]
	if k == nil || k.FreeWith == "" {
		return k
	}
	mangled := *k
	mangled.FreeWith = name[:len(name)-len(rest)] + "14___rust_dealloc"
	return &mangled
}

// Standard reports whether a mangled name is that of a function in the namespace std of C++.
func Standard(name string) bool {
	return strings.HasPrefix(name, "_ZNSt") || strings.HasPrefix(name, "_ZNKSt")
}

// RustAlloc is the name of the function that allocates, of Rust's allocator whose function
// that reallocates has that name.
func RustAlloc(realloc string) string {
	base := strings.TrimSuffix(realloc, "__rust_realloc")
	if d := strings.TrimSuffix(base, "14_"); d != base { // the mangled name has its length
		return d + "12___rust_alloc"
	}
	return base + "__rust_alloc"
}

// pattern is a row of the table of families of names.
type pattern struct {
	prefix string
	parts  []string // behind it, in that order
	known  *Known
	regexp *regexp.Regexp // nil where prefix and parts count
}

func (p *pattern) matches(name string) bool {
	if p.regexp != nil {
		return p.regexp.MatchString(name)
	}
	rest, ok := strings.CutPrefix(name, p.prefix)
	if !ok {
		return false
	}
	for _, part := range p.parts {
		if _, rest, ok = strings.Cut(rest, part); !ok {
			return false
		}
	}
	return true
}

// knownNames are the functions with a row of their own.
var knownNames = map[string]*Known{}

// knownPatterns are the families, in order of the table.
var knownPatterns []*pattern

func init() {
	for _, w := range slices.Concat(nameRows, instrumentedRows, avxRows) {
		k := w.known
		for _, n := range whole(w.names) {
			knownNames[n] = &k
		}
	}
	for _, w := range patternRows {
		k := w.known
		knownPatterns = append(knownPatterns, patternsOf(&k, w.patterns)...)
	}
}

// patternsOf reads a list of families, of which the same is known.
func patternsOf(k *Known, list string) (out []*pattern) {
	for _, n := range strings.Fields(list) {
		p := &pattern{known: k}
		if strings.HasPrefix(n, "^") {
			p.regexp = regexp.MustCompile(n)
		} else {
			parts := strings.Split(n, "*")
			p.prefix, p.parts = parts[0], parts[1:]
		}
		out = append(out, p)
	}
	return out
}
