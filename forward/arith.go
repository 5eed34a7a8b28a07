package forward

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// rule writes the tangent of an instruction or call with a derivative rule: the
// sum of its partials, each applied to an operand's tangent.
func (s *synth) rule(i *ir.Instr, r *rules.Rule) {
	emit := func(k int, d ir.Value) ir.Value {
		v := r.Emit(s.b, i, k, i.Arg, func() ir.Value { return i }, d)
		return s.guard(i, r, r.Needs(k), d, v)
	}
	for lane := range s.t.width {
		s.set(i, s.sum(i, r, i.Typ, lane, emit))
	}
}

// guard keeps a tangent zero where the operand's is, also at a pole of a
// function. Arithmetic (fma among it, priced as such) is left as it is: an
// infinite factor is visible in the primal there.
func (s *synth) guard(i *ir.Instr, r *rules.Rule, n rules.Needs, d, v ir.Value) ir.Value {
	if i.IsCall() && r.Cost > 2 && (n.Args != 0 || n.Result) {
		return rules.Guard(s.b, d, v)
	}
	return v
}

// sum adds up the partials of the operands that carry a tangent; t is the type
// of the result.
func (s *synth) sum(i *ir.Instr, r *rules.Rule, t *ir.Type, lane int, emit func(int, ir.Value) ir.Value) ir.Value {
	var sum, carried ir.Value
	var later []ir.Value // products, behind what is handed on as it is: each is then added in one operation
	for k := range r.Arity {
		if !s.active(i.Arg(k)) || !i.Arg(k).Type().IsFP() || r.Zero(k) {
			continue
		}
		d := s.of(i.Arg(k), lane, true)
		if ir.IsZero(d) {
			continue
		}
		v := emit(k, d)
		switch {
		case v != d && s.contract != 0:
			later = append(later, v)
		case sum == nil:
			sum = v
		default:
			later = append(later, v)
		}
	}
	s.b.Flags = tangentFlags(i.Flags)&ir.FastMath | s.contract
	if len(later) > 1 && sum != nil && s.t.width < manyLanes && recurs(i) {
		sum, carried = nil, sum
		later = append(later, carried)
	}
	for _, v := range later {
		if sum == nil {
			sum = v
		} else {
			sum = s.b.FAdd(sum, v)
		}
	}
	if sum == nil {
		return ir.Zero(t)
	}
	return sum
}

// manyLanes is how many tangents at once keep a processor busy however long the
// chains of operations of each are.
const manyLanes = 4

// recurs reports whether i adds to a sum that a loop carries, through at most as
// many further additions as unrolled loops have: the next iteration waits for
// it, and what is added is best computed before.
func recurs(i *ir.Instr) bool {
	var v ir.Value = i
	for range 16 {
		x, ok := v.(*ir.Instr)
		switch {
		case !ok || x.Parent != i.Parent:
			return false
		case x.Op == ir.Phi:
			return true
		case x.Op == ir.FAdd:
			v = x.Arg(0)
		case x.Op == ir.Call && x.NumArgs() > 0 && isMulAdd(x.CalledFunc()):
			v = x.Arg(2)
		default:
			return false
		}
	}
	return false
}

func isMulAdd(f *ir.Function) bool {
	return f != nil && (strings.HasPrefix(f.Name, "llvm.fmuladd.") || strings.HasPrefix(f.Name, "llvm.fma."))
}

// function writes the tangents of the results of a call with a rule: the plain
// one, those it stores through pointers, those that are members of a struct.
func (s *synth) function(i *ir.Instr, r *rules.Rule) {
	members := false
	for o, out := range r.Outs {
		if out.Arg >= 0 {
			s.storedOut(i, r, o)
		}
		members = members || out.Arg < 0
	}
	switch {
	case !s.active(i):
	case members:
		s.memberOuts(i, r)
	default:
		s.rule(i, r)
	}
}

func (s *synth) memberOuts(i *ir.Instr, r *rules.Rule) {
	for lane := range s.t.width {
		agg := ir.Zero(i.Typ)
		for o, out := range r.Outs {
			if !out.Inactive {
				agg = s.withMember(agg, s.out(i, r, o, i.Typ.At(out.Field), lane), out.Field)
			}
		}
		s.set(i, agg)
	}
}

// out is the tangent, of type t, of Outs[o].
func (s *synth) out(i *ir.Instr, r *rules.Rule, o int, t *ir.Type, lane int) ir.Value {
	value := func(o int) ir.Value {
		if out := r.Outs[o]; out.Arg < 0 {
			return s.member(i, out.Field)
		}
		return s.primal(i, t, i.Arg(r.Outs[o].Arg))
	}
	return s.sum(i, r, t, lane, func(k int, d ir.Value) ir.Value {
		return s.guard(i, r, r.NeedsOut(o, k), d, r.EmitOut(s.b, i, o, k, i.Arg, value, d))
	})
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
	for lane := range s.t.width {
		d := ir.Zero(t)
		if !out.Inactive {
			d = s.out(i, r, o, t, lane)
		}
		sp := s.of(p, lane, false)
		if s.maybeConst(p) && s.split == nil {
			d = s.unlessShadowless(p, sp, s.b.Load(t, p, 0), d)
		}
		s.b.Store(d, s.reached(p, sp, s.size(t)), 0)
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
