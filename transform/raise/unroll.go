package raise

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// The unroller leaves one of these behind (m is how many iterations are left
// over, and the unrolled loop does the others, U at a time):
//
//	guard:   fewer than U iterations?     join : unrolled loop, then join
//	join:    is m zero?                   exit : rest, then exit
//	rest:    m single iterations (where U is 2, one without a loop)
//
//	before:  is m zero?                   join : rest, then join
//	join:    nothing left?                exit : unrolled loop, then exit
//
// That the unrolled body does what U single iterations do is found out by
// running both on symbols (unrollsame.go).

// unrolled is such a pair while it is looked at.
type unrolled struct {
	*loopPairs
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

// single makes the single iterations of a pair do it all, where l is the
// unrolled loop.
func (t *loopPairs) single(l *analysis.Loop) bool {
	if len(l.Blocks) != 1 || len(l.ExitEdges()) != 1 || l.Preheader() == nil {
		return false
	}
	return (&unrolled{loopPairs: t, u: l}).behind() || (&unrolled{loopPairs: t, u: l}).before()
}

// way is a straight way along an edge: what is on it has no effects and is
// entered by it only. to is the first block that several edges lead to, or that
// does more; last is where to is entered from.
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

// loopAt is the loop of one block that is entered at b and stands beside l.
func (t *loopPairs) loopAt(b *ir.Block, l *analysis.Loop) *analysis.Loop {
	r := t.li.Of(b)
	if r == nil || r == l || r.Header != b || r.Parent != l.Parent || len(r.Blocks) != 1 || len(r.ExitEdges()) != 1 || r.Preheader() == nil {
		return nil
	}
	return r
}

// counting recognises the condition of a loop of one block that leaves it as
// soon as `next` is n, where next grows by a constant step. phi becomes next. Of a
// counter of 64 bits that counts to an unsigned number of fewer, low is the lower part
// of next, which is compared then.
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

// unmask compares with m^n, computed in front of the loop, where cond compares next^m
// with n: LLVM from 22 on lets the rest before an unrolled loop end like that.
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

func (c *counting) indexOf(b *ir.Block) int {
	for k, from := range c.phi.Blocks {
		if from == b {
			return k
		}
	}
	return -1
}

// compared is what is compared with n where the next value of the counter is next.
func (c *counting) compared(b *ir.Builder, next ir.Value) ir.Value {
	if c.low == nil {
		return next
	}
	return b.Cast(ir.Trunc, next, c.low.Typ)
}

// counterOnly reports whether a counting is only there to count: from 0, by
// ones, and for nothing else.
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

// behind handles a rest behind the unrolled loop.
func (u *unrolled) behind() bool {
	c := countingOf(u.u)
	if c == nil || c.low != nil || c.step < 2 || c.step > 64 || !ir.IsZero(c.phi.Incoming(u.u.Preheader())) {
		return false
	}
	u.count = int(c.step)
	e := u.u.ExitEdges()[0]
	w := u.follow(e.From, e.To)
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
			u.jump(guard, to)
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
			u.jump(u.join, to)
			break
		}
	}
	return true
}

// countBy makes the rest's loop do total iterations, counted by one of its
// values if that grows by ones, else by the compiler's counter.
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

// endOf gives start+total, written in front of the guard's branch, for a value
// of the same type as total; nil for another type.
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
	return b == u.body || u.follow(u.join, b).to == u.body
}

// guard finds the branch around the unrolled loop to join, the block from which
// join is entered then, and the side that leads to the loop.
func (u *unrolled) guard() (g, skip, enters *ir.Block) {
	ps := u.preds[u.join.ID]
	if len(ps) != 2 || ps[0] == ps[1] {
		return nil, nil, nil
	}
	if skip = ps[0]; skip == u.intoJoin {
		skip = ps[1]
	}
	g = u.dt.Idom(u.join)
	if g == nil {
		return nil, nil, nil
	}
	t, ok := edit.CondBranch(g)
	if !ok {
		return nil, nil, nil
	}
	for k, to := range t.Blocks {
		if w := u.follow(g, to); w.to == u.join && w.last == skip && u.follow(g, t.Blocks[1-k]).to == u.u.Header {
			return g, skip, t.Blocks[1-k]
		}
	}
	return nil, nil, nil
}

// restBehind finds the rest behind join: a loop of one block, or a block.
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
		body := u.follow(u.join, to).to
		if l := u.loopAt(body, u.u); l != nil {
			e := l.ExitEdges()[0]
			w := u.follow(e.From, e.To)
			u.rest, u.body, u.exit, u.farLast = l, body, w.to, w.last
		} else if u.count == 2 && len(u.preds[to.ID]) == 1 && len(to.Succs()) == 1 && len(to.Phis()) == 0 && len(to.Instrs) > 1 {
			w := u.follow(to, to.Succs()[0])
			u.rest, u.body, u.exit, u.farLast = nil, to, w.to, w.last
		} else {
			continue
		}
		if w := u.follow(u.join, t.Blocks[1-k]); w.to == u.exit && w.last != u.farLast {
			u.joinLast = w.last
			return true
		}
	}
	return false
}

