package reverse

import (
	"slices"
	"sort"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// reloadable reports whether memory still holds in the reverse sweep what the
// load i read: nothing that runs after it may write there. In the split form
// the caller runs in between, and nothing qualifies; but a step of a loop is
// reversed when memory that no step writes is as it was.
func (s *synth) reloadable(i *ir.Instr) bool {
	if s.pair != nil && (!s.pair.inout || s.fromWithin(i.Arg(0))) {
		return false
	}
	if r, ok := s.reload[i]; ok {
		return r
	}
	if s.order == nil {
		s.collectWriters()
	}
	var puts []*ir.Instr
	r := !s.overwritten(i, nil, &puts) && s.putAllBack(puts)
	s.reload[i] = r
	return r
}

// fromWithin reports whether an address may be that of memory which the function
// itself allocates.
func (s *synth) fromWithin(p ir.Value) bool {
	i, ok := s.aliases().Base(p).(*ir.Instr)
	return ok && i.Op != ir.Load
}

// overwritten reports whether a writer outside of loop except, if that is given,
// may run after load i and write what it reads. Those whose reversal may put back
// what they overwrite are added to puts instead, where that is given.
func (s *synth) overwritten(i *ir.Instr, except *ir.Loop, puts *[]*ir.Instr) bool {
	size := s.m.Layout.StoreSize(i.Typ)
	first, base := s.firstOrder(i), s.aliases().Base(i.Arg(0))
	for _, g := range s.groups {
		if (g.both || g.shadow == s.isShadow[i]) && s.groupClobbers(g, i, size, first, base, except, puts) {
			return true
		}
	}
	return false
}

// groupClobbers reports whether one of the writers of g, those in blocks from
// number first on, may run after load l and write what it reads at base.
func (s *synth) groupClobbers(g *writerGroup, l *ir.Instr, size int64, first int, base ir.Value, except *ir.Loop, puts *[]*ir.Instr) bool {
	apart := g.base != nil && g.base != base
	if apart && !s.basesClash(g, base, l, size) {
		return false
	}
	if s.pair != nil && s.baseOf(g) == base {
		return true // a step whose tape is held: other steps, and code behind the loop, write elsewhere in the object
	}
	k := sort.Search(len(g.writers), func(k int) bool { return g.writers[k].order >= first })
	for _, w := range g.writers[k:] {
		if except != nil && except.Contains(w.i.Parent) || s.swaps.ignored[w.i] || !s.mayFollow(l, w.i) {
			continue
		}
		if s.asked++; s.asked > maxAsked || (apart || s.clobbers(w.i, l.Arg(0), size, l) && !s.leavesBehind(w.i, l)) && !s.fillsFresh(w.i, l) {
			if puts != nil && len(*puts) < maxPutBack && s.mayPutBack(w.i, l) {
				*puts = append(*puts, w.i)
				continue
			}
			return true
		}
	}
	return false
}

// baseOf is what the addresses that g writes to are computed from, nil where there is
// none or several.
func (s *synth) baseOf(g *writerGroup) ir.Value {
	if i := g.writers[0].i; i.Op == ir.AtomicRMW || i.Op == ir.CmpXchg {
		return s.aliases().Base(i.Arg(0))
	}
	return g.base
}

// maxAsked is how many pairs of a load and a writer are looked at in a
// function: what there are more is taken to overlap.
const maxAsked = 1 << 21

// basesClash reports whether a store of g may write what l reads, whose
// addresses are computed from different values.
func (s *synth) basesClash(g *writerGroup, base ir.Value, l *ir.Instr, size int64) bool {
	key := pairOfBases{g.base, base, g.tag, l.Metadata("tbaa")}
	r, ok := s.clash[key]
	if !ok {
		r = s.clobbers(g.writers[0].i, l.Arg(0), size, l)
		s.clash[key] = r
	}
	return r
}

// writer is an instruction that may write memory.
type writer struct {
	i     *ir.Instr
	order int // of its block
}

// writerGroup are stores whose addresses are computed from one value and that
// have one type, in reading order: functions have thousands of them, and one
// question settles most. Any other writer is a group of its own, without base.
type writerGroup struct {
	base    ir.Value
	tag     string
	shadow  bool
	both    bool // writes primal memory and shadow memory
	writers []writer
}

// pairOfBases is a question about a store and a load whose addresses are
// computed from different values: the offsets do not matter to the answer.
type pairOfBases struct {
	store, load       ir.Value
	storeTag, loadTag string
}

// collectWriters lists the instructions of p that may write memory before it
// returns, in reading order.
func (s *synth) collectWriters() {
	s.reload = map[*ir.Instr]bool{}
	s.order = map[*ir.Block]int{}
	s.place = map[*ir.Instr]int{}
	s.clash = map[pairOfBases]bool{}
	s.groupOf = map[groupKey]*writerGroup{}
	s.aliases()
	for k, b := range ir.RPO(s.p) {
		s.order[b] = k
		for n, i := range b.Instrs {
			s.place[i] = n
			if !s.reach[b] || !s.writes(i) {
				continue // what a panic leaves behind no reversal reads
			}
			w := writer{i: i, order: k}
			s.group(w)
		}
	}
}

// group puts w into its group.
func (s *synth) group(w writer) {
	key := groupKey{shadow: s.isShadow[w.i]}
	if w.i.Op == ir.Store {
		key.base, key.tag = s.alias.Base(w.i.Arg(1)), w.i.Metadata("tbaa")
	}
	g := s.groupOf[key]
	if g == nil || key.base == nil {
		g = &writerGroup{base: key.base, tag: key.tag, shadow: key.shadow, both: s.augments[w.i] || s.sweeps[w.i] != nil}
		s.groups = append(s.groups, g)
		s.groupOf[key] = g
	}
	g.writers = append(g.writers, w)
}

// groupKey tells the groups of writers apart.
type groupKey struct {
	base   ir.Value
	tag    string
	shadow bool
}

// firstOrder is the number of the first block whose instructions may run after
// i: those before the block of i, or the outermost loop around it, do not.
func (s *synth) firstOrder(i *ir.Instr) int {
	if s.pair != nil {
		return 0
	}
	b := i.Parent
	for l := s.loops.Of(b); l != nil; l = l.Parent {
		b = l.Header
	}
	return s.order[b]
}

func (s *synth) writes(i *ir.Instr) bool {
	switch i.Op {
	case ir.Store:
		return !s.unread[i]
	case ir.AtomicRMW, ir.CmpXchg, ir.VAArg:
		return true
	case ir.Call, ir.Invoke, ir.CallBr:
		if s.sweeps[i] != nil {
			return true
		}
		if s.actions[i] != nil {
			return s.calls[i] != nil
		}
		if s.env.runtime().Owns(i.CalledFunc()) {
			return false // works on the tape alone
		}
		if rules.MaskedOf(i).Load {
			return false
		}
		k := s.knownOf(i)
		return k == nil || !k.Pure && !k.ReadOnly
	case ir.Fence:
		return false
	}
	return false
}

// leavesBehind reports whether the store w has gone on from what the load l read
// whenever l has run. Steps of a loop and the threads of a team have others before and
// behind them.
func (s *synth) leavesBehind(w, l *ir.Instr) bool {
	if s.pair != nil || w.Op != ir.Store {
		return false
	}
	if s.passed == nil {
		s.passed = ir.NewPassed(s.p, s.loops)
	}
	return s.passed.Leaves(l, w)
}

// fillsFresh reports whether w writes a block that a loop allocates anew, and load l
// reads that block behind it, or one that was there before: before w runs again there
// is another block, and the reverse sweep still has those that were.
func (s *synth) fillsFresh(w, l *ir.Instr) bool {
	if s.pair != nil {
		return false
	}
	p := w.Arg(0)
	if w.Op == ir.Store {
		p = w.Arg(1)
	} else if k := s.knownOf(w); k == nil || k.Class != rules.MemCpy && k.Class != rules.MemSet {
		return false
	}
	block, ok := ir.NotNull(s.aliases().Base(p), s.loops).(*ir.Instr)
	if !ok || !s.before(block, w) {
		return false
	}
	if k := s.knownOf(block); k == nil || k.Class != rules.Alloc {
		return false
	}
	from, ok := ir.NotNull(s.aliases().Base(l.Arg(0)), s.loops).(*ir.Instr)
	switch {
	case !ok:
		return false
	case from == block:
		return !s.mayFollowBefore(block, l, w)
	}
	return from.Op == ir.Phi && from.Typ.IsPtr() && s.before(from, block)
}

// mayFollowBefore reports whether w may run after l before the instruction again does,
// which has run whenever w does.
func (s *synth) mayFollowBefore(again, l, w *ir.Instr) bool {
	within := s.loops.Of(again.Parent)
	if within == nil {
		return s.mayFollow(l, w)
	}
	if !within.Contains(l.Parent) {
		return false
	}
	bl, bw := l.Parent, w.Parent
	for x := s.loops.Of(bl); x != within; x = x.Parent {
		if x.Contains(bw) {
			return true
		}
		bl = x.Header
	}
	if bl == bw {
		return s.place[l] < s.place[w]
	}
	for x := s.loops.Of(bw); x != nil && x != within; x = x.Parent {
		bw = x.Header
	}
	return s.order[bl] < s.order[bw]
}

// before reports whether a has run whenever b does.
func (s *synth) before(a, b *ir.Instr) bool {
	if a.Parent == b.Parent {
		return s.place[a] < s.place[b]
	}
	return s.dt.Dominates(a.Parent, b.Parent)
}

// clobbers reports whether w may write the size bytes at p, which load l reads,
// at any time in one run of the function.
func (s *synth) clobbers(w *ir.Instr, p ir.Value, size int64, l *ir.Instr) bool {
	a := s.aliases()
	if w.Op == ir.Call {
		for _, q := range s.sweeps[w] {
			if a.AliasAnytime(q, -1, p, size) != ir.NoAlias {
				return true
			}
		}
		if s.sweeps[w] != nil {
			return false
		}
		var q ir.Value
		if s.calls[w] != nil { // the augmented callee may not be complete yet
			return true
		}
		if k := s.knownOf(w); k != nil && (k.Class == rules.MemCpy || k.Class == rules.MemMove || k.Class == rules.MemSet) {
			q = w.Arg(0)
		} else if m := rules.MaskedOf(w); m.Kind == rules.OneAddress && !m.Load {
			q = w.Arg(m.Addr)
		}
		if q != nil {
			return a.AliasAnytime(q, -1, p, size) != ir.NoAlias
		}
	}
	return a.Clobbers(w, l)
}

// mayFollow reports whether b may run after a within one run of the function, or,
// in a step of a loop, at all.
func (s *synth) mayFollow(a, b *ir.Instr) bool {
	if s.pair != nil {
		return true
	}
	ba, bb := a.Parent, b.Parent
	for l := s.loops.Of(ba); l != nil; l = l.Parent {
		if l.Contains(bb) {
			return true
		}
		ba = l.Header
	}
	if ba == bb {
		return s.place[a] < s.place[b]
	}
	for l := s.loops.Of(bb); l != nil; l = l.Parent {
		bb = l.Header // the way there goes by it; blocks behind the loop may have numbers before those inside
	}
	return s.order[ba] < s.order[bb] && !s.otherVersion(ba, bb)
}

// forgetWriter takes out of the writers one that is to be erased.
func (s *synth) forgetWriter(i *ir.Instr) {
	for _, g := range s.groups {
		g.writers = slices.DeleteFunc(g.writers, func(w writer) bool { return w.i == i })
	}
	s.groups = slices.DeleteFunc(s.groups, func(g *writerGroup) bool { return len(g.writers) == 0 })
}
