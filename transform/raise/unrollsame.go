package raise

import (
	"math/bits"
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// carried is a value carried from the unrolled loop to the remainder, or the reverse, at join.
type carried struct {
	join *ir.Instr // the phi of join
	body ir.Value  // what stands for it in the single iteration

	before term // its value before an iteration of the unrolled loop
	after  term // and behind it

	// Where the rest is no loop: the value of the next iteration, computed in
	// the body or a constant step away.
	next ir.Value
	step int64
}

// openPhis assigns terms to the phis of the unrolled loop.
func (u *unrolled) openPhis() map[ir.Value]term {
	u.sym = newSymbols(u.pairs.f.Module)
	u.sym.apart = u.apart
	first := map[ir.Value]term{}
	u.first = first
	type counter struct {
		p           *ir.Instr
		start, step int64
	}
	var counters []counter
next:
	for _, p := range u.u.Header.Phis() {
		c := counter{p: p}
		rec, counts := u.u.Recurrence(p), false
		if rec != nil && p.Typ.IsInt() {
			var fixed bool
			c.start, counts = rec.Start()
			c.step, fixed = rec.Step()
			counts = counts && fixed
		}
		for _, o := range counters {
			if counts && o.step == c.step && ir.Same(o.p.Typ, p.Typ) { // always as far apart
				first[p] = u.sym.sum(sum{width: p.Typ.Bits, c: uint64(c.start - o.start), terms: []summand{{first[o.p], 1}}})
				continue next
			}
		}
		first[p] = u.sym.open(p)
		if counts {
			counters = append(counters, c)
			u.sym.aligned(first[p], 1<<min(bits.TrailingZeros64(uint64(c.start|c.step)), 20))
		}
	}
	return first
}

// apart reports whether p and q point into different objects in all iterations of both loops.
func (u *unrolled) apart(p, q ir.Value) bool {
	if u.pairs.changed(p) || u.pairs.changed(q) {
		u.pairs.deferred = true
		return false
	}
	a := u.pairs.aliases()
	if a.AliasAnytime(p, -1, q, -1) == analysis.NoAlias {
		return true
	}
	p, q = a.Base(p), a.Base(q)
	for _, b := range []*ir.Block{u.u.Header, u.body} {
		for _, v := range []ir.Value{p, q} {
			if i, ok := v.(*ir.Instr); ok && i.Parent == b {
				return false
			}
		}
	}
	return a.DisjointTogether(p, q)
}

// through computes the term of v at the end of a block whose phis have the terms env.
func (u *unrolled) through(v ir.Value, header *ir.Block, env map[ir.Value]term) (term, bool) {
	if t, ok := env[v]; ok {
		return t, true
	}
	i, ok := v.(*ir.Instr)
	if !ok || u.pairs.dt.Dominates(i.Parent, header) && i.Parent != header {
		return u.sym.open(v), true
	}
	if i.Op == ir.Phi && i.Parent == u.join {
		return u.through(i.Incoming(u.intoJoin), header, env)
	}
	if i.Parent == header || i.Op == ir.Load || i.IsCall() || i.Op == ir.Phi && len(i.Blocks) != 1 {
		return 0, false
	}
	run := &symbolicRun{symbols: u.sym, vals: map[ir.Value]term{}}
	for k := range i.NumArgs() {
		t, ok := u.through(i.Arg(k), header, env)
		if !ok {
			return 0, false
		}
		run.vals[i.Arg(k)] = t
	}
	if i.Op == ir.Phi {
		return run.vals[i.Arg(0)], true
	}
	return run.compute(i), !run.failed
}

// carriedBehind relates the start values of the remainder, after the unrolled loop, to the
// phis of that loop: each must be, before each iteration, what it would be if the loop exited
// there, and the start value where the loop is skipped.
func (u *unrolled) carriedBehind(skip *ir.Block, rc *counting) bool {
	pre, h := u.u.Preheader(), u.u.Header
	first := u.openPhis()
	earlier, initial := map[ir.Value]term{}, map[ir.Value]term{}
	for _, p := range h.Phis() {
		earlier[p.Incoming(h)] = first[p]
		initial[p.Incoming(h)] = u.sym.open(p.Incoming(pre))
	}
	all := u.runUnrolled(first)
	add := func(phi *ir.Instr, body ir.Value) bool {
		end := phi.Incoming(u.intoJoin)
		before, ok := u.through(end, h, earlier)
		start, ok2 := u.through(end, h, initial)
		after, ok3 := u.through(end, h, all.vals)
		if !ok || !ok2 || !ok3 || start != u.sym.open(phi.Incoming(skip)) {
			return false
		}
		u.state = append(u.state, &carried{join: phi, body: body, before: before, after: after})
		return true
	}
	if u.rest == nil {
		for _, phi := range u.join.Phis() {
			if usedIn(phi, u.body) && !add(phi, phi) {
				return false
			}
		}
		return u.findNext() && u.joinEndsThere(nil)
	}
	for _, p := range u.body.Phis() {
		if p == rc.phi {
			continue
		}
		phi, ok := p.Incoming(u.rest.Preheader()).(*ir.Instr)
		if !ok || phi.Op != ir.Phi || phi.Parent != u.join || !add(phi, p) {
			return false
		}
	}
	return u.joinEndsThere(u.rest)
}

func usedIn(v ir.Value, b *ir.Block) bool {
	for use := range ir.Uses(v) {
		if use.User.Parent == b {
			return true
		}
	}
	return false
}

// joinEndsThere reports whether the phis of join are used by the exit's phis and by the
// remainder only.
func (u *unrolled) joinEndsThere(l *analysis.Loop) bool {
	for _, phi := range u.join.Phis() {
		for use := range ir.Uses(phi) {
			switch i := use.User; {
			case i.Op == ir.Phi && i.Parent == u.exit:
			case l == nil && i.Parent == u.body:
			case l != nil && i.Op == ir.Phi && i.Parent == l.Header && !l.Contains(i.Blocks[use.Index()]):
			default:
				return false
			}
		}
	}
	return true
}

// findNext finds, where the remainder is no loop, how the body computes the next values: by a
// step; as the value that the exit takes in place of the unrolled loop's; or, where no value
// is used after the loop, as the last instruction that is computed like the unrolled loop's.
// Whether that is right is decided later.
func (u *unrolled) findNext() bool {
	tail := u.pairs.follow(u.body, u.body.Succs()[0]).last
	for _, c := range u.state {
		if d, ok := u.sym.difference(c.after, c.before); ok && d%int64(u.count) == 0 {
			c.step = d / int64(u.count)
			continue
		}
		for _, out := range u.exit.Phis() {
			for k, from := range out.Blocks {
				if j, ok := out.Arg(k).(*ir.Instr); ok && from != tail && j.Op == ir.Phi && j.Parent == u.join && u.sameEnd(j, c.join) {
					c.next = out.Incoming(tail)
				}
			}
		}
		if c.next == nil {
			c.next = u.lastFrom(c.join)
		}
		if n, ok := c.next.(*ir.Instr); !ok || n.Parent != u.body && u.carriedAs(n) < 0 {
			return false
		}
	}
	return true
}

// lastFrom is the last instruction of the body that depends on phi, a phi of join, and is the
// operation that computes the unrolled loop's last value of it; nil if there is none.
func (u *unrolled) lastFrom(phi *ir.Instr) ir.Value {
	end, ok := phi.Incoming(u.intoJoin).(*ir.Instr)
	if !ok || end.Parent != u.u.Header {
		return nil
	}
	var last ir.Value
	from := map[ir.Value]bool{phi: true}
	for _, i := range u.body.Instrs {
		for _, a := range i.Args() {
			from[i] = from[i] || from[a]
		}
		if from[i] && i.Op == end.Op && ir.Same(i.Typ, end.Typ) {
			last = i
		}
	}
	return last
}

// sameEnd reports whether two phis of join have the same value from the unrolled loop.
func (u *unrolled) sameEnd(a, b *ir.Instr) bool {
	return a.Incoming(u.intoJoin) == b.Incoming(u.intoJoin)
}

// carriedBefore relates the start values of the unrolled loop, after the remainder, to the
// phis of the remainder, or to the start values of its only iteration.
func (u *unrolled) carriedBefore(rc *counting) bool {
	first := u.openPhis()
	var skip *ir.Block
	for _, p := range u.pairs.preds[u.join.ID] {
		if p != u.intoJoin {
			skip = p
		}
	}
	all := u.runUnrolled(first)
	known := map[ir.Value]bool{}
	if rc != nil {
		known[rc.phi] = true
	}
	for _, p := range u.u.Header.Phis() {
		phi, ok := p.Incoming(u.u.Preheader()).(*ir.Instr)
		if !ok || phi.Op != ir.Phi || phi.Parent != u.join {
			return false
		}
		c := &carried{join: phi, before: first[p]}
		if c.after, ok = all.vals[p.Incoming(u.u.Header)]; !ok {
			return false
		}
		if u.rest == nil {
			c.body, c.next = phi.Incoming(skip), phi.Incoming(u.intoJoin)
			if ir.IsConstant(c.body) {
				c.body = u.opened(c.body, c.next, skip)
			}
		}
		for _, r := range u.loopPhis() {
			if !known[r] && phi.Incoming(u.intoJoin) == r.Incoming(u.body) && edit.SameValue(phi.Incoming(skip), r.Incoming(u.rest.Preheader())) {
				c.body = r
				break
			}
		}
		if c.body == nil || known[c.body] {
			return false
		}
		known[c.body] = true
		u.state = append(u.state, c)
	}
	for _, r := range u.loopPhis() {
		if !known[r] {
			return false
		}
	}
	return u.joinEndsThere(u.u)
}

// loopPhis are the phis of the remainder's loop, if it is one.
func (u *unrolled) loopPhis() []*ir.Instr {
	if u.rest == nil {
		return nil
	}
	return u.body.Phis()
}

// opened makes a phi for the start value of the remainder's only iteration where that is a
// constant: next, which it computes, has the constant as one operand. It is nil where there is
// no such operand. Whether the iteration does what others do is decided later.
func (u *unrolled) opened(start, next ir.Value, skip *ir.Block) ir.Value {
	i, ok := next.(*ir.Instr)
	if !ok || i.Parent != u.body || i.Op == ir.Phi {
		return nil
	}
	at := -1
	for k, a := range i.Args() {
		if edit.SameValue(a, start) {
			if at >= 0 {
				return nil
			}
			at = k
		}
	}
	if at < 0 {
		return nil
	}
	phi := ir.NewInstr(ir.Phi, start.Type())
	phi.Line = i.Line
	phi.AddIncoming(start, skip)
	u.body.InsertAt(0, phi)
	i.SetArg(at, phi)
	clear(u.sym.opens)
	u.starts = append(u.starts, phi)
	return phi
}

// startOf is the start value of the remainder's only iteration.
func (u *unrolled) startOf(c *carried) ir.Value {
	if phi, ok := c.body.(*ir.Instr); ok && slices.Contains(u.starts, phi) {
		return phi.Arg(0)
	}
	return c.body
}

// close replaces the phis of opened by their constants.
func (u *unrolled) close() {
	for _, phi := range u.starts {
		ir.ReplaceAllUses(phi, phi.Arg(0))
		phi.Erase()
	}
}

// carriedTo is what is carried to the unrolled loop's phi p.
func (u *unrolled) carriedTo(p *ir.Instr) *carried {
	for _, c := range u.state {
		if p.Incoming(u.u.Preheader()) == c.join {
			return c
		}
	}
	return nil
}

// runUnrolled executes the unrolled body once.
func (u *unrolled) runUnrolled(first map[ir.Value]term) *symbolicRun {
	all := &symbolicRun{symbols: u.sym, vals: map[ir.Value]term{}}
	for p, t := range first {
		all.vals[p] = t
	}
	all.block(u.u.Header)
	return all
}

// same executes the unrolled body once and the single body as often as it is unrolled, and
// compares effects and values.
func (u *unrolled) same() bool {
	all := u.runUnrolled(u.first)
	one := &symbolicRun{symbols: u.sym, vals: map[ir.Value]term{}}
	now := make([]term, len(u.state))
	for k, c := range u.state {
		now[k] = c.before
	}
	for range u.count {
		clear(one.vals)
		for k, c := range u.state {
			one.vals[c.body] = now[k]
		}
		one.block(u.body)
		for k, c := range u.state {
			switch {
			case u.rest != nil:
				now[k] = one.val(c.body.(*ir.Instr).Incoming(u.body))
			case c.next != nil:
				now[k] = one.val(c.next)
			default:
				now[k] = u.sym.plus(now[k], u.sym.sum(sum{width: edit.IntWidth(c.join.Typ), c: uint64(c.step)}), 1)
			}
		}
	}
	if u.rest == nil {
		for _, i := range u.body.Instrs {
			if i.Op == ir.Call && canon.MayWrite(i) && !canon.SetsErrno(i) && !u.pairs.inner.called(i) {
				return false // what is said of its arguments may hold of it alone
			}
		}
	}
	if all.failed || one.failed || len(all.effects) != len(one.effects) {
		return false
	}
	for k := range all.effects {
		if !all.effects[k].equals(one.effects[k]) {
			return false
		}
	}
	for k, c := range u.state {
		if now[k] != c.after {
			return false
		}
	}
	u.all, u.one = all, one
	return true
}

// endsAlike reports whether the exit takes the same values from the unrolled loop as from the
// remainder after the same iteration.
func (u *unrolled) endsAlike() bool {
	near, far := u.all, u.one // what join's values come from, and the other
	nearAt, farAt := u.u.Header, u.body
	if u.farLast == nil || u.joinLast == nil {
		return false
	}
	if u.restFirst {
		near, far, nearAt, farAt = far, near, farAt, nearAt
	}
	for _, out := range u.exit.Phis() {
		a, b := out.Incoming(u.joinLast), out.Incoming(u.farLast)
		if a == nil || b == nil || u.restFirst && u.rest == nil && u.carriedAs(a) < 0 && u.computesOnStart(a) {
			return false
		}
		x, ok := u.through(a, nearAt, near.vals)
		y, ok2 := u.through(b, farAt, far.vals)
		if !ok || !ok2 || x != y {
			return false
		}
	}
	return true
}

// computesOnStart reports whether v is computed from the start value outside of the
// remainder's only iteration: it is no value of a last iteration then.
func (u *unrolled) computesOnStart(v ir.Value) bool {
	seen := map[ir.Value]bool{}
	var computes func(v ir.Value) bool
	computes = func(v ir.Value) bool {
		i, ok := v.(*ir.Instr)
		if !ok || seen[i] || u.pairs.dt.Dominates(u.body, i.Parent) || i.Op == ir.Phi && i.Parent == u.join || u.pairs.dt.Dominates(i.Parent, u.body) {
			return false
		}
		seen[i] = true
		return slices.ContainsFunc(i.Args(), func(a ir.Value) bool { return u.carriedAs(a) >= 0 || computes(a) })
	}
	return computes(v)
}
