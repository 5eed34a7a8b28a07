package rules

import "github.com/llad-ad/llad/ir"

// Needs says which primal values an adjoint expression reads.
type Needs struct {
	Args   uint32 // bit k: operand k
	Result bool   // the plain result; for an Out, the value of that Out
	Outs   uint32 // bit o: the value of Outs[o]; only for an Out
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

	sig      string    // kinds of the operands, see row
	partials []*expr   // one an operand
	outs     [][]*expr // one list an Out
	drops    bool
	pole     bool
	at       string // points where the row is tested, see row
}

// Out is a result beside (or instead of) a plain floating-point result: one
// that a function stores through a pointer argument (sincos, modf, frexp,
// lgamma_r, remquo), or a member of a struct that it returns (llvm.sincos,
// llvm.frexp, __muldc3). Where the instruction's type is no float or vector of
// them there is no plain result: Emit is not to be called, only EmitOut.
type Out struct {
	Arg      int  // the pointer argument, -1 for a member of the result
	Field    int  // Arg -1: the member of the result (struct field or vector element)
	Inactive bool // what is stored has no derivative (an integer, a step function): the shadow becomes zero
	Int      bool // Inactive: it is an integer, so there is no shadow to touch
}

// ForInstr gives the rule of an instruction: arithmetic (fadd, fsub, fmul, fdiv,
// frem, fneg) or a call of a known function; nil when there is none. A function
// that the module defines has none: its body counts.
func ForInstr(i *ir.Instr) *Rule { return match(i) }

// Zero reports whether the derivative with respect to operand k is zero
// everywhere it exists (the sign of copysign, the exponent of ldexp), in the
// plain result and in every Out.
func (r *Rule) Zero(k int) bool {
	if !r.partial(k).isZero() {
		return false
	}
	for o := range r.Outs {
		if !r.outPartial(o, k).isZero() {
			return false
		}
	}
	return true
}

// members reports whether the Outs are members of the result.
func (r *Rule) members() bool { return len(r.Outs) > 0 && r.Outs[0].Arg < 0 }

// partial is the expression of operand k, zero for operands behind the rule's.
func (r *Rule) partial(k int) *expr {
	if k < len(r.partials) {
		return r.partials[k]
	}
	return zeroExpr
}

func (r *Rule) outPartial(o, k int) *expr {
	if !r.Outs[o].Inactive && k < len(r.outs[o]) {
		return r.outs[o][k]
	}
	return zeroExpr
}

var zeroExpr = newExpr(numberExpr, "0", 0)

// Needs tells which primal values Emit for operand k will ask for. An empty
// answer means that the partial is d, -d or zero.
func (r *Rule) Needs(k int) Needs { return r.partial(k).needs() }

// Emit writes the partial with respect to operand k applied to d. i is the
// primal instruction (for its type and callee's flavour), arg and result give
// primal values where b stands; only those that Needs names are asked for.
// Fast-math flags are those of i (without nnan and ninf when i is a call: a
// derivative may be infinite where the function is not).
func (r *Rule) Emit(b *ir.Builder, i *ir.Instr, k int, arg func(int) ir.Value, result func() ir.Value, d ir.Value) ir.Value {
	return emit(b, i, r.partial(k), arg, func(int) ir.Value { return result() }, 0, d)
}

// Calls names the functions of operand 0 alone that the partial with respect to
// operand k calls, as ForInstr names their rules: cos for sin. Where the program
// has computed one of them EmitKnown takes its value.
func (r *Rule) Calls(k int) []string { return r.partial(k).callsOfFirst(nil) }

// EmitKnown is Emit where known gives the values of functions of operand 0,
// by name.
func (r *Rule) EmitKnown(b *ir.Builder, i *ir.Instr, k int, known map[string]ir.Value, arg func(int) ir.Value, result func() ir.Value, d ir.Value) ir.Value {
	return emitKnown(b, i, r.partial(k), known, operands{arg, func(int) ir.Value { return result() }, 0, d})
}

// Drops reports whether the function passes on one of its operands and drops
// the others, as a select does (fmin, fmax, fdim, a blend). What is computed
// only to be dropped has the derivative zero, see Guard.
func (r *Rule) Drops() bool { return r.drops }

// Pole reports whether a partial can be infinite where the operands are finite and no
// product overflows.
func (r *Rule) Pole() bool { return r.pole }

// NeedsOut and EmitOut are Needs and Emit for Outs[o]. value gives the primal
// value of Outs[o]: the number that was stored, or the member of the result.
func (r *Rule) NeedsOut(o, k int) Needs { return r.outPartial(o, k).needs() }

// EmitOut: see NeedsOut.
func (r *Rule) EmitOut(b *ir.Builder, i *ir.Instr, o, k int, arg, value func(int) ir.Value, d ir.Value) ir.Value {
	return emit(b, i, r.outPartial(o, k), arg, value, o, d)
}

// Guard is v where d is not zero and zero elsewhere. v is a partial applied
// to d; it can be NaN for d zero where the primal has a pole or overflows. That
// matters for values that a select may drop: their adjoint is zero then, and
// must stay so. Partials that need no primal value need no guard.
func Guard(b *ir.Builder, d, v ir.Value) ir.Value {
	if ir.IsZero(v) || v == d {
		return v
	}
	zero := ir.Zero(d.Type())
	return b.Select(b.FCmp(ir.OEQ, d, zero), zero, v)
}
