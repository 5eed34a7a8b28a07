package forward

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// arithmetic writes the tangents of what computes with values.
type arithmetic struct {
	bd *body
	tg *tangents
	ac *accesses
}

// rule writes the tangent of an instruction or call with a derivative rule: the
// sum of its partials, each applied to an operand's tangent.
func (ars *arithmetic) rule(i *ir.Instr, r *rules.Rule) {
	emit := func(k int, d ir.Value) ir.Value {
		v := r.Emit(ars.bd.b, i, k, i.Arg, func() ir.Value { return i }, d)
		return ars.bd.guard(i, r, r.Needs(k), d, v)
	}
	for lane := range ars.bd.t.width {
		ars.tg.set(i, ars.sum(i, r, i.Typ, lane, emit))
	}
}

// guard keeps a tangent zero where the operand's is, also at a pole of a
// function. Arithmetic (fma among it, priced as such) is left as it is: an
// infinite factor is visible in the primal there.
func (bo *body) guard(i *ir.Instr, r *rules.Rule, n rules.Needs, d, v ir.Value) ir.Value {
	if i.IsCall() && r.Cost > 2 && (n.Args != 0 || n.Result) {
		return rules.Guard(bo.b, d, v)
	}
	return v
}

// sum adds up the partials of the operands that carry a tangent; t is the type
// of the result.
func (ars *arithmetic) sum(i *ir.Instr, r *rules.Rule, t *ir.Type, lane int, emit func(int, ir.Value) ir.Value) ir.Value {
	var sum, carried ir.Value
	var later []ir.Value // products, behind what is passed on as it is: each is then added in one operation
	for k := range r.Arity {
		if !ars.tg.active(i.Arg(k)) || !i.Arg(k).Type().IsFP() || r.Zero(k) {
			continue
		}
		d := ars.tg.of(i.Arg(k), lane, true)
		if ir.IsZero(d) {
			continue
		}
		v := emit(k, d)
		switch {
		case v != d && ars.bd.contract != 0:
			later = append(later, v)
		case sum == nil:
			sum = v
		default:
			later = append(later, v)
		}
	}
	ars.bd.b.Flags = tangentFlags(i.Flags)&ir.FastMath | ars.bd.contract
	if len(later) > 1 && sum != nil && ars.bd.t.width < manyLanes && recurs(i) {
		sum, carried = nil, sum
		later = append(later, carried)
	}
	for _, v := range later {
		if sum == nil {
			sum = v
		} else {
			sum = ars.bd.b.FAdd(sum, v)
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
func (ars *arithmetic) function(i *ir.Instr, r *rules.Rule) {
	members := false
	for o, out := range r.Outs {
		if out.Arg >= 0 {
			ars.storedOut(i, r, o)
		}
		members = members || out.Arg < 0
	}
	switch {
	case !ars.tg.active(i):
	case members:
		ars.memberOuts(i, r)
	default:
		ars.rule(i, r)
	}
}

func (ars *arithmetic) memberOuts(i *ir.Instr, r *rules.Rule) {
	for lane := range ars.bd.t.width {
		agg := ir.Zero(i.Typ)
		for o, out := range r.Outs {
			if !out.Inactive {
				agg = ars.bd.withMember(agg, ars.out(i, r, o, i.Typ.At(out.Field), lane), out.Field)
			}
		}
		ars.tg.set(i, agg)
	}
}

// out is the tangent, of type t, of Outs[o].
func (ars *arithmetic) out(i *ir.Instr, r *rules.Rule, o int, t *ir.Type, lane int) ir.Value {
	value := func(o int) ir.Value {
		if out := r.Outs[o]; out.Arg < 0 {
			return ars.bd.member(i, out.Field)
		}
		return ars.bd.primal(i, t, i.Arg(r.Outs[o].Arg))
	}
	return ars.sum(i, r, t, lane, func(k int, d ir.Value) ir.Value {
		return ars.bd.guard(i, r, r.NeedsOut(o, k), d, r.EmitOut(ars.bd.b, i, o, k, i.Arg, value, d))
	})
}

func (bo *body) member(v ir.Value, k int) ir.Value {
	if v.Type().IsVector() {
		return bo.b.ExtractElement(v, ir.NewInt(ir.I32, int64(k)))
	}
	return bo.b.ExtractValue(v, k)
}

func (bo *body) withMember(agg, v ir.Value, k int) ir.Value {
	if agg.Type().IsVector() {
		return bo.b.InsertElement(agg, v, ir.NewInt(ir.I32, int64(k)))
	}
	return bo.b.InsertValue(agg, v, k)
}

// storedOut writes to shadow memory what the function stored through argument
// Outs[o].Arg: the tangent, or zero for one that is a step function. Integers
// (an exponent, a sign) have no tangent.
func (ars *arithmetic) storedOut(i *ir.Instr, r *rules.Rule, o int) {
	out := r.Outs[o]
	p := i.Arg(out.Arg)
	t := ars.floatOperand(i, r)
	if !ars.tg.shadowed(p) || t == nil || out.Int {
		return
	}
	for lane := range ars.bd.t.width {
		d := ir.Zero(t)
		if !out.Inactive {
			d = ars.out(i, r, o, t, lane)
		}
		sp := ars.tg.of(p, lane, false)
		if ars.tg.maybeConst(p) && ars.bd.split == nil {
			d = ars.tg.unlessShadowless(p, sp, ars.bd.b.Load(t, p, 0), d)
		}
		ars.bd.b.Store(d, ars.tg.reached(p, sp, ars.bd.size(t)), 0)
	}
}

// floatOperand is the type of the first floating-point operand of a rule.
func (ars *arithmetic) floatOperand(i *ir.Instr, r *rules.Rule) *ir.Type {
	for k := range r.Arity {
		if t := i.Arg(k).Type(); t.IsFP() {
			return t
		}
	}
	return nil
}
