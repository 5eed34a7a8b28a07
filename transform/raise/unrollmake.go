package raise

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// makeLoop makes a loop of the body, entered from entry. ends emits the exit condition from
// the next values of the phis.
func (u *unrolled) makeLoop(entry *ir.Block, start func(*carried) ir.Value, ends func(b *ir.Builder, next []ir.Value) ir.Value) {
	u.loosen()
	b := ir.NewBuilder(u.body)
	b.AtEnd(u.body)
	out := u.body.Succs()[0]
	u.body.Term().Erase()
	var phis []*ir.Instr
	for _, c := range u.state {
		phi := ir.NewInstr(ir.Phi, c.join.Typ)
		phi.Line = c.join.Line
		phis = append(phis, phi)
		phi.AddIncoming(start(c), entry)
	}
	for k, c := range u.state {
		for use := range ir.Uses(c.body) {
			at := use.User.Parent
			if use.User.Op == ir.Phi {
				at = use.User.Blocks[use.Index()]
			}
			if u.pairs.dt.Dominates(u.body, at) || u.takesStart(use, at) {
				use.User.SetArg(use.Index(), phis[k])
			}
		}
	}
	next := make([]ir.Value, len(phis))
	for k, c := range u.state {
		switch {
		case c.next == nil && c.join.Typ.IsPtr():
			next[k] = b.Offset(phis[k], ir.NewInt(ir.I64, c.step))
		case c.next == nil:
			next[k] = b.Add(phis[k], ir.NewInt(c.join.Typ, c.step))
		default:
			next[k] = c.next
			if j := u.carriedAs(c.next); j >= 0 {
				next[k] = phis[j]
			}
		}
		phis[k].AddIncoming(next[k], u.body)
	}
	cond := ends(b, next)
	b.AtEnd(u.body)
	b.CondBr(cond, out, u.body)
	u.pairs.preds[u.body.ID] = append(slices.Clone(u.pairs.preds[u.body.ID]), u.body)
	u.pairs.made[u.body] = true
	for k, phi := range phis {
		u.body.InsertAt(k, phi)
	}
}

// takesStart reports whether the exit, where only the remainder before the unrolled loop has
// run, uses the unrolled loop's start value: that is the value of the last iteration, as
// endsAlike found.
func (u *unrolled) takesStart(use *ir.Use, from *ir.Block) bool {
	return u.restFirst && from == u.joinLast && use.User.Op == ir.Phi && use.User.Parent == u.exit
}

// loosen removes from the body flags and metadata that may hold for one iteration only: the
// compiler may have used that it is the first or last, or that its index is even. What holds
// for all copies in the unrolled loop stays.
func (u *unrolled) loosen() {
	const mayFail = ir.NUW | ir.NSW | ir.Exact | ir.NNeg | ir.SameSign
	type kind struct {
		op    ir.Op
		typ   *ir.Type
		fixed bool // the second operand is a constant
	}
	kindOf := func(i *ir.Instr) kind {
		return kind{i.Op, i.Typ, i.NumArgs() > 1 && ir.IsConstant(i.Arg(1))}
	}
	held := map[kind]ir.Flags{}
	align := map[kind]int32{}
	access := func(i *ir.Instr) kind {
		if i.Op == ir.Store {
			return kind{op: i.Op, typ: i.Arg(0).Type()}
		}
		return kind{op: i.Op, typ: i.Typ}
	}
	for _, i := range u.u.Header.Instrs {
		if a, ok := align[access(i)]; !ok || i.Align < a {
			align[access(i)] = i.Align
		}
		k := kindOf(i)
		if f, ok := held[k]; ok {
			held[k] = f & i.Flags
		} else {
			held[k] = i.Flags
		}
	}
	for _, i := range u.body.Instrs {
		if i.Op == ir.Load || i.Op == ir.Store {
			i.Align = max(1, min(i.Align, align[access(i)]))
		}
		if i.Op == ir.Or && i.Flags&ir.Disjoint != 0 {
			i.Op = ir.Add
			i.Flags = 0
			continue
		}
		if i.Typ.IsInt() || i.Typ.IsPtr() {
			i.Flags &^= mayFail &^ held[kindOf(i)]
		}
	}
}

// countTo makes the body a loop of total iterations.
func (u *unrolled) countTo(total ir.Value, guard, skip *ir.Block) {
	u.makeLoop(u.join, func(c *carried) ir.Value { return c.join.Incoming(skip) }, func(b *ir.Builder, next []ir.Value) ir.Value {
		for k, c := range u.state {
			if end := u.endOf(c.join.Incoming(skip), next[k], total, guard); c.step == 1 && end != nil {
				return b.ICmp(ir.EQ, next[k], end)
			}
		}
		counter := ir.NewInstr(ir.Phi, total.Type())
		u.body.InsertAt(0, counter)
		b.AtEnd(u.body)
		count := b.Add(counter, ir.NewInt(total.Type(), 1))
		counter.AddIncoming(ir.NewInt(total.Type(), 0), u.join)
		counter.AddIncoming(count, u.body)
		return b.ICmp(ir.EQ, count, total)
	})
}

func (u *unrolled) carriedAs(v ir.Value) int {
	for k, c := range u.state {
		if v == c.body {
			return k
		}
	}
	return -1
}

// ones replaces x | 1 by x + 1 where LLVM up to 17 emits it for an even x.
func (u *unrolled) ones() {
	if u.rest != nil {
		return
	}
	for _, i := range u.body.Instrs {
		if i.Op != ir.Or || edit.IntWidth(i.Typ) == 0 {
			continue
		}
		if c, ok := ir.IntValue(i.Arg(1)); ok && always(u.pairs.f.Module, func(s *sample) (bool, bool) { return s.of(i.Arg(0))&uint64(c) == 0, true }) {
			i.Op, i.Flags = ir.Add, 0
		}
	}
}
