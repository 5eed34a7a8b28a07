package raise

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// Where the trip count is a constant multiple of the unroll factor, there is no code of
// single iterations:
//
//	unrolled loop, U iterations at a time
//
// A single iteration is made of the first part of the unrolled body, if executing it U times
// on terms has the effects of the body (see unrollsame.go for where one exists).

const (
	maxAlone      = 1500 // instructions of an unrolled body
	maxAloneCount = 64   // iterations in it
)

// iteration is the part of an unrolled body that may be a single iteration.
type iteration struct {
	in    map[*ir.Instr]bool
	steps map[*ir.Instr]int64     // of phis that advance by constants
	next  map[*ir.Instr]*ir.Instr // of other phis: the value that the iteration carries
}

// alone rerolls an unrolled loop without remainder.
func (t *loopPairs) alone(l *analysis.Loop) bool {
	if len(l.Blocks) != 1 || len(l.ExitEdges()) != 1 || l.Preheader() == nil || len(l.Header.Instrs) > maxAlone {
		return false
	}
	c := countingOf(l)
	if c == nil || c.low != nil || !usedOnlyBy(c.cond, l.Header.Term()) || !c.straight(l) {
		return false
	}
	u := &unrolled{pairs: t, u: l, body: l.Header}
	stores, ok := u.storesOnly()
	if !ok || !u.usedAsCarried() {
		return false
	}
	u.ones()
	first := u.openPhis()
	u.counters(l)
	all := u.runUnrolled(first)
	if all.failed {
		return false
	}
	step := max(c.step, -c.step)
	for n := min(step, maxAloneCount); n > 1; n-- {
		if step%n != 0 || stores%int(n) != 0 {
			continue
		}
		u.count = int(n)
		if it := u.firstOf(all, stores/u.count); it != nil && u.repeats(it, all) {
			u.keepOnly(it, c)
			return true
		}
	}
	return false
}

// straight reports whether an induction variable reaches its end without wrapping: it then
// does with smaller steps too.
func (c *counting) straight(l *analysis.Loop) bool {
	next, ok := c.cond.Arg(0).(*ir.Instr)
	if ok && (next.Op == ir.Add && next.Flags&(ir.NUW|ir.NSW) != 0 && c.step > 0 || next.Op == ir.GetElementPtr && next.Flags&ir.InBounds != 0) {
		return true
	}
	from, known := ir.IntValue(c.phi.Incoming(l.Preheader()))
	to, known2 := ir.IntValue(c.cond.Arg(1))
	return known && known2 && (to-from)%c.step == 0 && (to-from)/c.step > 0
}

// storesOnly counts the stores of an unrolled body; false where it has other effects, or
// assumptions that hold for one iteration.
func (u *unrolled) storesOnly() (int, bool) {
	n := 0
	for _, i := range u.body.Instrs {
		switch {
		case u.pairs.inner.writes(i):
			n++
		case canon.SetsErrno(i): // which of them set it last does not matter
		case canon.DeclaresScope(i), i.Op != ir.Br && (i.Typ == ir.Void || canon.MayWrite(i)):
			return 0, false
		}
	}
	return n, true
}

// usedAsCarried reports whether values of the loop are used after it only as carried by the last
// iteration.
func (u *unrolled) usedAsCarried() bool {
	next := map[ir.Value]bool{}
	for _, p := range u.body.Phis() {
		next[p.Incoming(u.body)] = true
	}
	for _, i := range u.body.Instrs {
		for use := range ir.Uses(i) {
			if use.User.Parent != u.body && (i.Op == ir.Phi || !next[i]) {
				return false
			}
		}
	}
	return true
}

// firstOf takes from an unrolled body what its first stores, and the values carried by the
// first iteration, depend on; nil where these are not found.
func (u *unrolled) firstOf(all *symbolicRun, stores int) *iteration {
	it := &iteration{map[*ir.Instr]bool{}, map[*ir.Instr]int64{}, map[*ir.Instr]*ir.Instr{}}
	for _, p := range u.body.Phis() {
		end := p.Incoming(u.body)
		if d, ok := u.sym.difference(all.val(end), u.first[p]); ok {
			if d%int64(u.count) != 0 {
				return nil
			}
			it.steps[p] = d / int64(u.count)
			continue
		}
		n := u.firstCarried(p, end)
		if n == nil {
			return nil
		}
		it.next[p] = n
		it.take(u.body, n)
	}
	for _, i := range u.body.Instrs {
		if u.pairs.inner.writes(i) && stores > 0 {
			stores--
			it.take(u.body, i)
		}
	}
	return it
}

// take adds an instruction of body and what it is computed from there.
func (it *iteration) take(body *ir.Block, i *ir.Instr) {
	if i.Parent != body || i.Op == ir.Phi || it.in[i] {
		return
	}
	it.in[i] = true
	for _, a := range i.Args() {
		if x, ok := a.(*ir.Instr); ok {
			it.take(body, x)
		}
	}
}

// firstCarried is the value that the first iteration may carry to p, where the last one carries
// end: among the instructions like end, computed from p if end is, the one at the same
// position in its iteration.
func (u *unrolled) firstCarried(p *ir.Instr, end ir.Value) *ir.Instr {
	last, ok := end.(*ir.Instr)
	if !ok || last.Parent != u.body || last.Op == ir.Phi {
		return nil
	}
	from := map[ir.Value]bool{p: true}
	var every, chain []*ir.Instr
	for _, i := range u.body.Instrs[u.body.FirstNonPhi():] {
		for _, a := range i.Args() {
			from[i] = from[i] || from[a]
		}
		if i.Op == last.Op && ir.Same(i.Typ, last.Typ) && i.CalledFunc() == last.CalledFunc() {
			every = append(every, i)
			if from[i] {
				chain = append(chain, i)
			}
		}
	}
	if from[last] {
		every = chain
	}
	if len(every)%u.count != 0 {
		return nil
	}
	for k, i := range every {
		if at := k - (len(every) - len(every)/u.count); i == last && at >= 0 {
			return every[at]
		}
	}
	return nil
}

