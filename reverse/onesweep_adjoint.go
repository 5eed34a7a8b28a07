package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
)

// term writes a value where its builder stands.
type term func(b *ir.Builder) ir.Value

// maxPulled bounds how many adjoints are sought in a function: one is sought anew
// for each that needs it.
const maxPulled = 4000

// pull finds the adjoint of the active value v from its uses, as it can be
// computed in front of at: the product of what stands on the way to the result.
func (o *oneSweep) pull(v ir.Value, at *ir.Instr) (term, bool) {
	if o.pulled++; o.pulling[v] || o.pulled > maxPulled {
		return nil, false
	}
	o.pulling[v] = true
	defer delete(o.pulling, v)
	if l, phi := o.sumOf(v); l != nil {
		return o.pullSum(l, phi, at)
	}
	var parts []term
	for u := range ir.Uses(v) {
		d, ok := o.pullUse(v, u, at)
		if !ok {
			return nil, false
		}
		if d != nil {
			parts = append(parts, d)
		}
	}
	return func(b *ir.Builder) ir.Value {
		sum := none(v.Type())
		for _, d := range parts {
			sum = b.FAdd(sum, d(b))
		}
		return sum
	}, true
}

// pullUse is what the use u adds to the adjoint of v; nil when it is nothing.
func (o *oneSweep) pullUse(v ir.Value, u *ir.Use, at *ir.Instr) (term, bool) {
	i, k := u.User, u.Index()
	from := o.p.Entry()
	if x, ok := v.(*ir.Instr); ok {
		from = x.Parent
	}
	to := i.Parent
	if i.Op == ir.Phi {
		to = i.Blocks[k]
	}
	var d term
	ok := false
	switch i.Op {
	case ir.Ret:
		d, ok = func(*ir.Builder) ir.Value { return o.seed }, true
	case ir.Store:
		if !o.shadowed(i.Arg(1)) {
			return nil, true
		}
		d, ok = func(*ir.Builder) ir.Value { return o.result }, k == 0 && o.delivers(i)
	default:
		if !o.rv.isActive(i) {
			return nil, !i.IsCall() || o.fn.info.Call(i) == nil || o.fn.info.Call(i).Known != nil || !o.fn.info.Call(i).Active
		}
		if o.fn.loops.Of(to) != o.fn.loops.Of(from) || i.Op == ir.Phi && o.fn.loops.Of(i.Parent) != o.fn.loops.Of(to) && o.headerLoop(i) == nil {
			return nil, false
		}
		d, ok = o.pullThrough(i, k, at)
	}
	if !ok {
		return nil, false
	}
	conds, ok := o.way(from, to, i, at)
	if !ok {
		return nil, false
	}
	return func(b *ir.Builder) ir.Value {
		x := d(b)
		for _, c := range conds {
			x = c(b, x)
		}
		return x
	}, true
}

// pullThrough is the adjoint of i times its derivative by operand k.
func (o *oneSweep) pullThrough(i *ir.Instr, k int, at *ir.Instr) (term, bool) {
	d, ok := o.pull(i, at)
	if !ok {
		return nil, false
	}
	times := func(x ir.Value, op func(b *ir.Builder, d, x ir.Value) ir.Value) (term, bool) {
		y, ok := o.avail(x, at, 0)
		return func(b *ir.Builder) ir.Value {
			dv := d(b)
			return rules.Guard(b, dv, op(b, dv, y(b)))
		}, ok
	}
	mul := func(b *ir.Builder, d, x ir.Value) ir.Value { return b.FMul(d, x) }
	neg := func(b *ir.Builder) ir.Value { return b.FNeg(d(b)) }
	switch i.Op {
	case ir.FAdd, ir.Phi:
		return d, true
	case ir.FNeg:
		return neg, true
	case ir.FSub:
		if k == 1 {
			return neg, true
		}
		return d, true
	case ir.FMul:
		return times(i.Arg(1-k), mul)
	case ir.FDiv:
		if k == 1 {
			return nil, false
		}
		return times(i.Arg(1), func(b *ir.Builder, d, x ir.Value) ir.Value { return b.FDiv(d, x) })
	case ir.FPExt, ir.FPTrunc:
		op := ir.FPExt
		if i.Op == ir.FPExt {
			op = ir.FPTrunc
		}
		return func(b *ir.Builder) ir.Value { return b.Cast(op, d(b), i.Arg(0).Type()) }, true
	case ir.Select:
		c, ok := o.avail(i.Arg(0), at, 0)
		if !ok || k == 0 || i.Arg(0).Type() != ir.I1 {
			return nil, false
		}
		return func(b *ir.Builder) ir.Value {
			x, zero := d(b), ir.Zero(i.Typ)
			if k == 1 {
				return b.Select(c(b), x, zero)
			}
			return b.Select(c(b), zero, x)
		}, true
	case ir.Call:
		f := i.CalledFunc()
		if f == nil || !isIntrinsic(f, "llvm.fmuladd.") && !isIntrinsic(f, "llvm.fma.") {
			return nil, false
		}
		if k == 2 {
			return d, true
		}
		return times(i.Arg(1-k), mul)
	}
	return nil, false
}

