package forward

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// rule writes the tangent of an instruction or call with a derivative rule: the
// sum of its partials, each applied to an operand's tangent.
func (s *synth) rule(i *ir.Instr, r *rules.Rule) {
	result := func() ir.Value { return i }
	emit := func(k int, d ir.Value) ir.Value {
		v := r.Emit(s.b, i, k, i.Arg, result, d)
		if n := r.Needs(k); i.IsCall() && (n.Args != 0 || n.Result) {
			v = rules.Guard(s.b, d, v)
		}
		return v
	}
	for lane := range s.t.width {
		s.set(i, s.sum(i, r, i.Typ, lane, emit))
	}
}

// sum adds up the partials of the operands that carry a tangent; t is the type
// of the result.
func (s *synth) sum(i *ir.Instr, r *rules.Rule, t *ir.Type, lane int, emit func(int, ir.Value) ir.Value) ir.Value {
	var sum ir.Value
	for k := range r.Arity {
		if !s.active(i.Arg(k)) || !i.Arg(k).Type().IsFP() || r.Zero(k) {
			continue
		}
		d := s.of(i.Arg(k), lane, true)
		if ir.IsZero(d) {
			continue
		}
		v := emit(k, d)
		if sum == nil {
			sum = v
			continue
		}
		s.b.Flags = tangentFlags(i.Flags) & ir.FastMath
		sum = s.b.FAdd(sum, v)
	}
	if sum == nil {
		return ir.Zero(t)
	}
	return sum
}

// outs writes the tangents of results that a function stores through pointers,
// or that are members of the struct it returns.
func (s *synth) outs(i *ir.Instr, r *rules.Rule) {
	fields := make([][]ir.Value, s.t.width)
	for o, out := range r.Outs {
		if out.Arg >= 0 {
			s.storedOut(i, r, o)
			continue
		}
		if !s.active(i) {
			continue
		}
		value := func(o int) ir.Value { return s.member(i, r.Outs[o].Field) }
		t := i.Typ.At(out.Field)
		for lane := range s.t.width {
			d := ir.Zero(t)
			if !out.Inactive {
				d = s.sum(i, r, t, lane, func(k int, d ir.Value) ir.Value {
					return r.EmitOut(s.b, i, o, k, i.Arg, value, d)
				})
			}
			fields[lane] = append(fields[lane], d)
		}
	}
	if len(r.Outs) == 0 || r.Outs[0].Arg >= 0 {
		if s.active(i) {
			s.rule(i, r)
		}
		return
	}
	if !s.active(i) {
		return
	}
	for lane := range s.t.width {
		agg := ir.Zero(i.Typ)
		for o, out := range r.Outs {
			agg = s.withMember(agg, fields[lane][o], out.Field)
		}
		s.set(i, agg)
	}
}

func (s *synth) member(v ir.Value, k int) ir.Value {
	if v.Type().IsVector() {
		return s.b.ExtractElement(v, ir.NewInt(ir.I32, int64(k)))
	}
	return s.b.ExtractValue(v, k)
}

func (s *synth) withMember(agg, v ir.Value, k int) ir.Value {
	if agg.Type().IsVector() {
		return s.b.InsertElement(agg, v, ir.NewInt(ir.I32, int64(k)))
	}
	return s.b.InsertValue(agg, v, k)
}

// storedOut writes to shadow memory what the function stored through argument
// Outs[o].Arg: the tangent, or zero for one that is a step function. Integers
// (an exponent, a sign) have no tangent.
func (s *synth) storedOut(i *ir.Instr, r *rules.Rule, o int) {
	out := r.Outs[o]
	p := i.Arg(out.Arg)
	t := s.floatOperand(i, r)
	if !s.shadowed(p) || t == nil || out.Int {
		return
	}
	var primal ir.Value = s.b.Load(t, p, 0)
	for lane := range s.t.width {
		d := ir.Zero(t)
		if !out.Inactive {
			d = s.sum(i, r, t, lane, func(k int, d ir.Value) ir.Value {
				return r.EmitOut(s.b, i, o, k, i.Arg, func(int) ir.Value { return primal }, d)
			})
		}
		sp := s.of(p, lane, false)
		s.b.Store(s.unlessShadowless(p, sp, primal, d), sp, 0)
	}
}

// floatOperand is the type of the first floating-point operand of a rule.
func (s *synth) floatOperand(i *ir.Instr, r *rules.Rule) *ir.Type {
	for k := range r.Arity {
		if t := i.Arg(k).Type(); t.IsFP() {
			return t
		}
	}
	return nil
}
