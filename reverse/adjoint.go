package reverse

import (
	"math"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// instructions writes the adjoint of each instruction.
type instructions struct {
	cu *cursor
	lk *lookups
	ad *adjoints
	ac *accesses

	seeds []ir.Value // adjoints of the result, one for each lane
}

// none is the adjoint of a value nothing has been added to: zero, with the
// sign that makes x + none the same as x, so that the first addition folds away.
func none(t *ir.Type) ir.Value {
	switch {
	case t.IsFP():
		return ir.NewFloat(t, math.Copysign(0, -1))
	case t.IsAggregate() && t.HasFloat():
		c := &ir.Const{Kind: ir.ConstStruct, Typ: t}
		if t.Kind == ir.ArrayKind {
			c.Kind = ir.ConstArray
		}
		for k := range t.NumElems() {
			c.Elems = append(c.Elems, none(t.At(k)))
		}
		return c
	}
	return ir.Zero(t)
}

// reciprocals is the flag for divisions of adjoints: several by one number, or by
// one that a loop does not change, may become products with its reciprocal. It
// holds where products and sums may be contracted and no bits are compared.
func (ins *instructions) reciprocals() ir.Flags {
	if ins.cu.s.fn.contract == 0 || !ins.cu.s.fn.env.checkpoints.None() {
		return 0
	}
	return ir.FMFARcp
}

// callsOut reports whether an iteration of l calls functions, which compilers
// would call once for each lane.
func (s *synth) callsOut(l *analysis.Loop) bool {
	known, ok := s.callers[l]
	if ok {
		return known
	}
	found := false
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if i.IsCall() {
				rule := rules.ForInstr(i)
				found = found || rule == nil || rule.Cost > 2 && !isIntrinsic(i.CalledFunc(), "llvm.sqrt.")
			}
		}
	}
	s.callers[l] = found
	return found
}

// instr writes the adjoint of i.
func (r *reverser) instr(i *ir.Instr) {
	s := r.cu.s
	if act := s.rv.actions[i]; act != nil {
		act(r, i)
		return
	}
	if c := s.rv.calls[i]; c != nil {
		r.in.call(c)
		return
	}
	r.ac.putBack(i)
	r.ad.eachLane(func() { r.in.laneInstr(i) })
}

// laneInstr writes the adjoint of i in the lane at hand.
func (ins *instructions) laneInstr(i *ir.Instr) {
	s := ins.cu.s
	switch i.Op {
	case ir.Ret:
		if len(ins.seeds) > 0 { // the result may be active though nobody asks for its derivative
			ins.ad.add(i.Arg(0), ins.seeds[s.sh.lane])
		}
	case ir.Load:
		ins.ac.load(i)
	case ir.Store:
		ins.ac.store(i)
	case ir.AtomicRMW:
		ins.ac.atomic(i)
	case ir.CmpXchg:
		ins.ac.exchanged(i)
	case ir.SIToFP, ir.UIToFP:
		ins.ac.counted(i)
	case ir.Add, ir.Sub, ir.Mul, ir.UDiv, ir.Shl, ir.LShr:
		if s.fn.info.Counted(i) != nil {
			ins.ac.counted(i)
			return
		}
		ins.rule(i)
	case ir.FPTrunc, ir.FPExt:
		d := ins.ad.take(i)
		if a := i.Arg(0); s.rv.isActive(a) {
			op := ir.FPExt
			if i.Op == ir.FPExt {
				op = ir.FPTrunc
			}
			ins.ad.add(a, ins.cu.b.Cast(op, d, s.at.adjType(a)))
		}
	case ir.BitCast:
		ins.bitcast(i)
	case ir.Freeze:
		ins.ad.add(i.Arg(0), ins.ad.take(i))
	case ir.Select:
		ins.selects(i)
	case ir.ExtractElement, ir.InsertElement, ir.ShuffleVector:
		ins.vector(i)
	case ir.ExtractValue:
		if c, ok := i.Arg(0).(*ir.Instr); ok && s.rv.calls[c] != nil {
			return // the result of an augmented call: the call takes its adjoint
		}
		d := ins.ad.take(i)
		if s.rv.isActive(i.Arg(0)) {
			ins.ad.addTo(ins.ad.part(i.Arg(0), i.Indices), ins.cu.as(d, s.at.adjType(i.Arg(0)).Index(i.Indices)))
		}
	case ir.InsertValue:
		t := s.at.adjType(i).Index(i.Indices)
		if s.rv.isActive(i.Arg(1)) {
			ins.ad.add(i.Arg(1), ins.cu.b.Load(t, ins.ad.part(i, i.Indices), 0))
		}
		d := ins.ad.take(i)
		if s.rv.isActive(i.Arg(0)) {
			ins.ad.add(i.Arg(0), ins.cu.b.InsertValue(d, ir.Zero(t), i.Indices...))
		}
	case ir.Call, ir.Invoke:
		ins.known(i)
	default:
		ins.rule(i)
	}
}

