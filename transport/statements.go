package transport

import (
	"math"

	"github.com/llad-ad/llad/ir"
)

// An operation whose result has one use, by another operation of the same block, takes no place on the tape: the
// operation that uses it has the partials with respect to the places behind it, by the chain rule (statement-level
// preaccumulation: Hogan, "Fast reverse-mode automatic differentiation using expression templates in C++", 2014).

// maxDeferred bounds the terms of an operation that takes no place.
const maxDeferred = 4

// mostTerms is the number of terms that one statement of the tape has room for.
const mostTerms = 8

// sums are places and the partial derivatives with respect to them, in double.
type sums struct{ places, partials []ir.Value }

func (s *sums) add(place, partial ir.Value) {
	s.places, s.partials = append(s.places, place), append(s.partials, partial)
}

// addTerm is add where the sum may have a term with respect to the place.
func addTerm(b *ir.Builder, s *sums, place, partial ir.Value) {
	for k, p := range s.places {
		if p == place {
			s.partials[k] = b.FAdd(s.partials[k], partial)
			return
		}
	}
	s.add(place, partial)
}

// defers reports whether an operation takes no place: it is asked before its shadow is written.
func defers(i *ir.Instr) bool {
	if !i.Typ.IsFloat() {
		return false
	}
	user := onlyUser(i)
	return user != nil && user.Typ.IsFloat() && chains(user)
}

// onlyUser is the instruction of the same block that alone uses a value; nil where there is none.
func onlyUser(i *ir.Instr) (user *ir.Instr) {
	for u := range ir.Uses(i) {
		if user != nil || u.User.Parent != i.Parent {
			return nil
		}
		user = u.User
	}
	return user
}

// chains reports whether an operation applies the chain rule to what its operands depend on.
func chains(i *ir.Instr) bool {
	switch i.Op {
	case ir.FNeg, ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FRem, ir.FPTrunc, ir.FPExt:
		return !half(i.Typ)
	case ir.Call, ir.Invoke:
		r := ruleOf(i)
		return r != nil && len(r.Outs) == 0 && reductionOf(i) == ""
	}
	return false
}

// termsOf is what a float depends on: its place, or the terms of one that took none.
func termsOf(x *body, v ir.Value) (s sums) {
	if s, ok := x.pending[v]; ok {
		return s
	}
	if p := x.place(v); !ir.IsZero(p) {
		s.add(p, ir.NewFloat(ir.Double, 1))
	}
	return s
}

// chained is the product of two partials: zero where one of them is, as the sweep takes it.
func chained(b *ir.Builder, outer, inner ir.Value) ir.Value {
	p := b.FMul(outer, inner)
	if finite(outer) || finite(inner) {
		return p
	}
	zero := ir.NewFloat(ir.Double, 0)
	none := b.Binary(ir.Or, b.FCmp(ir.OEQ, outer, zero), b.FCmp(ir.OEQ, inner, zero))
	return b.Select(none, zero, p)
}

// finite reports whether a float is a constant that is finite and not zero.
func finite(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.Kind == ir.ConstFP && c.Float != 0 && !math.IsInf(c.Float, 0) && !math.IsNaN(c.Float)
}

// pushed takes a place for a sum.
func (x *values) pushed(s sums) ir.Value {
	for len(s.places) > mostTerms {
		var first sums
		first.add(x.pushed(sums{s.places[:mostTerms], s.partials[:mostTerms]}), ir.NewFloat(ir.Double, 1))
		s = sums{append(first.places, s.places[mostTerms:]...), append(first.partials, s.partials[mostTerms:]...)}
	}
	n := len(s.places)
	if n == 0 {
		return ir.NewInt(ir.I32, 0)
	}
	if c, ok := s.partials[0].(*ir.Const); ok && n == 1 && c.Float == 1 {
		return s.places[0]
	}
	name := [...]string{"", "push1", "push2", "push4", "push4", "push6", "push6", "push8", "push8"}[n]
	var args []ir.Value
	for k := range n {
		args = append(args, s.places[k], s.partials[k])
	}
	if n > 1 && n%2 == 1 {
		args = append(args, ir.NewInt(ir.I32, 0), ir.NewFloat(ir.Double, 0))
	}
	return x.call("llad.names."+name, args...)
}
