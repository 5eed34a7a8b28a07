package reverse

import (
	"math"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
)

// adj gives the adjoint slot of v, cleared at the function's entry.
func (r *reverser) adj(v ir.Value) *ir.Instr {
	if a, ok := r.adjs[v]; ok {
		return a
	}
	t := r.s.at.adjType(v)
	a := r.slot(t)
	r.top.Store(none(t), a, 0)
	r.adjs[v] = a
	r.spill(v, a)
	return a
}

// take reads the adjoint of v, which is complete, and clears it.
func (r *reverser) take(v ir.Value) ir.Value {
	if l := r.local(v); l != nil {
		d := l.d
		l.d = nil
		if d == nil {
			d = none(r.s.at.adjType(v))
		}
		return d
	}
	a := r.adj(v)
	d := r.b.Load(a.Elem, a, 0)
	r.b.Store(none(a.Elem), a, 0)
	return d
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

// add adds d to the adjoint of v; nothing happens when v is not active.
func (r *reverser) add(v ir.Value, d ir.Value) {
	if !r.s.rv.isActive(v) || ir.IsZero(d) {
		return
	}
	d = r.as(d, r.s.at.adjType(v))
	if l := r.local(v); l != nil {
		if l.d != nil {
			d = r.b.FAdd(l.d, d)
		}
		l.d = d
		return
	}
	flags := r.b.Flags
	r.b.Flags |= r.anyOrder(v)
	r.addTo(r.adj(v), d)
	r.b.Flags = flags
}

// anyOrder is the flag for what an innermost loop adds up for v, a value that it
// uses in all its iterations: nobody has said in which order, so that compilers
// may add lane by lane. Where they may not contract, they may not do that either,
// nor where all strategies of checkpointing have to give the same bits.
func (r *reverser) anyOrder(v ir.Value) ir.Flags {
	l := r.loop
	if l == nil || len(l.Inner) > 0 || r.s.fn.contract == 0 || !r.s.fn.env.checkpoints.None() || !l.Invariant(v) || r.s.callsOut(l) {
		return 0
	}
	return ir.FMFReassoc
}

// reciprocals is the flag for divisions of adjoints: several by one number, or by
// one that a loop does not change, may become products with its reciprocal. It
// holds where products and sums may be contracted and no bits are compared.
func (r *reverser) reciprocals() ir.Flags {
	if r.s.fn.contract == 0 || !r.s.fn.env.checkpoints.None() {
		return 0
	}
	return ir.FMFARcp
}

// callsOut reports whether an iteration of l calls functions, which compilers
// would call once for each lane.
func (s *synth) callsOut(l *ir.Loop) bool {
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

// addAt adds the floats of d to memory at p, member by member in an aggregate.
func (r *reverser) addAt(p ir.Value, d ir.Value, align int) {
	t := d.Type()
	if !t.IsAggregate() {
		if t.IsFP() && r.shared {
			r.addShared(p, d)
		} else if t.IsFP() {
			env := r.s.fn.env
			old := env.accesses(r.b.Load(t, p, align), tape.Shadow)
			env.accesses(r.b.Store(r.b.FAdd(old, d), p, align), tape.Shadow)
		}
		return
	}
	for k := range t.NumElems() {
		if t.At(k).HasFloat() {
			q := r.b.GEP(t, p, ir.NewInt(ir.I32, 0), ir.NewInt(ir.I32, int64(k)))
			r.addAt(q, r.b.ExtractValue(d, k), 0)
		}
	}
}

// part gives the address of a member of the adjoint slot of v.
func (r *reverser) part(v ir.Value, path []int) ir.Value {
	idx := []ir.Value{ir.NewInt(ir.I32, 0)}
	for _, k := range path {
		idx = append(idx, ir.NewInt(ir.I32, int64(k)))
	}
	return r.b.GEP(r.s.at.adjType(v), r.adj(v), idx...)
}

// instr writes the adjoint of i.
func (r *reverser) instr(i *ir.Instr) {
	s := r.s
	if act := s.rv.actions[i]; act != nil {
		act(r, i)
		return
	}
	if c := s.rv.calls[i]; c != nil {
		r.call(c)
		return
	}
	r.putBack(i)
	r.eachLane(func() { r.laneInstr(i) })
}

// laneInstr writes the adjoint of i in the lane at hand.
func (r *reverser) laneInstr(i *ir.Instr) {
	s := r.s
	switch i.Op {
	case ir.Ret:
		if len(r.seeds) > 0 { // the result may be active though nobody asks for its derivative
			r.add(i.Arg(0), r.seeds[s.sh.lane])
		}
	case ir.Load:
		r.load(i)
	case ir.Store:
		r.store(i)
	case ir.AtomicRMW:
		r.atomic(i)
	case ir.CmpXchg:
		r.exchanged(i)
	case ir.SIToFP, ir.UIToFP:
		r.counted(i)
	case ir.Add, ir.Sub, ir.Mul, ir.UDiv, ir.Shl, ir.LShr:
		if s.fn.info.Counted(i) != nil {
			r.counted(i)
			return
		}
		r.rule(i)
	case ir.FPTrunc, ir.FPExt:
		d := r.take(i)
		if a := i.Arg(0); s.rv.isActive(a) {
			op := ir.FPExt
			if i.Op == ir.FPExt {
				op = ir.FPTrunc
			}
			r.add(a, r.b.Cast(op, d, s.at.adjType(a)))
		}
	case ir.BitCast:
		r.bitcast(i)
	case ir.Freeze:
		r.add(i.Arg(0), r.take(i))
	case ir.Select:
		r.selects(i)
	case ir.ExtractElement, ir.InsertElement, ir.ShuffleVector:
		r.vector(i)
	case ir.ExtractValue:
		if c, ok := i.Arg(0).(*ir.Instr); ok && s.rv.calls[c] != nil {
			return // the result of an augmented call: the call takes its adjoint
		}
		d := r.take(i)
		if s.rv.isActive(i.Arg(0)) {
			r.addTo(r.part(i.Arg(0), i.Indices), r.as(d, s.at.adjType(i.Arg(0)).Index(i.Indices)))
		}
	case ir.InsertValue:
		t := s.at.adjType(i).Index(i.Indices)
		if s.rv.isActive(i.Arg(1)) {
			r.add(i.Arg(1), r.b.Load(t, r.part(i, i.Indices), 0))
		}
		d := r.take(i)
		if s.rv.isActive(i.Arg(0)) {
			r.add(i.Arg(0), r.b.InsertValue(d, ir.Zero(t), i.Indices...))
		}
	case ir.Call, ir.Invoke:
		r.known(i)
	default:
		r.rule(i)
	}
}

// rule writes the adjoint of an instruction that a row of package rules covers.
func (r *reverser) rule(i *ir.Instr) {
	rule := rules.ForInstr(i)
	if rule == nil {
		if t, _, _ := r.s.at.lanes(i); t != nil {
			r.bits(i)
			return
		}
		r.s.fn.fail(i, "L0201", "no rule for the derivative of %s", i.Op)
		return
	}
	result := func() ir.Value { return r.lookup(i) }
	arg := func(k int) ir.Value { return r.lookup(i.Arg(k)) }
	members := len(rule.Outs) > 0 && rule.Outs[0].Arg < 0
	var d ir.Value
	if r.s.rv.isActive(i) {
		if d = r.take(i); nothing(d) {
			d = nil
		}
	}
	for o, out := range rule.Outs {
		switch {
		case out.Arg >= 0:
			r.stored(i, rule, o, out)
		case d != nil && !out.Inactive:
			member := func(o int) ir.Value { return r.lookup(r.s.rv.memberOf(i, rule.Outs[o].Field)) }
			dm := memberValue(r.b, d, out.Field)
			for k := range rule.Arity {
				if a := i.Arg(k); r.s.rv.isActive(a) {
					r.add(a, rule.EmitOut(r.b, i, o, k, arg, member, dm))
				}
			}
		}
	}
	if d == nil || members {
		return
	}
	for k := range rule.Arity {
		if a := i.Arg(k); r.s.rv.isActive(a) && !rule.Zero(k) {
			flags := r.b.Flags
			r.b.Flags |= r.reciprocals()
			v := rule.EmitKnown(r.b, i, k, r.siblings(i, rule.Calls(k)), arg, result, d)
			r.b.Flags = flags
			if n := rule.Needs(k); (n.Args != 0 || n.Result) && !timesConstant(i, k) && r.s.gd.guarded(i) {
				v = rules.Guard(r.b, d, v)
			}
			r.add(a, v)
		}
	}
}

// stored writes the adjoint of the value that a function stores through a
// pointer.
func (r *reverser) stored(i *ir.Instr, rule *rules.Rule, o int, out rules.Out) {
	p := i.Arg(out.Arg)
	dp := r.s.sh.shadowOf(p)
	if dp == nil || out.Int {
		return
	}
	t := floatType(i, rule)
	addr := r.target(p, dp, t, true)
	d := r.b.Load(t, addr, 0)
	r.b.Store(ir.Zero(t), addr, 0)
	if out.Inactive {
		return
	}
	arg := func(k int) ir.Value { return r.lookup(i.Arg(k)) }
	value := func(o int) ir.Value { return r.lookup(r.s.rv.outVals[i][o]) }
	for k := range rule.Arity {
		if a := i.Arg(k); r.s.rv.isActive(a) {
			r.add(a, rule.EmitOut(r.b, i, o, k, arg, value, d))
		}
	}
}

// bitcast passes the adjoint through a change of type that keeps the bits.
func (r *reverser) bitcast(i *ir.Instr) {
	a := i.Arg(0)
	d := r.take(i)
	if !r.s.rv.isActive(a) {
		return
	}
	from, to := r.s.at.adjType(a), r.s.at.adjType(i)
	if from.Scalar() != to.Scalar() {
		r.s.fn.fail(i, "L0203", "bits of a %s are taken for a %s", from.Scalar(), to.Scalar())
		return
	}
	r.add(a, r.b.Cast(ir.BitCast, d, from))
}

func (r *reverser) selects(i *ir.Instr) {
	d := r.take(i)
	x, y := i.Arg(1), i.Arg(2)
	if !r.s.rv.isActive(x) && !r.s.rv.isActive(y) {
		return
	}
	zero := ir.Zero(d.Type())
	if ch := r.s.cf.choices[i]; ch != nil {
		c := r.chose(ch)
		r.add(i.Arg(ch.taken), r.choice(c, d, zero))
		r.add(i.Arg(3-ch.taken), r.choice(c, zero, d))
		return
	}
	c := r.lookup(i.Arg(0))
	if t, _, _ := r.s.at.lanes(i); c.Type().IsVector() && t != nil {
		r.s.fn.fail(i, "L0204", "a vector select on integers that carry floats")
		return
	}
	r.add(x, r.choice(c, d, zero))
	r.add(y, r.choice(c, zero, d))
}

// choice is select, not folded away for equal operands of a dry run.
func (r *reverser) choice(c, x, y ir.Value) ir.Value {
	i := ir.NewInstr(ir.Select, x.Type(), c, x, y)
	return r.b.Insert(i)
}

// call writes the call of a reverse function.
func (r *reverser) call(c *augCall) {
	args := []ir.Value{r.frameOf(c)}
	if c.seed.Ret {
		r.eachLane(func() {
			if r.s.rv.isActive(c.ret) {
				args = append(args, r.as(r.take(c.ret), c.ret.Type()))
			} else {
				args = append(args, ir.Zero(c.ret.Type()))
			}
		})
	}
	args = append(args, r.tape)
	for _, v := range c.inherited {
		args = append(args, r.lookup(v))
	}
	var callee ir.Value = c.reverse
	if c.reverse == nil {
		t := r.s.fn.m.PtrTo(c.shape.reverse)
		callee = r.b.Load(t, r.b.Offset(r.lookup(c.table), i64(8)), 8)
	}
	g := r.b.Call(c.shape.reverse, callee, args...)
	for n, k := range c.outs {
		if a := c.args[k]; r.s.rv.isActive(a) {
			r.eachLane(func() { r.add(a, r.b.ExtractValue(g, n*r.s.fn.env.Width+r.s.sh.lane)) })
		}
	}
}
