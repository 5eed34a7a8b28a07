package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// ConditionSteps makes an induction variable that grows by a condition (next + (next < end)),
// as Rust's ranges are in lightly optimised code, grow by a constant: on the edge of a branch
// the condition is known. A phi that lags one iteration behind another is expressed by that
// one. It reports whether anything changed.
func ConditionSteps(f *ir.Function) bool {
	dt := ir.Dominators(f)
	preds := f.Preds()
	changed := false
	for _, b := range f.Blocks {
		t, ok := edit.CondBranch(b)
		if !ok || t.Op != ir.Br || !dt.Reachable(b) {
			continue
		}
		cond, ok := t.Arg(0).(*ir.Instr)
		if !ok {
			continue
		}
		for k, to := range t.Blocks {
			e := &decided{from: b, to: to, below: len(preds[to.ID]) == 1, dt: dt}
			for _, u := range edit.UsesOf(cond) {
				changed = e.follows(u.User, u.Index(), k == 0) || changed
			}
		}
	}
	if !changed {
		return false
	}
	for _, l := range analysis.Loops(f, ir.Dominators(f)).All {
		laggingPhis(l)
		laggingAddresses(l)
	}
	edit.Compact(f)
	DCE(f)
	return true
}

// decided is an edge of a conditional branch, on which the condition is known.
type decided struct {
	from, to *ir.Block
	below    bool // only this edge leads to the block to
	dt       *ir.DomTree
}

// along reports whether operand k of phi comes along the edge, or from a block that it
// dominates.
func (e *decided) along(phi *ir.Instr, k int) bool {
	if phi.Op != ir.Phi {
		return false
	}
	at := phi.Blocks[k]
	return at == e.from && phi.Parent == e.to || e.below && e.dt.Reachable(at) && e.dt.Dominates(e.to, at)
}

// follows replaces, in phis along the edge, the user i of the condition by its value there.
func (e *decided) follows(i *ir.Instr, k int, is bool) bool {
	switch {
	case i.Op == ir.Select && k == 0 && i.Arg(0).Type() == ir.I1:
		v := i.Arg(2)
		if is {
			v = i.Arg(1)
		}
		return e.put(i, func(*ir.Block) ir.Value { return v })
	case i.Op == ir.ZExt && i.Typ.IsInt():
		n := int64(0)
		if is {
			n = 1
		}
		c := ir.NewInt(i.Typ, n)
		changed := e.put(i, func(*ir.Block) ir.Value { return c })
		for _, u := range edit.UsesOf(i) {
			if sum := u.User; sum.Op == ir.Add && sum.Arg(1-u.Index()) != ir.Value(i) {
				changed = e.putSum(sum, sum.Arg(1-u.Index()), c, is) || changed
			}
		}
		return changed
	}
	return false
}

// putSum replaces x + condition by x or x + 1.
func (e *decided) putSum(sum *ir.Instr, x, one ir.Value, is bool) bool {
	return e.put(sum, func(at *ir.Block) ir.Value {
		if !is {
			return x
		}
		b := ir.NewBuilder(at)
		b.Before(at.Term())
		v := b.Add(x, one)
		if i, ok := v.(*ir.Instr); ok {
			i.Flags |= sum.Flags & (ir.NUW | ir.NSW)
		}
		return v
	})
}

func (e *decided) put(i *ir.Instr, value func(at *ir.Block) ir.Value) bool {
	made := map[*ir.Block]ir.Value{} // a switch may lead to the phi by several edges
	for _, u := range edit.UsesOf(i) {
		if phi, k := u.User, u.Index(); e.along(phi, k) {
			at := phi.Blocks[k]
			if made[at] == nil {
				made[at] = value(at)
			}
			phi.SetArg(k, made[at])
		}
	}
	return len(made) > 0
}

// laggingPhis replaces a header phi that has, in every iteration but the first, what another
// one had in the iteration before, and one step less in the first.
func laggingPhis(l *analysis.Loop) {
	for _, p := range l.Header.Phis() {
		if p.Parent == nil || len(p.Blocks) != 2 || !p.Typ.IsInt() {
			continue
		}
		k := 0
		if !l.Contains(p.Blocks[k]) {
			k = 1
		}
		q, ok := p.Arg(k).(*ir.Instr)
		if !ok || q == p || q.Op != ir.Phi || q.Parent != l.Header || !l.Contains(p.Blocks[k]) || l.Contains(p.Blocks[1-k]) {
			continue
		}
		next, ok := q.Incoming(p.Blocks[k]).(*ir.Instr)
		if !ok || next.Op != ir.Add || next.Arg(0) != ir.Value(q) {
			continue
		}
		step, ok := ir.IntValue(next.Arg(1))
		if !ok {
			continue
		}
		flags := stepsBehind(p.Arg(1-k), q.Incoming(p.Blocks[1-k]), step)
		if flags == 0 {
			continue
		}
		b := ir.NewBuilder(l.Header)
		b.Before(l.Header.Instrs[l.Header.FirstNonPhi()])
		ahead := b.Add(p, next.Arg(1)).(*ir.Instr)
		ahead.Flags = next.Flags & flags
		edit.Replace(q, ahead)
	}
}

// laggingAddresses replaces a header phi of an address that the previous iteration computed by
// one indexed by the induction variable.
func laggingAddresses(l *analysis.Loop) {
	for _, p := range l.Header.Phis() {
		if p.Parent == nil || len(p.Blocks) != 2 || !p.Typ.IsPtr() {
			continue
		}
		k := 0
		if !l.Contains(p.Blocks[k]) {
			k = 1
		}
		next, ok := p.Arg(k).(*ir.Instr)
		if !ok || next.Op != ir.GetElementPtr || next.NumArgs() != 2 || next.Arg(0) != p.Arg(1-k) || !l.Contains(next.Parent) ||
			!l.Contains(p.Blocks[k]) || l.Contains(p.Blocks[1-k]) {
			continue
		}
		count, ok := next.Arg(1).(*ir.Instr)
		if !ok || count.Op != ir.Add {
			continue
		}
		i, ok := count.Arg(0).(*ir.Instr)
		if !ok || i.Op != ir.Phi || i.Parent != l.Header || i.Incoming(p.Blocks[k]) != ir.Value(count) || !ir.IsZero(i.Incoming(p.Blocks[1-k])) {
			continue
		}
		b := ir.NewBuilder(l.Header)
		b.Before(l.Header.Instrs[l.Header.FirstNonPhi()])
		at := b.GEP(next.Elem, next.Arg(0), i).(*ir.Instr)
		at.Flags = next.Flags
		edit.Replace(p, at)
	}
}

// stepsBehind gives the no-wrap flags of y = x + step; none if y is not x + step, or may wrap
// in both senses.
func stepsBehind(x, y ir.Value, step int64) ir.Flags {
	if a, ok := ir.IntValue(x); ok {
		if b, ok := ir.IntValue(y); ok && a >= 0 && b > a && b-a == step {
			return ir.NUW | ir.NSW
		}
		return 0
	}
	i, ok := y.(*ir.Instr)
	if !ok || i.Op != ir.Add || i.Arg(0) != x {
		return 0
	}
	if c, ok := ir.IntValue(i.Arg(1)); !ok || c != step {
		return 0
	}
	return i.Flags & (ir.NUW | ir.NSW)
}
