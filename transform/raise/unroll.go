package raise

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// The loop unroller leaves one of these forms (m is the trip count of the remainder; the
// unrolled loop does the other iterations, U at a time):
//
//	guard:   fewer than U iterations?     join : unrolled loop, then join
//	join:    is m zero?                   exit : rest, then exit
//	rest:    m single iterations (where U is 2, one without a loop)
//
//	before:  is m zero?                   join : rest, then join
//	join:    nothing left?                exit : unrolled loop, then exit
//
// That the unrolled body does what U single iterations do is found by executing both on
// terms (unrollsame.go).

// unrolled is an unrolled loop and the code of single iterations beside it, while they are
// compared.
type unrolled struct {
	pairs *loopPairs     // the loops of the function
	u     *analysis.Loop // the unrolled loop, one block
	rest  *analysis.Loop // the loop of the rest; nil when there is none
	body  *ir.Block      // a single iteration
	join  *ir.Block      // where what the one leaves reaches the other
	exit  *ir.Block      // behind both
	count int            // U
	state []*carried

	starts    []*ir.Instr // see opened
	restFirst bool        // the rest stands before the unrolled loop
	intoJoin  *ir.Block   // the predecessors of join behind the first of the two,
	joinLast  *ir.Block   // of exit behind join, and behind the second of the two
	farLast   *ir.Block

	sym      *symbols
	first    map[ir.Value]term // the phis of the unrolled loop
	all, one *symbolicRun      // the unrolled body, and as many single iterations
}

// single lets the single iterations of a pair do all iterations, where l is the unrolled loop.
func (t *loopPairs) single(l *analysis.Loop) bool {
	if len(l.Blocks) != 1 || len(l.ExitEdges()) != 1 || l.Preheader() == nil {
		return false
	}
	return (&unrolled{pairs: t, u: l}).behind() || (&unrolled{pairs: t, u: l}).before()
}

// way is a straight path along an edge through blocks without effects and other predecessors.
// to is the first block with several predecessors or with effects, last its predecessor on the
// path.
type way struct{ last, to *ir.Block }

func (t *loopPairs) follow(from, b *ir.Block) way {
	w := way{from, b}
	for n := 0; n < 8 && len(t.preds[w.to.ID]) == 1 && w.to.Term().Op == ir.Br && len(w.to.Term().Blocks) == 1; n++ {
		for _, i := range w.to.Instrs {
			if canon.MayWrite(i) {
				return w
			}
		}
		w = way{w.to, w.to.Term().Blocks[0]}
	}
	return w
}

// loopAt is the loop of one block with header b and the same parent as l.
func (t *loopPairs) loopAt(b *ir.Block, l *analysis.Loop) *analysis.Loop {
	r := t.li.Of(b)
	if r == nil || r == l || r.Header != b || r.Parent != l.Parent || len(r.Blocks) != 1 || len(r.ExitEdges()) != 1 || r.Preheader() == nil {
		return nil
	}
	return r
}

// behind handles a remainder after the unrolled loop.
func (u *unrolled) behind() bool {
	c := countingOf(u.u)
	if c == nil || c.low != nil || c.step < 2 || c.step > 64 || !ir.IsZero(c.phi.Incoming(u.u.Preheader())) {
		return false
	}
	u.count = int(c.step)
	e := u.u.ExitEdges()[0]
	w := u.pairs.follow(e.From, e.To)
	u.join, u.intoJoin = w.to, w.last
	guard, skip, enters := u.guard()
	if guard == nil || !u.restBehind() {
		return false
	}
	m, rc := u.leftOver()
	if m == nil || !u.carriedBehind(skip, rc) || !u.same() || !u.endsAlike() {
		return false
	}
	total := u.total(guard, enters, c.cond.Arg(1), m)
	if total == nil {
		return false
	}
	for _, to := range guard.Succs() {
		if to != enters {
			u.pairs.jump(guard, to)
		}
	}
	if u.rest == nil {
		u.countTo(total, guard, skip)
	} else {
		u.countBy(rc, guard, skip, total)
	}
	u.copyHint()
	for _, to := range u.join.Succs() {
		if u.leadsToBody(to) {
			u.pairs.jump(u.join, to)
			break
		}
	}
	return true
}