// repeats reports whether the iteration, repeated as often as the body is unrolled, has the
// effects and values of the body.
func (u *unrolled) repeats(it *iteration, all *symbolicRun) bool {
	phis := u.body.Phis()
	one := &symbolicRun{symbols: u.sym, vals: map[ir.Value]term{}}
	meta := accessMetadataOf(u.body, all)
	if !meta.everyStore(u.count) {
		return false
	}
	now := make([]term, len(phis))
	for k, p := range phis {
		now[k] = u.first[p]
	}
	for range u.count {
		clear(one.vals)
		for k, p := range phis {
			one.vals[p] = now[k]
		}
		for _, i := range u.body.Instrs {
			if !it.in[i] {
				continue
			}
			one.instr(i)
			if i.Op == ir.Load && !meta.holds(i, one.vals[i]) {
				return false
			}
		}
		for k, p := range phis {
			if n := it.next[p]; n != nil {
				now[k] = one.val(n)
			} else {
				now[k] = u.sym.plus(now[k], u.sym.sum(sum{width: edit.IntWidth(p.Typ), c: uint64(it.steps[p])}), 1)
			}
		}
	}
	if one.failed || len(all.effects) != len(one.effects) {
		return false
	}
	for k := range all.effects {
		if !all.effects[k].equals(one.effects[k]) {
			return false
		}
	}
	for k, p := range phis {
		if now[k] != all.val(p.Incoming(u.body)) {
			return false
		}
	}
	return true
}

// accessMetadata is the metadata on the accesses of a block, which must hold for the accesses that stand
// for them: what holds for one member of a struct does not hold for the next.
type accessMetadata struct {
	stores []*ir.Instr
	loads  map[term][]*ir.Instr
}

func accessMetadataOf(b *ir.Block, run *symbolicRun) *accessMetadata {
	s := &accessMetadata{loads: map[term][]*ir.Instr{}}
	for _, i := range b.Instrs {
		switch i.Op {
		case ir.Store:
			s.stores = append(s.stores, i)
		case ir.Load:
			s.loads[run.vals[i]] = append(s.loads[run.vals[i]], i)
		}
	}
	return s
}

// holds reports whether a load has the metadata of the other loads of that value; where there
// are none, of all stores.
func (s *accessMetadata) holds(i *ir.Instr, reads term) bool {
	others, ok := s.loads[reads]
	if !ok {
		others = s.stores
	}
	for _, o := range others {
		if !sameAccessMetadata(i, o) {
			return false
		}
	}
	return true
}

// everyStore reports whether the stores are those of n iterations, which have the same metadata.
func (s *accessMetadata) everyStore(n int) bool {
	each := len(s.stores) / n
	if each*n != len(s.stores) {
		return false
	}
	for k, i := range s.stores {
		if !sameAccessMetadata(i, s.stores[k%each]) {
			return false
		}
	}
	return true
}

// sameAccessMetadata reports whether two accesses have the same metadata.
func sameAccessMetadata(a, b *ir.Instr) bool {
	for _, kind := range []string{"tbaa", "tbaa.struct", "alias.scope", "noalias", "invariant.load", "nontemporal", "range"} {
		if a.Metadata(kind) != b.Metadata(kind) {
			return false
		}
	}
	return true
}

// keepOnly removes all but the one iteration from an unrolled body, and adjusts the steps of
// phis.
func (u *unrolled) keepOnly(it *iteration, c *counting) {
	u.loosen()
	b := ir.NewBuilder(u.body)
	b.Before(c.cond)
	keep := map[*ir.Instr]bool{c.cond: true, u.body.Term(): true}
	for _, p := range u.body.Phis() {
		keep[p] = true
		end := p.Incoming(u.body)
		n := it.nextValue(b, p, end)
		if x, ok := n.(*ir.Instr); ok {
			keep[x] = true
		}
		p.SetArg((&counting{phi: p}).indexOf(u.body), n)
		for use := range ir.Uses(end) {
			if use.User.Parent != u.body {
				use.User.SetArg(use.Index(), n)
			}
		}
	}
	c.cond.SetArg(0, c.phi.Incoming(u.body))
	for k := len(u.body.Instrs) - 1; k >= 0; k-- {
		if i := u.body.Instrs[k]; !keep[i] && !it.in[i] {
			edit.Kill(i)
		}
	}
	edit.CompactBlock(u.body)
	u.pairs.made[u.body] = true
}

// nextValue is the value that the iteration carries to p, where the unrolled body carries end.
func (it *iteration) nextValue(b *ir.Builder, p *ir.Instr, end ir.Value) ir.Value {
	if n := it.next[p]; n != nil {
		return n
	}
	step := it.steps[p]
	if step == 0 {
		return p
	}
	if p.Typ.IsPtr() {
		return b.Offset(p, ir.NewInt(ir.I64, step))
	}
	n := b.Add(p, ir.NewInt(p.Typ, step))
	// What does not wrap with all the steps at once does not with some of them.
	if x, ok := end.(*ir.Instr); ok && x.Op == ir.Add && x.Arg(0) == p && step > 0 {
		if i, ok := n.(*ir.Instr); ok {
			i.Flags |= x.Flags & (ir.NUW | ir.NSW)
		}
	}
	return n
}