// rule writes the adjoint of an instruction that a row of package rules covers.
func (ins *instructions) rule(i *ir.Instr) {
	rule := rules.ForInstr(i)
	if rule == nil {
		if t, _, _ := ins.cu.s.at.lanes(i); t != nil {
			ins.bits(i)
			return
		}
		ins.cu.s.fn.fail(i, "L0501", "no rule for the derivative of %s", i.Op)
		return
	}
	result := func() ir.Value { return ins.lk.lookup(i) }
	arg := func(k int) ir.Value { return ins.lk.lookup(i.Arg(k)) }
	members := len(rule.Outs) > 0 && rule.Outs[0].Arg < 0
	var d ir.Value
	if ins.cu.s.rv.isActive(i) {
		if d = ins.ad.take(i); nothing(d) {
			d = nil
		}
	}
	for o, out := range rule.Outs {
		switch {
		case out.Arg >= 0:
			ins.ac.stored(i, rule, o, out)
		case d != nil && !out.Inactive:
			member := func(o int) ir.Value { return ins.lk.lookup(ins.cu.s.rv.memberOf(i, rule.Outs[o].Field)) }
			dm := memberValue(ins.cu.b, d, out.Field)
			for k := range rule.Arity {
				if a := i.Arg(k); ins.cu.s.rv.isActive(a) {
					ins.ad.add(a, rule.EmitOut(ins.cu.b, i, o, k, arg, member, dm))
				}
			}
		}
	}
	if d == nil || members {
		return
	}
	in := ins.cu.s.gd.armOf(i)
	for k := range rule.Arity {
		if a := i.Arg(k); ins.cu.s.rv.isActive(a) && !rule.Zero(k) {
			flags := ins.cu.b.Flags
			ins.cu.b.Flags |= ins.reciprocals()
			v := rule.EmitKnown(ins.cu.b, i, k, ins.lk.siblings(i, rule.Calls(k)), arg, result, d)
			ins.cu.b.Flags = flags
			if in == nil && hasFactor(i, rule, k) && ins.cu.s.gd.guarded(i) {
				v = rules.Guard(ins.cu.b, d, v)
			}
			ins.ad.add(a, ins.leave(in, a, v))
		}
	}
}

// stored writes the adjoint of the value that a function stores through a
// pointer.
func (acs *accesses) stored(i *ir.Instr, rule *rules.Rule, o int, out rules.Out) {
	p := i.Arg(out.Arg)
	dp := acs.cu.s.sh.shadowOf(p)
	if dp == nil || out.Int {
		return
	}
	t := floatType(i, rule)
	addr := acs.target(p, dp, t, true)
	d := acs.cu.b.Load(t, addr, 0)
	acs.cu.b.Store(ir.Zero(t), addr, 0)
	if out.Inactive {
		return
	}
	arg := func(k int) ir.Value { return acs.lk.lookup(i.Arg(k)) }
	value := func(o int) ir.Value { return acs.lk.lookup(acs.cu.s.rv.outVals[i][o]) }
	for k := range rule.Arity {
		if a := i.Arg(k); acs.cu.s.rv.isActive(a) {
			acs.ad.add(a, rule.EmitOut(acs.cu.b, i, o, k, arg, value, d))
		}
	}
}

// bitcast passes the adjoint through a change of type that keeps the bits.
func (ins *instructions) bitcast(i *ir.Instr) {
	a := i.Arg(0)
	d := ins.ad.take(i)
	if !ins.cu.s.rv.isActive(a) {
		return
	}
	from, to := ins.cu.s.at.adjType(a), ins.cu.s.at.adjType(i)
	if from.Scalar() != to.Scalar() {
		ins.cu.s.fn.fail(i, "L0203", "bits of a %s are taken for a %s", from.Scalar(), to.Scalar())
		return
	}
	ins.ad.add(a, ins.cu.b.Cast(ir.BitCast, d, from))
}