// countBy makes the remainder loop do total iterations, counted by one of its phis if that
// grows by ones, else by the compiler's counter.
func (u *unrolled) countBy(rc *counting, guard, skip *ir.Block, total ir.Value) {
	for _, c := range u.state {
		p := c.body.(*ir.Instr)
		if rec := u.rest.Recurrence(p); rec != nil {
			if step, ok := rec.Step(); !ok || step != 1 {
				continue
			}
			next := p.Incoming(u.body)
			if end := u.endOf(c.join.Incoming(skip), next, total, guard); end != nil {
				rc.cond.SetArg(0, next)
				rc.cond.SetArg(1, end)
				rc.phi.SetArg(rc.indexOf(u.body), rc.phi) // nobody needs the counter
				return
			}
		}
	}
	rc.cond.SetArg(1, total)
	rc.cond.Arg(0).(*ir.Instr).Flags &^= ir.NUW | ir.NSW
}

// endOf emits start+total before the guard's branch, for a value of the type of total; nil for
// other types.
func (u *unrolled) endOf(start, next, total ir.Value, guard *ir.Block) ir.Value {
	if !ir.Same(start.Type(), total.Type()) || !ir.Same(next.Type(), total.Type()) || !u.dominates(start, guard) {
		return nil
	}
	c, constant := ir.IntValue(start)
	if constant && c == 0 {
		return total
	}
	if i, ok := total.(*ir.Instr); ok && constant && i.Op == ir.Add {
		if d, ok := ir.IntValue(i.Arg(1)); ok && d == -c {
			return i.Arg(0)
		}
	}
	b := ir.NewBuilder(guard)
	b.Before(guard.Term())
	return b.Add(total, start)
}

func (u *unrolled) leadsToBody(b *ir.Block) bool {
	return b == u.body || u.pairs.follow(u.join, b).to == u.body
}

// guard finds the branch around the unrolled loop to join, the predecessor of join on that
// path, and the target that leads to the loop.
func (u *unrolled) guard() (g, skip, enters *ir.Block) {
	ps := u.pairs.preds[u.join.ID]
	if len(ps) != 2 || ps[0] == ps[1] {
		return nil, nil, nil
	}
	if skip = ps[0]; skip == u.intoJoin {
		skip = ps[1]
	}
	g = u.pairs.dt.Idom(u.join)
	if g == nil {
		return nil, nil, nil
	}
	t, ok := edit.CondBranch(g)
	if !ok {
		return nil, nil, nil
	}
	for k, to := range t.Blocks {
		if w := u.pairs.follow(g, to); w.to == u.join && w.last == skip && u.pairs.follow(g, t.Blocks[1-k]).to == u.u.Header {
			return g, skip, t.Blocks[1-k]
		}
	}
	return nil, nil, nil
}

// restBehind finds the remainder after join: a loop of one block, or a block.
func (u *unrolled) restBehind() bool {
	t, ok := edit.CondBranch(u.join)
	if !ok {
		return false
	}
	for _, i := range u.join.Instrs {
		if canon.MayWrite(i) {
			return false
		}
	}
	for k, to := range t.Blocks {
		body := u.pairs.follow(u.join, to).to
		if l := u.pairs.loopAt(body, u.u); l != nil {
			e := l.ExitEdges()[0]
			w := u.pairs.follow(e.From, e.To)
			u.rest, u.body, u.exit, u.farLast = l, body, w.to, w.last
		} else if u.count == 2 && len(u.pairs.preds[to.ID]) == 1 && len(to.Succs()) == 1 && len(to.Phis()) == 0 && len(to.Instrs) > 1 {
			w := u.pairs.follow(to, to.Succs()[0])
			u.rest, u.body, u.exit, u.farLast = nil, to, w.to, w.last
		} else {
			continue
		}
		if w := u.pairs.follow(u.join, t.Blocks[1-k]); w.to == u.exit && w.last != u.farLast {
			u.joinLast = w.last
			return true
		}
	}
	return false
}

// leftOver is the trip count of the remainder: the bound of its loop, or what join compares
// with zero.
func (u *unrolled) leftOver() (ir.Value, *counting) {
	if u.rest != nil {
		c := countingOf(u.rest)
		if c == nil || !c.counterOnly(u.rest) {
			return nil, nil
		}
		return c.cond.Arg(1), c
	}
	t, _ := edit.CondBranch(u.join)
	c, ok := t.Arg(0).(*ir.Instr)
	if !ok || c.Op != ir.ICmp || c.Pred != ir.EQ && c.Pred != ir.NE || !ir.IsZero(c.Arg(1)) || (c.Pred == ir.NE) != u.leadsToBody(t.Blocks[0]) ||
		!oneAtMost(c.Arg(0)) {
		return nil, nil
	}
	return c.Arg(0), nil
}

