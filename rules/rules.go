package rules

import "github.com/llad-ad/llad/ir"

// Needs says which primal values an adjoint expression reads.
type Needs struct {
	Args   uint32 // bit k: operand k
	Result bool
}

// Rule is the derivative rule of an instruction or function that computes one
// floating-point result from floating-point operands elementwise. One row
// serves every float type, vectors, the intrinsic and the libm names.
//
// A partial is linear in d: the adjoint that flows to operand k is
// Emit(k, d = adjoint of the result); the tangent of the result is the sum
// over k of Emit(k, d = tangent of operand k).
type Rule struct {
	Name  string
	Arity int // operands that are differentiated or read; instruction operand k is rule operand k
	Cost  int // rough price of evaluating the primal again, an add being 1
	Outs  []Out
}

// Out is a result that a function stores through a pointer argument (sincos,
// modf, frexp, lgamma_r, remquo).
type Out struct {
	Arg      int  // the pointer argument
	Inactive bool // what is stored has no derivative (an integer, a step function): the shadow becomes zero
}

// ForInstr gives the rule of an instruction: arithmetic (fadd, fsub, fmul, fdiv,
// frem, fneg) or a call of a known function; nil when there is none.
func ForInstr(i *ir.Instr) *Rule { return nil }

// Zero reports whether the derivative with respect to operand k is zero
// everywhere it exists (the sign of copysign, the exponent of ldexp).
func (r *Rule) Zero(k int) bool { return false }

// Needs tells which primal values Emit for operand k will ask for.
func (r *Rule) Needs(k int) Needs { return Needs{} }

// Emit writes the partial with respect to operand k applied to d. i is the
// primal instruction (for its type and callee's flavour), arg and result give
// primal values where b stands; only those that Needs names are asked for.
func (r *Rule) Emit(b *ir.Builder, i *ir.Instr, k int, arg func(int) ir.Value, result func() ir.Value, d ir.Value) ir.Value {
	return nil
}

// NeedsOut and EmitOut are Needs and Emit for the value stored through
// Outs[o]; value gives the stored primal value.
func (r *Rule) NeedsOut(o, k int) Needs { return Needs{} }

// EmitOut: see NeedsOut.
func (r *Rule) EmitOut(b *ir.Builder, i *ir.Instr, o, k int, arg func(int) ir.Value, value func() ir.Value, d ir.Value) ir.Value {
	return nil
}

// Class is what a known function does.
type Class uint8

// The classes of known functions.
const (
	Unknown  Class = iota
	Math           // ForInstr gives its rule
	Inactive       // moves no derivative: printf, clock, assume, dbg, lifetime, strlen, llvm.floor, ...
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
// their overload suffixes included), nil when nothing is.
func Lookup(name string) *Known { return nil }