// leftOver is how many iterations the rest does when it is entered: what its
// loop counts to, or what join compares with zero.
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

// total writes, in front of the guard's branch, how many iterations there are:
// the n of the unrolled loop, if it is entered, and the m of the rest.
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
			holds := u.known(guard)
			alike := always(u.f.Module, func(s *sample) (bool, bool) {
				want := s.of(m)
				if (s.of(cond) != 0) == onTrue {
					want += s.of(n)
				}
				return want&mask(w) == s.of(x)&s.of(all), holds(s)
			})
			if v := u.hoisted(b, guard, x, 0); alike && v != nil {
				if always(u.f.Module, func(s *sample) (bool, bool) { return s.of(x)&s.of(all) == s.of(x), holds(s) }) {
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

// known gives what branches that lead to b have decided about integers.
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

// andWith recognises x & c.
func andWith(v ir.Value) (x ir.Value, c int64, ok bool) {
	i, isInstr := v.(*ir.Instr)
	if !isInstr || i.Op != ir.And {
		return nil, 0, false
	}
	c, ok = ir.IntValue(i.Arg(1))
	return i.Arg(0), c, ok
}

// hoisted gives v at b, the end of block at, computed again there if need be.
func (u *unrolled) hoisted(b *ir.Builder, at *ir.Block, v ir.Value, depth int) ir.Value {
	i, ok := v.(*ir.Instr)
	if !ok || u.dt.Dominates(i.Parent, at) {
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

// copyHint hands what the compiler says of the unrolled loop to the one that is
// left.
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

// before handles a rest before the unrolled loop: its loop then counts what the
// unrolled loop counts, to the same end.
func (u *unrolled) before() bool {
	pre := u.u.Preheader()
	c := countingOf(u.u)
	if c == nil || len(u.preds[pre.ID]) != 1 {
		return false
	}
	u.join = u.preds[pre.ID][0]
	t, ok := edit.CondBranch(u.join)
	if !ok || u.li.Of(u.join) != u.u.Parent {
		return false
	}
	e := u.u.ExitEdges()[0]
	w := u.follow(e.From, e.To)
	u.restFirst, u.exit, u.farLast = true, w.to, w.last
	leaves := t.Blocks[0]
	if leaves == pre {
		leaves = t.Blocks[1]
	}
	if w = u.follow(u.join, leaves); w.to != u.exit || w.last == u.farLast {
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
		if to == u.body || u.follow(start, to).to != u.join {
			u.jump(start, to)
			break
		}
	}
	u.jump(u.join, leaves)
	return true
}

// stepsOf finds out how many single iterations the unrolled loop does at once,
// by how its counting value advances in the rest.
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
	return !ok || u.dt.Dominates(i.Parent, b)
}

// restBefore finds the loop of the rest before join: start is the block that
// chooses between the two.
func (u *unrolled) restBefore() *ir.Block {
	for _, i := range u.join.Instrs {
		if canon.MayWrite(i) {
			return nil
		}
	}
	start := u.dt.Idom(u.join)
	if start == nil || len(u.preds[u.join.ID]) != 2 {
		return nil
	}
	t, ok := edit.CondBranch(start)
	if !ok {
		return nil
	}
	for k, to := range t.Blocks {
		if u.follow(start, t.Blocks[1-k]).to != u.join {
			continue
		}
		if len(u.preds[to.ID]) == 1 && len(to.Succs()) == 1 && to.Succs()[0] == u.join && len(to.Instrs) > 1 {
			u.rest, u.body, u.intoJoin = nil, to, to
			return start
		}
		l := u.loopAt(u.follow(start, to).to, u.u)
		if l == nil {
			continue
		}
		e := l.ExitEdges()[0]
		if w := u.follow(e.From, e.To); w.to == u.join {
			u.rest, u.body = l, l.Header
			u.intoJoin = w.last
			return start
		}
	}
	return nil
}

// countsOn reports whether the rest leaves the unrolled loop out only when it
// has done everything: from the start, its steps have come to the end then.
func (u *unrolled) countsOn(start, leaves *ir.Block, iv *carried, rc *counting, end ir.Value) bool {
	w := edit.IntWidth(end.Type())
	if w == 0 || w > edit.IntWidth(iv.join.Typ) {
		return false
	}
	enter, skip := start.Term().Arg(0), u.join.Term().Arg(0)
	entersOnTrue := start.Succs()[0] == u.body || u.follow(start, start.Succs()[0]).to != u.join
	skipsOnTrue := u.join.Succs()[0] == leaves
	return always(u.f.Module, func(s *sample) (bool, bool) {
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