// headerLoop is the loop whose header phi is in.
func (o *oneSweep) headerLoop(phi *ir.Instr) *analysis.Loop {
	if l := o.fn.loops.Of(phi.Parent); l != nil && l.Header == phi.Parent {
		return l
	}
	return nil
}

// sumOf gives the loop in which v is a partial sum, and that sum's phi.
func (o *oneSweep) sumOf(v ir.Value) (*analysis.Loop, *ir.Instr) {
	if phi, ok := v.(*ir.Instr); ok && phi.Op == ir.Phi {
		if l := o.headerLoop(phi); l != nil {
			return l, phi
		}
	}
	for u := range ir.Uses(v) {
		if phi := u.User; phi.Op == ir.Phi {
			if l := o.headerLoop(phi); l != nil && phi.Blocks[u.Index()] == l.Latch() {
				return l, phi
			}
		}
	}
	return nil, nil
}

// pullSum is the adjoint of a sum that the loop l carries: that of the phi by
// which it leaves.
func (o *oneSweep) pullSum(l *analysis.Loop, phi *ir.Instr, at *ir.Instr) (term, bool) {
	if l.Latch() == nil || l.Preheader() == nil {
		return nil, false
	}
	members := o.rps.partialSums(l, phi)
	if members == nil {
		return nil, false
	}
	var exits []*ir.Block
	for _, b := range l.ExitBlocks() {
		if o.fn.reach[b] {
			exits = append(exits, b)
		}
	}
	var out *ir.Instr
	for _, m := range members {
		for u := range ir.Uses(m) {
			if l.Contains(u.User.Parent) || !o.rv.isActive(u.User) {
				continue
			}
			if out != nil && out != u.User || u.User.Op != ir.Phi || len(exits) != 1 || u.User.Parent != exits[0] {
				return nil, false
			}
			out = u.User
		}
	}
	if out == nil {
		return func(*ir.Builder) ir.Value { return none(phi.Typ) }, true
	}
	// What leaves is what the next iteration would start from: the sum as the last
	// one left it, or as the header found it.
	for k, from := range out.Blocks {
		if v := out.Arg(k); v != phi.Incoming(l.Latch()) && (v != phi || from != l.Header) || v != out.Arg(0) {
			return nil, false
		}
	}
	return o.pull(out, at)
}

// way tells on which conditions control comes from the block from to the block
// to (to the phi i, from there): each makes zero of an adjoint where it does not.
func (o *oneSweep) way(from, to *ir.Block, i *ir.Instr, at *ir.Instr) (conds []func(b *ir.Builder, d ir.Value) ir.Value, ok bool) {
	add := func(t *ir.Instr, side *ir.Block) bool {
		if t.Op != ir.Br || len(t.Blocks) != 2 || t.Blocks[0] == t.Blocks[1] {
			return false
		}
		c, ok := o.avail(t.Arg(0), at, 0)
		conds = append(conds, func(b *ir.Builder, d ir.Value) ir.Value {
			if side == t.Blocks[0] {
				return b.Select(c(b), d, ir.Zero(d.Type()))
			}
			return b.Select(c(b), ir.Zero(d.Type()), d)
		})
		return ok
	}
	if t := to.Term(); i.Op == ir.Phi && len(t.Blocks) > 1 && t.Op != ir.Invoke && !add(t, i.Parent) {
		return nil, false
	}
	for range 8 {
		if o.always(from, to) {
			return conds, true
		}
		before := o.preds[to.ID]
		if len(before) != 1 || before[0] == from && to == from || !add(before[0].Term(), to) {
			return nil, false
		}
		to = before[0]
	}
	return nil, false
}

// always reports whether control that is in from comes to the block to, in the
// same iteration of the loops around, unless it never returns.
func (o *oneSweep) always(from, to *ir.Block) bool {
	if from == to {
		return true
	}
	l := o.fn.loops.Of(from)
	seen := map[*ir.Block]bool{to: true}
	work := []*ir.Block{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == o.fn.ret.Parent {
			return false
		}
		for _, n := range b.Succs() {
			if !o.fn.reach[n] || seen[n] {
				continue
			}
			if l != nil && n == l.Header {
				return false
			}
			seen[n] = true
			work = append(work, n)
		}
	}
	return true
}

