package raise

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// before handles a remainder before the unrolled loop: its loop then counts to the end of the
// unrolled one.
func (u *unrolled) before() bool {
	pre := u.u.Preheader()
	c := countingOf(u.u)
	if c == nil || len(u.pairs.preds[pre.ID]) != 1 {
		return false
	}
	u.join = u.pairs.preds[pre.ID][0]
	t, ok := edit.CondBranch(u.join)
	if !ok || u.pairs.li.Of(u.join) != u.u.Parent {
		return false
	}
	e := u.u.ExitEdges()[0]
	w := u.pairs.follow(e.From, e.To)
	u.restFirst, u.exit, u.farLast = true, w.to, w.last
	leaves := t.Blocks[0]
	if leaves == pre {
		leaves = t.Blocks[1]
	}
	if w = u.pairs.follow(u.join, leaves); w.to != u.exit || w.last == u.farLast {
		return false
	}
	u.joinLast = w.last
	start := u.restBefore()
	if start == nil {
		return false
	}
	var rc *counting
	if u.rest != nil {
		if rc = countingOf(u.rest); rc == nil || !rc.counterOnly(u.rest) {
			return false
		}
	}
	defer u.close()
	u.ones()
	if !u.dominates(c.cond.Arg(1), start) || !u.carriedBefore(rc) {
		return false
	}
	iv := u.carriedTo(c.phi)
	if iv == nil || !u.stepsOf(c, iv) || !u.countsOn(start, leaves, iv, rc, c.cond.Arg(1)) || !u.same() || !u.endsAlike() {
		return false
	}
	if rc != nil {
		b := ir.NewBuilder(u.body)
		b.Before(rc.cond)
		rc.cond.SetArg(0, c.compared(b, iv.body.(*ir.Instr).Incoming(u.body)))
		rc.cond.SetArg(1, c.cond.Arg(1))
	} else {
		u.makeLoop(start, u.startOf, func(b *ir.Builder, next []ir.Value) ir.Value {
			return b.ICmp(ir.EQ, c.compared(b, next[u.carriedAs(iv.body)]), c.cond.Arg(1))
		})
	}
	u.copyHint()
	for _, to := range start.Succs() {
		if to == u.body || u.pairs.follow(start, to).to != u.join {
			u.pairs.jump(start, to)
			break
		}
	}
	u.pairs.jump(u.join, leaves)
	return true
}

// stepsOf computes the unroll factor, by the step of the induction variable in the remainder.
func (u *unrolled) stepsOf(c *counting, iv *carried) bool {
	if u.rest == nil {
		u.count = 2
		return c.step%2 == 0
	}
	rec := u.rest.Recurrence(iv.body)
	if rec == nil {
		return false
	}
	step, ok := rec.Step()
	if !ok || step == 0 || c.step%step != 0 || c.step/step < 2 || c.step/step > 64 {
		return false
	}
	u.count, iv.step = int(c.step/step), step
	return true
}

func (u *unrolled) dominates(v ir.Value, b *ir.Block) bool {
	i, ok := v.(*ir.Instr)
	return !ok || u.pairs.dt.Dominates(i.Parent, b)
}

// restBefore finds the remainder loop before join, and returns the block that chooses between
// the two.
func (u *unrolled) restBefore() *ir.Block {
	for _, i := range u.join.Instrs {
		if canon.MayWrite(i) {
			return nil
		}
	}
	start := u.pairs.dt.Idom(u.join)
	if start == nil || len(u.pairs.preds[u.join.ID]) != 2 {
		return nil
	}
	t, ok := edit.CondBranch(start)
	if !ok {
		return nil
	}
	for k, to := range t.Blocks {
		if u.pairs.follow(start, t.Blocks[1-k]).to != u.join {
			continue
		}
		if len(u.pairs.preds[to.ID]) == 1 && len(to.Succs()) == 1 && to.Succs()[0] == u.join && len(to.Instrs) > 1 {
			u.rest, u.body, u.intoJoin = nil, to, to
			return start
		}
		l := u.pairs.loopAt(u.pairs.follow(start, to).to, u.u)
		if l == nil {
			continue
		}
		e := l.ExitEdges()[0]
		if w := u.pairs.follow(e.From, e.To); w.to == u.join {
			u.rest, u.body = l, l.Header
			u.intoJoin = w.last
			return start
		}
	}
	return nil
}

// countsOn reports whether the unrolled loop is skipped after the remainder only when all
// iterations are done.
func (u *unrolled) countsOn(start, leaves *ir.Block, iv *carried, rc *counting, end ir.Value) bool {
	w := edit.IntWidth(end.Type())
	if w == 0 || w > edit.IntWidth(iv.join.Typ) {
		return false
	}
	enter, skip := start.Term().Arg(0), u.join.Term().Arg(0)
	entersOnTrue := start.Succs()[0] == u.body || u.pairs.follow(start, start.Succs()[0]).to != u.join
	skipsOnTrue := u.join.Succs()[0] == leaves
	return always(u.pairs.f.Module, func(s *sample) (bool, bool) {
		if (s.of(skip) != 0) != skipsOnTrue {
			return true, false
		}
		var last uint64
		if rc == nil {
			last = s.of(iv.next)
		} else {
			last = s.of(iv.body.(*ir.Instr).Incoming(u.rest.Preheader())) + s.of(rc.cond.Arg(1))*uint64(iv.step)
		}
		return (s.of(enter) != 0) == entersOnTrue && (last-s.of(end))&mask(w) == 0, true
	})
}