// total emits the trip count before the guard's branch: that of the unrolled loop, if it is
// entered, plus that of the remainder.
func (u *unrolled) total(guard, enters *ir.Block, n, m ir.Value) ir.Value {
	if edit.IntWidth(n.Type()) == 0 || !ir.Same(n.Type(), m.Type()) {
		return nil
	}
	b := ir.NewBuilder(guard)
	b.Before(guard.Term())
	cond, onTrue := guard.Term().Arg(0), guard.Succs()[0] == enters
	// n is usually x with some bits masked, m the others: together they are x.
	if x, low, ok := andWith(m); ok {
		if y, high, ok := andWith(n); ok && y == x {
			all, w := ir.NewInt(m.Type(), high|low), edit.IntWidth(m.Type())
			holds := u.pairs.known(guard)
			alike := always(u.pairs.f.Module, func(s *sample) (bool, bool) {
				want := s.of(m)
				if (s.of(cond) != 0) == onTrue {
					want += s.of(n)
				}
				return want&mask(w) == s.of(x)&s.of(all), holds(s)
			})
			if v := u.hoisted(b, guard, x, 0); alike && v != nil {
				if always(u.pairs.f.Module, func(s *sample) (bool, bool) { return s.of(x)&s.of(all) == s.of(x), holds(s) }) {
					return v
				}
				return b.Binary(ir.And, v, all)
			}
		}
	}
	hm, hn := u.hoisted(b, guard, m, 0), u.hoisted(b, guard, n, 0)
	if hm == nil || hn == nil {
		return nil
	}
	zero := ir.NewInt(n.Type(), 0)
	if onTrue {
		return b.Add(b.Select(cond, hn, zero), hm)
	}
	return b.Add(b.Select(cond, zero, hn), hm)
}

// known gives what branches on the way to b have decided about integers.
func (t *loopPairs) known(b *ir.Block) func(*sample) bool {
	type fact struct {
		cond ir.Value
		is   uint64
	}
	var facts []fact
	for d := t.dt.Idom(b); d != nil && len(facts) < 8; b, d = d, t.dt.Idom(d) {
		term, ok := edit.CondBranch(d)
		if !ok {
			continue
		}
		cond, ok := term.Arg(0).(*ir.Instr)
		if l := t.li.Of(d); !ok || t.made[d] || cond.Op != ir.ICmp || edit.IntWidth(cond.Arg(0).Type()) == 0 || l != nil && !l.Contains(b) {
			continue // the end of a loop tells about its last iteration
		}
		for k, to := range term.Blocks {
			if len(t.preds[to.ID]) == 1 && t.dt.Dominates(to, b) {
				facts = append(facts, fact{cond, uint64(1 - k)})
			}
		}
	}
	return func(s *sample) bool {
		for _, f := range facts {
			if s.of(f.cond) != f.is {
				return false
			}
		}
		return true
	}
}

// andWith matches x & c.
func andWith(v ir.Value) (x ir.Value, c int64, ok bool) {
	i, isInstr := v.(*ir.Instr)
	if !isInstr || i.Op != ir.And {
		return nil, 0, false
	}
	c, ok = ir.IntValue(i.Arg(1))
	return i.Arg(0), c, ok
}

// hoisted is v at the end of block at, recomputed there if need be.
func (u *unrolled) hoisted(b *ir.Builder, at *ir.Block, v ir.Value, depth int) ir.Value {
	i, ok := v.(*ir.Instr)
	if !ok || u.pairs.dt.Dominates(i.Parent, at) {
		return v
	}
	switch i.Op {
	case ir.Add, ir.Sub, ir.And, ir.Or, ir.Xor, ir.Mul, ir.ZExt, ir.SExt, ir.Trunc:
	default:
		return nil
	}
	if depth > 6 {
		return nil
	}
	c := i.Copy()
	c.Flags &^= ir.NUW | ir.NSW | ir.NNeg | ir.Disjoint
	for k := range c.NumArgs() {
		a := u.hoisted(b, at, i.Arg(k), depth+1)
		if a == nil {
			c.DropArgs()
			return nil
		}
		c.SetArg(k, a)
	}
	return b.Insert(c)
}

// copyHint copies the metadata of the unrolled loop to the remaining one.
func (u *unrolled) copyHint() {
	id := u.u.Header.Term().Metadata(edit.LoopMetadata)
	if id == "" {
		return
	}
	t := u.body.Term()
	for k := range t.Meta {
		if t.Meta[k].Kind == edit.LoopMetadata {
			t.Meta[k].Node = id
			return
		}
	}
	t.Meta = append(t.Meta, ir.Attachment{Kind: edit.LoopMetadata, Node: id})
}
