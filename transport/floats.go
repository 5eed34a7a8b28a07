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
		x.setPlace(i, x.place(i.Arg(0)))
	case ir.SIToFP, ir.UIToFP:
		x.setPlace(i, x.madeOf(i, i.Arg(0)))
	default:
		x.setPlace(i, x.applied(i, ruleOf(i), func(v ir.Value) ir.Value { return v }, x.place))
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

// applied takes a place for a rule's result: the sum of the partials with respect to
// operands whose places place gives. of gives operands where the partials are computed.
func (x *body) applied(i *ir.Instr, r *rules.Rule, of, place func(ir.Value) ir.Value) ir.Value {
	x.b.Flags = i.Flags & (ir.FMFContract | ir.FMFReassoc | ir.FMFAFn)
	defer func() { x.b.Flags = 0 }()
	var sum sums
	for k := range r.Arity {
		v := i.Arg(k)
		if !v.Type().IsFP() || !x.hasShadow(v) || r.Zero(k) {
			continue
		}
		p := place(v)
		if ir.IsZero(p) {
			continue
		}
		d := r.Emit(x.b, i, k, func(n int) ir.Value { return of(i.Arg(n)) }, func() ir.Value { return of(i) }, one(of(v).Type()))
		sum.add(p, x.double(d))
	}
	return x.pushed(sum)
}

// sums are places and the partial derivatives with respect to them.
type sums struct{ places, partials []ir.Value }

func (s *sums) add(place, partial ir.Value) {
	s.places, s.partials = append(s.places, place), append(s.partials, partial)
}

// pushed takes a place for a sum; for more than two terms several.
func (x *body) pushed(s sums) ir.Value {
	switch len(s.places) {
	case 0:
		return ir.NewInt(ir.I32, 0)
	case 1:
		return x.call("llad.names.push1", s.places[0], s.partials[0])
	}
	p := x.call("llad.names.push2", s.places[0], s.partials[0], s.places[1], s.partials[1])
	for k := 2; k < len(s.places); k++ {
		p = x.call("llad.names.push2", p, ir.NewFloat(ir.Double, 1), s.places[k], s.partials[k])
	}
	return p
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

// eachLane writes the names of a vector's elements, element by element.
func (x *body) eachLane(i *ir.Instr) {
	if i.Typ.Scalable || long(i.Typ) {
		x.refuse(i, "%s on %s has no traced form", i.Op, i.Typ)
		return
	}
	r := ruleOf(i)
	var s ir.Value = ir.Zero(x.t.shadowType(i.Typ))
	partials := map[int]ir.Value{}
	if r != nil {
		for k := range r.Arity {
			if v := i.Arg(k); v.Type().IsFP() && x.hasShadow(v) && !r.Zero(k) {
				partials[k] = r.Emit(x.b, i, k, i.Arg, func() ir.Value { return i }, one(v.Type()))
			}
		}
	}
	for n := range i.Typ.Len {
		lane := ir.NewInt(ir.I32, n)
		var p ir.Value
		switch {
		case i.Op == ir.FPTrunc || i.Op == ir.FPExt:
			p = x.lanePlace(i, i.Arg(0), lane)
		case i.Op == ir.SIToFP || i.Op == ir.UIToFP:
			p = ir.NewInt(ir.I32, 0)
			if x.hasShadow(i.Arg(0)) {
				w := x.b.ExtractElement(x.word(i.Arg(0)), lane)
				w = x.b.Cast(ir.SExt, x.b.ICmp(ir.NE, w, ir.Zero(w.Type())), ir.I64)
				p = x.call("llad.names.made", x.b.Binary(ir.And, w, ir.NewInt(ir.I64, taint)), x.at(i))
			}
		default:
			var sum sums
			for k := range r.Arity {
				if d := partials[k]; d != nil {
					sum.add(x.lanePlace(i, i.Arg(k), lane), x.double(x.b.ExtractElement(d, lane)))
				}
			}
			p = x.pushed(sum)
		}
		s = x.b.InsertElement(s, x.name(p, i.Typ.Elem), lane)
	}
	x.setWord(i, s)
}

// lanePlace is the place of an element of a vector.
func (x *body) lanePlace(i *ir.Instr, v ir.Value, lane ir.Value) ir.Value {
	return x.placeOf(x.b.ExtractElement(x.word(v), lane), v.Type().Elem, x.at(i))
}
