package transport

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// ruleOf is the derivative rule of an instruction with one floating-point result.
func ruleOf(i *ir.Instr) *rules.Rule {
	if !i.Typ.IsFP() {
		return nil
	}
	return rules.ForInstr(i)
}

// computed writes the places of a floating-point result.
func (x *body) computed(i *ir.Instr) {
	if half(i.Typ) || i.NumArgs() > 0 && half(i.Arg(0).Type()) {
		x.refuse(i, "floats of 16 bits have no room for the names of places")
		return
	}
	if i.Typ.IsVector() {
		x.eachLane(i)
		return
	}
	switch i.Op {
	case ir.FPTrunc, ir.FPExt:
		if s, ok := x.pending[i.Arg(0)]; ok {
			setTerms(x, i, s, defers(i))
		} else {
			x.setPlace(i, x.place(i.Arg(0)))
		}
	case ir.SIToFP, ir.UIToFP:
		x.setPlace(i, x.madeOf(i, i.Arg(0)))
	default:
		x.apply(i, ruleOf(i))
	}
}

func half(t *ir.Type) bool {
	k := t.Scalar().Kind
	return k == ir.HalfKind || k == ir.BFloatKind
}

// madeOf is the place of a float that an integer is converted to.
func (x *body) madeOf(i *ir.Instr, v ir.Value) ir.Value {
	if !x.hasShadow(v) {
		return ir.NewInt(ir.I32, 0)
	}
	s := x.word(v)
	bits := s.Type().Bits
	switch {
	case bits > 64:
		s = x.b.Cast(ir.Trunc, s, ir.I64)
	case bits < 64:
		// a piece is no address: what is left of one would be taken for a number
		s = x.b.Cast(ir.SExt, x.b.ICmp(ir.NE, s, ir.Zero(s.Type())), ir.I64)
		s = x.b.Binary(ir.And, s, ir.NewInt(ir.I64, taint))
	}
	return x.call("llad.names.made", s, x.at(i))
}

// one is the partial of a value with respect to itself, for a rule's type.
func one(t *ir.Type) ir.Value { return ir.NewFloat(t, 1) }

// apply writes the shadow of a rule's result: the sum of the partials with respect to what the operands depend on.
func (x *body) apply(i *ir.Instr, r *rules.Rule) {
	deferred := defers(i)
	x.b.Flags = i.Flags & (ir.FMFContract | ir.FMFReassoc | ir.FMFAFn)
	defer func() { x.b.Flags = 0 }()
	var sum sums
	for k := range r.Arity {
		v := i.Arg(k)
		if !v.Type().IsFP() || !x.hasShadow(v) || r.Zero(k) {
			continue
		}
		terms := termsOf(x, v)
		if len(terms.places) == 0 {
			continue
		}
		d := x.double(r.Emit(x.b, i, k, i.Arg, func() ir.Value { return i }, one(v.Type())))
		for n, p := range terms.places {
			addTerm(x.b, &sum, p, chained(x.b, d, terms.partials[n]))
		}
	}
	setTerms(x, i, sum, deferred)
}

// double converts a scalar float to double.
func (x *body) double(v ir.Value) ir.Value {
	switch v.Type().Kind {
	case ir.DoubleKind:
		return v
	case ir.FloatKind:
		return x.b.Cast(ir.FPExt, v, ir.Double)
	}
	return x.b.Cast(ir.FPTrunc, v, ir.Double)
}