func (ins *instructions) selects(i *ir.Instr) {
	d := ins.ad.take(i)
	x, y := i.Arg(1), i.Arg(2)
	if !ins.cu.s.rv.isActive(x) && !ins.cu.s.rv.isActive(y) {
		return
	}
	zero := ir.Zero(d.Type())
	if ch := ins.cu.s.cf.choices[i]; ch != nil {
		c := ins.lk.chose(ch)
		ins.ad.add(i.Arg(ch.taken), ins.cu.choice(c, d, zero))
		ins.ad.add(i.Arg(3-ch.taken), ins.cu.choice(c, zero, d))
		return
	}
	c := ins.lk.lookup(i.Arg(0))
	if t, _, _ := ins.cu.s.at.lanes(i); c.Type().IsVector() && t != nil {
		ins.cu.s.fn.fail(i, "L0203", "a vector select on integers that carry floats")
		return
	}
	for k, v := range []ir.Value{x, y} {
		if side := ins.cu.s.gd.sideOf(i, k+1); side != nil {
			ins.ad.add(v, ins.leave(side, v, d))
			continue
		}
		dv := ins.cu.choice(c, d, zero)
		if k == 1 {
			dv = ins.cu.choice(c, zero, d)
		}
		ins.ad.add(v, ins.leave(ins.cu.s.gd.armOf(i), v, dv))
	}
}

// leave is v, what the adjoint of a gets from an arm, made zero where that and the arms around it that a is not in
// are not taken.
func (ins *instructions) leave(from *arm, a, v ir.Value) ir.Value {
	if from == nil || ir.IsZero(v) || !ins.cu.s.rv.isActive(a) {
		return v
	}
	to := ins.cu.s.gd.armOf(a)
	for ; from != nil && from != to; from = from.in {
		zero := ir.Zero(v.Type())
		switch {
		case from.loop != nil:
			v = ins.cu.choice(ins.lk.leaves(from.loop), zero, v)
		case from.at == 1:
			v = ins.cu.choice(ins.lk.lookup(from.sel.Arg(0)), v, zero)
		default:
			v = ins.cu.choice(ins.lk.lookup(from.sel.Arg(0)), zero, v)
		}
	}
	return v
}

// choice is select, not folded away for equal operands of a dry run.
func (cu *cursor) choice(c, x, y ir.Value) ir.Value {
	i := ir.NewInstr(ir.Select, x.Type(), c, x, y)
	return cu.b.Insert(i)
}

// call writes the call of a reverse function.
func (ins *instructions) call(c *augCall) {
	args := []ir.Value{ins.lk.frameOf(c)}
	if c.seed.Ret {
		ins.ad.eachLane(func() {
			if ins.cu.s.rv.isActive(c.ret) {
				args = append(args, ins.cu.as(ins.ad.take(c.ret), c.ret.Type()))
			} else {
				args = append(args, ir.Zero(c.ret.Type()))
			}
		})
	}
	args = append(args, ins.cu.tape)
	for _, v := range c.inherited {
		args = append(args, ins.lk.lookup(v))
	}
	var callee ir.Value = c.reverse
	if c.reverse == nil {
		t := ins.cu.s.fn.m.PtrTo(c.shape.reverse)
		callee = ins.cu.b.Load(t, ins.cu.b.Offset(ins.lk.lookup(c.table), i64(8)), 8)
	}
	g := ins.cu.b.Call(c.shape.reverse, callee, args...)
	for n, k := range c.outs {
		if a := c.args[k]; ins.cu.s.rv.isActive(a) {
			ins.ad.eachLane(func() { ins.ad.add(a, ins.cu.b.ExtractValue(g, n*ins.cu.s.fn.env.Width+ins.cu.s.sh.lane)) })
		}
	}
}

// memberValue is a member of a struct, or an element of a vector in its place.
func memberValue(b *ir.Builder, v ir.Value, field int) ir.Value {
	if v.Type().IsVector() {
		return b.ExtractElement(v, ir.NewInt(ir.I32, int64(field)))
	}
	return b.ExtractValue(v, field)
}

// timesConstant reports whether i multiplies operand k by a finite constant, or divides it
// by one: the adjoint zero stays zero then.
func timesConstant(i *ir.Instr, k int) bool {
	other := 1 - k
	switch f := i.CalledFunc(); {
	case i.Op == ir.FMul:
	case i.Op == ir.FDiv && k == 0:
	case i.Op == ir.Call && f != nil && k < 2 && (isIntrinsic(f, "llvm.fmuladd.") || isIntrinsic(f, "llvm.fma.")):
	default:
		return false
	}
	c, ok := ir.FloatValue(i.Arg(other))
	return ok && !math.IsInf(c, 0) && !math.IsNaN(c) && (i.Op != ir.FDiv || c != 0)
}
