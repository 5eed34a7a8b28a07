package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// hoist allocates o before l and frees it after it.
func (h *allocationHoister) hoist(l *analysis.Loop, o *ownMemory) {
	if o.make.Op == ir.Invoke {
		edit.ChangeToCall(o.make.Parent)
	}
	b := ir.NewBuilder(l.Preheader())
	b.Before(l.Preheader().Term())
	moved := map[ir.Value]ir.Value{}
	var move func(v ir.Value) ir.Value
	move = func(v ir.Value) ir.Value {
		if l.Invariant(v) {
			return v
		}
		if m := moved[v]; m != nil {
			return m
		}
		c := v.(*ir.Instr).Copy()
		for k := range c.NumArgs() {
			c.SetArg(k, move(c.Arg(k)))
		}
		moved[v] = b.Insert(c)
		return moved[v]
	}
	for k := range o.make.NumCallArgs() {
		o.make.SetArg(k, move(o.make.Arg(k)))
	}
	if o.guarded { // a size that is never asked for may be any number
		for _, phi := range l.Header.Phis() {
			moved[phi] = phi.Incoming(l.Preheader())
		}
		size := o.make.Arg(0)
		runs, none := size, ir.NewInt(size.Type(), 1)
		if !l.Contains(l.Header.Term().Blocks[0]) {
			runs, none = none, runs
		}
		o.make.SetArg(0, b.Select(move(h.guard(l)), runs, none))
	}
	exits := l.ExitBlocks()
	o.make.Detach()
	b.Insert(o.make)
	for _, to := range exits {
		if leavesFunction(to, l) {
			continue
		}
		b.AtStart(to)
		h.End(b, o.make)
	}
	for _, e := range o.ends {
		edit.Kill(e)
	}
}

// abortWithout aborts before l where the hoisted allocation fails, if iterations leave the
// function in that case: the loop does not test for it any more.
func (h *allocationHoister) abortWithout(l *analysis.Loop, own []*ownMemory) {
	var none ir.Value
	pre := l.Preheader()
	b := ir.NewBuilder(pre)
	b.Before(pre.Term())
	for _, o := range own {
		if !AssumeNonNull(o.make, func(b *ir.Block) bool { return leavesFunction(b, l) }) {
			continue
		}
		null := ir.Value(b.ICmp(ir.EQ, o.make, ir.Zero(o.make.Typ)))
		if none != nil {
			null = b.Binary(ir.Or, none, null)
		}
		none = null
	}
	if none == nil {
		return
	}
	inside := edit.DivertEdges(l.Header, []*ir.Block{pre}, func(b *ir.Block) bool { return b == pre }, "memory")
	abort := h.f.NewBlock(h.f.FreshName("nomemory"))
	pre.Term().Erase()
	b.AtEnd(pre)
	b.CondBr(none, abort, inside)
	b.AtEnd(abort)
	m := h.f.Module
	b.CallFunc(m.Declare("abort", m.FuncType(ir.Void)))
	b.Unreachable()
}

// AssumeNonNull removes branches that test the address v for null and then go to blocks that
// gone accepts: blocks that do not return. It reports whether there were any.
func AssumeNonNull(v ir.Value, gone func(*ir.Block) bool) bool {
	var jumps [][2]*ir.Block
	for u := range ir.Uses(v) {
		i := u.User
		if i.Op != ir.ICmp || i.Pred != ir.EQ && i.Pred != ir.NE || !ir.IsZero(i.Arg(1-u.Index())) {
			continue
		}
		for u := range ir.Uses(i) {
			t := u.User
			if t.Op != ir.Br || len(t.Blocks) != 2 {
				continue
			}
			null, other := t.Blocks[0], t.Blocks[1]
			if i.Pred == ir.NE {
				null, other = other, null
			}
			if null != other && gone(null) {
				jumps = append(jumps, [2]*ir.Block{t.Parent, other})
			}
		}
	}
	for _, j := range jumps {
		edit.Jump(j[0], j[1])
	}
	return len(jumps) > 0
}
