package raise

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// counting matches the exit condition of a loop of one block that exits when next equals n,
// where phi becomes next by a constant step. Where a 64-bit induction variable counts to an
// unsigned number of fewer bits, low is the truncation of next that is compared.
type counting struct {
	phi  *ir.Instr
	cond *ir.Instr // compares next with n
	low  *ir.Instr // nil if next itself is compared
	step int64
}

func countingOf(l *analysis.Loop) *counting {
	t, ok := edit.CondBranch(l.Header)
	if !ok {
		return nil
	}
	cond, ok := t.Arg(0).(*ir.Instr)
	if !ok || cond.Op != ir.ICmp || cond.Parent != l.Header || cond.Pred != ir.EQ && cond.Pred != ir.NE ||
		(t.Blocks[0] == l.Header) != (cond.Pred == ir.NE) {
		return nil
	}
	if n, next := cond.Arg(0), cond.Arg(1); l.Invariant(n) { // LLVM from 22 on may put the count first
		cond.SetArg(0, next)
		cond.SetArg(1, n)
	}
	unmask(l, cond)
	compareNext(l, cond)
	if !l.Invariant(cond.Arg(1)) {
		return nil
	}
	next := cond.Arg(0)
	low, _ := next.(*ir.Instr)
	if low != nil && low.Op == ir.Trunc && low.Parent == l.Header {
		next = low.Arg(0)
	} else {
		low = nil
	}
	for _, p := range l.Header.Phis() {
		if p.Incoming(l.Header) != next || edit.IntWidth(p.Typ) == 0 {
			continue
		}
		if rec := l.Recurrence(p); rec != nil {
			if step, ok := rec.Step(); ok && step != 0 {
				return &counting{p, cond, low, step}
			}
		}
	}
	return nil
}

// unmask compares next with m^n, computed before the loop, where cond compares next^m with n,
// as LLVM from 22 on exits the remainder loop before an unrolled loop.
func unmask(l *analysis.Loop, cond *ir.Instr) {
	x, ok := cond.Arg(0).(*ir.Instr)
	if !ok || x.Op != ir.Xor || !l.Contains(x.Parent) || !l.Invariant(cond.Arg(1)) || l.Preheader() == nil {
		return
	}
	next, m := x.Arg(0), x.Arg(1)
	if l.Invariant(next) {
		next, m = m, next
	}
	if !l.Invariant(m) || l.Invariant(next) {
		return
	}
	b := ir.NewBuilder(l.Preheader())
	b.Before(l.Preheader().Term())
	n := b.Binary(ir.Xor, m, cond.Arg(1))
	cond.SetArg(0, next)
	cond.SetArg(1, n)
	if !ir.HasUses(x) {
		x.Erase()
	}
}

// compareNext compares what the induction variable is next where cond compares it, or what it is between the parts of an
// unrolled body, with n: with as much more than n. Loops that count to the last number, not to one behind it, are unrolled so.
func compareNext(l *analysis.Loop, cond *ir.Instr) {
	x, ok := cond.Arg(0).(*ir.Instr)
	if !ok || x.Op != ir.Add && x.Op != ir.Phi || !l.Invariant(cond.Arg(1)) {
		return
	}
	for _, p := range l.Header.Phis() {
		next, ok := p.Incoming(l.Header).(*ir.Instr)
		if !ok || next == x || next.Op != ir.Add || next.Arg(0) != ir.Value(p) || next.Parent != l.Header {
			continue
		}
		step, ok := ir.IntValue(next.Arg(1))
		at, ok2 := int64(0), x == p
		if x.Op == ir.Add && x.Arg(0) == ir.Value(p) {
			at, ok2 = ir.IntValue(x.Arg(1))
		}
		if !ok || !ok2 {
			continue
		}
		n := cond.Arg(1)
		b := ir.NewBuilder(l.Header.Parent.Entry())
		if i, ok := n.(*ir.Instr); ok {
			b.After(i)
		} else {
			b.AtStart(l.Header.Parent.Entry())
		}
		if next.Typ != ir.I64 {
			next.Flags &^= ir.NUW | ir.NSW // nothing depended on what it is behind the last iteration
		}
		cond.SetArg(0, next)
		cond.SetArg(1, b.Add(n, ir.NewInt(n.Type(), step-at)))
		if next.Parent.Index(next) > cond.Parent.Index(cond) {
			cond.Detach()
			after := ir.NewBuilder(l.Header)
			after.Before(l.Header.Term())
			after.Insert(cond)
		}
		return
	}
}

func (c *counting) indexOf(b *ir.Block) int {
	for k, from := range c.phi.Blocks {
		if from == b {
			return k
		}
	}
	return -1
}

// compared is what is compared with n for the next value next.
func (c *counting) compared(b *ir.Builder, next ir.Value) ir.Value {
	if c.low == nil {
		return next
	}
	return b.Cast(ir.Trunc, next, c.low.Typ)
}

// counterOnly reports whether the induction variable counts from 0 by ones and has no other
// use.
func (c *counting) counterOnly(l *analysis.Loop) bool {
	next := c.cond.Arg(0).(*ir.Instr)
	return c.step == 1 && c.low == nil && ir.IsZero(c.phi.Incoming(l.Preheader())) &&
		usedOnlyBy(c.phi, next) && usedOnlyBy(next, c.phi, c.cond) && usedOnlyBy(c.cond, l.Header.Term())
}

func usedOnlyBy(v ir.Value, users ...*ir.Instr) bool {
next:
	for u := range ir.Uses(v) {
		for _, w := range users {
			if u.User == w {
				continue next
			}
		}
		return false
	}
	return true
}