// maxAvail bounds how deep a computation may be that is done again to have an
// adjoint earlier.
const maxAvail = 6

// avail gives the primal value v in front of at.
func (o *oneSweep) avail(v ir.Value, at *ir.Instr, depth int) (term, bool) {
	i, ok := v.(*ir.Instr)
	if !ok || o.fn.dt.InstrDominates(i, at) && i.Op != ir.Invoke {
		return func(*ir.Builder) ir.Value {
			if n := o.now[v]; n != nil {
				return n
			}
			return v
		}, true
	}
	switch i.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor, ir.Shl, ir.LShr, ir.AShr, ir.ZExt, ir.SExt, ir.Trunc, ir.SIToFP, ir.UIToFP,
		ir.ICmp, ir.FCmp, ir.Select, ir.FAdd, ir.FSub, ir.FMul, ir.FNeg, ir.GetElementPtr, ir.BitCast:
	case ir.Load:
		// What has a shadow is not written here; the load follows if nothing throws.
		if !o.shadowed(i.Arg(0)) || i.Flags&(ir.Volatile|ir.Atomic) != 0 || !o.p.HasAttr("nounwind") ||
			o.fn.loops.Of(at.Parent) != o.fn.loops.Of(i.Parent) || !o.always(at.Parent, i.Parent) {
			return nil, false
		}
	default:
		return nil, false
	}
	args := make([]term, i.NumArgs())
	for k := range args {
		if depth == maxAvail {
			return nil, false
		}
		if args[k], ok = o.avail(i.Arg(k), at, depth+1); !ok {
			return nil, false
		}
	}
	return func(b *ir.Builder) ir.Value {
		c := i.Copy()
		for k := range args {
			c.SetArg(k, args[k](b))
		}
		return b.Insert(c)
	}, true
}

// leaf plans the additions to the gradient of v, a parameter or a load: at once
// behind it, at, or where what it is multiplied with is known.
func (o *oneSweep) leaf(v ir.Value, at *ir.Instr) bool {
	load, _ := v.(*ir.Instr)
	if load != nil && !o.shadowed(load.Arg(0)) {
		return true // nothing to add to
	}
	if load != nil && !o.canShadow(load.Arg(0), 0) {
		return false
	}
	place := func() ir.Value {
		if load == nil {
			return o.shadows[v]
		}
		return o.shadow(load.Arg(0))
	}
	add := func(b *ir.Builder, p, d ir.Value) {
		old := o.t.env.accesses(b.Load(d.Type(), p, 0), tape.Shadow)
		o.t.env.accesses(b.Store(b.FAdd(old, d), p, 0), tape.Shadow)
	}
	if d, ok := o.pull(v, at); ok {
		o.writes = append(o.writes, func(b *ir.Builder) {
			p := place()
			b.Before(at)
			add(b, p, d(b))
		})
		return true
	}
	for u := range ir.Uses(v) {
		i, k := u.User, u.Index()
		if !o.rv.isActive(i) {
			if i.Op == ir.Ret || i.Op == ir.Store && o.shadowed(i.Arg(1)) || i.IsCall() && o.fn.info.Call(i) != nil && o.fn.info.Call(i).Active {
				return false
			}
			continue
		}
		end := i.Parent.Term()
		if i.Op == ir.Phi {
			end = i.Blocks[k].Term()
		}
		if d, ok := o.pullUse(v, u, end); ok && d != nil {
			o.writes = append(o.writes, func(b *ir.Builder) {
				p := place()
				b.Before(end)
				add(b, p, d(b))
			})
			continue
		}
		rule := rules.ForInstr(i)
		if rule == nil || len(rule.Outs) > 0 || i.Op == ir.Invoke || k >= rule.Arity || !i.Typ.IsFP() {
			return false
		}
		d, ok := o.pull(i, end)
		if !ok {
			return false
		}
		if rule.Zero(k) {
			continue
		}
		o.writes = append(o.writes, func(b *ir.Builder) {
			p := place()
			b.Before(end)
			dv := d(b)
			x := rule.EmitKnown(b, i, k, nil, func(n int) ir.Value { return i.Arg(n) }, func() ir.Value { return i }, dv)
			if n := rule.Needs(k); n.Args != 0 || n.Result {
				x = rules.Guard(b, dv, x)
			}
			add(b, p, x)
		})
	}
	return true
}
