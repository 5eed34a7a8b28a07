package reverse

import (
	"slices"
	"sort"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/reverse/modref"
	"github.com/llad-ad/llad/rules"
)

// reloadable reports whether memory still holds in the reverse sweep what the
// load i read: nothing that runs after it may write there. In the split form
// the caller runs in between, and nothing qualifies; but a step of a loop is
// reversed when memory that no step writes is as it was.
func (mem *memory) reloadable(i *ir.Instr) bool {
	if mem.fn.pair != nil && !mem.holds(i.Arg(0)) {
		return false
	}
	if r, ok := mem.reload[i]; ok {
		return r
	}
	if mem.order == nil {
		mem.collectWriters()
	}
	var puts []*ir.Instr
	r := !mem.overwritten(i, nil, &puts) && mem.putAllBack(puts)
	mem.reload[i] = r
	return r
}

// holds reports whether memory at p, but for what the function itself writes, is in the reverse
// half what it was in the augmented primal.
func (mem *memory) holds(p ir.Value) bool {
	return mem.fn.pair.inout && !mem.fromWithin(p) || mem.holdsAt(mem.aliases().Base(p)) || inOwnBlock(mem, p)
}

// inOwnBlock reports whether p points into a block of the heap that this call has allocated, whose address
// stays here, and which ends with the reverse sweep (see shadowFree).
func inOwnBlock(mem *memory, p ir.Value) bool {
	block, ok := mem.aliases().Private(p).(*ir.Instr)
	if !ok || block.Op != ir.Call || !mem.fn.info.Shadow(block) && !mem.ins.blocks.tape[block] {
		return false
	}
	k := mem.fn.knownOf(block)
	return k != nil && k.Class == rules.Alloc || mem.rv.isPushed(block)
}

// fromWithin reports whether an address may be that of memory which the function
// itself allocates.
func (mem *memory) fromWithin(p ir.Value) bool {
	i, ok := mem.aliases().Base(p).(*ir.Instr)
	return ok && i.Op != ir.Load
}

// overwritten reports whether a writer outside of loop except, if that is given,
// may run after load i and write what it reads. Those whose reversal may put back
// what they overwrite are added to puts instead, where that is given.
func (mem *memory) overwritten(i *ir.Instr, except *analysis.Loop, puts *[]*ir.Instr) bool {
	size := mem.fn.m.Layout.StoreSize(i.Typ)
	first, base := mem.firstOrder(i), mem.aliases().Base(i.Arg(0))
	for _, g := range mem.groups {
		if (g.both || g.shadow == mem.sh.isShadow[i]) && mem.groupClobbers(g, i, size, first, base, except, puts) {
			return true
		}
	}
	return false
}

// groupClobbers reports whether one of the writers of g, those in blocks from
// number first on, may run after load l and write what it reads at base.
func (mem *memory) groupClobbers(g *writerGroup, l *ir.Instr, size int64, first int, base ir.Value, except *analysis.Loop, puts *[]*ir.Instr) bool {
	if mem.apartWhereStarted(base, mem.baseOf(g)) {
		return false
	}
	apart := g.base != nil && g.base != base
	if apart && !mem.basesClash(g, base, l, size) {
		return false
	}
	own := mem.fn.pair != nil && inOwnBlock(mem, l.Arg(0))
	if mem.fn.pair != nil && mem.baseOf(g) == base && !own {
		return true // a step whose tape is held: other steps, and code behind the loop, write elsewhere in the object
	}
	k := sort.Search(len(g.writers), func(k int) bool { return g.writers[k].order >= first })
	for _, w := range g.writers[k:] {
		if except != nil && except.Contains(w.i.Parent) || mem.rv.swaps.ignored[w.i] || !mem.mayFollow(l, w.i) || own && !followsInRun(mem, l, w.i) {
			continue
		}
		if mem.asked++; mem.asked > maxAsked || (apart || mem.clobbers(w.i, l.Arg(0), size, l) && !mem.leavesBehind(w.i, l)) && !mem.fillsFresh(w.i, l) {
			if puts != nil && len(*puts) < maxPutBack && (mem.mayPutBack(w.i, l) || mem.logged.mayHold(w.i, l)) {
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
func (mem *memory) baseOf(g *writerGroup) ir.Value {
	switch i := g.writers[0].i; {
	case i.Op == ir.AtomicRMW || i.Op == ir.CmpXchg:
		return mem.aliases().Base(i.Arg(0))
	case i.Op == ir.Call && mem.rv.actions[i] == nil && mem.rv.calls[i] == nil:
		if k := mem.fn.knownOf(i); k != nil && (k.Class == rules.MemSet || k.Class == rules.MemCpy || k.Class == rules.MemMove) {
			return mem.aliases().Base(i.Arg(0))
		}
	}
	return g.base
}

// maxAsked is how many pairs of a load and a writer are looked at in a
// function: what there are more is taken to overlap.
const maxAsked = 1 << 21

// basesClash reports whether a store of g may write what l reads, whose
// addresses are computed from different values.
func (mem *memory) basesClash(g *writerGroup, base ir.Value, l *ir.Instr, size int64) bool {
	key := pairOfBases{g.base, base, g.tag, l.Metadata("tbaa")}
	r, ok := mem.clash[key]
	if !ok {
		r = mem.clobbers(g.writers[0].i, l.Arg(0), size, l)
		mem.clash[key] = r
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
func (mem *memory) collectWriters() {
	mem.reload = map[*ir.Instr]bool{}
	mem.order = map[*ir.Block]int{}
	mem.place = map[*ir.Instr]int{}
	mem.clash = map[pairOfBases]bool{}
	mem.groupOf = map[groupKey]*writerGroup{}
	mem.aliases()
	for k, b := range ir.RPO(mem.fn.p) {
		mem.order[b] = k
		for n, i := range b.Instrs {
			mem.place[i] = n
			if !mem.fn.reach[b] || !mem.writes(i) {
				continue // what a panic leaves behind no reversal reads
			}
			w := writer{i: i, order: k}
			mem.group(w)
		}
	}
}

// group puts w into its group.
func (mem *memory) group(w writer) {
	key := groupKey{shadow: mem.sh.isShadow[w.i]}
	if w.i.Op == ir.Store {
		key.base, key.tag = mem.alias.Base(w.i.Arg(1)), w.i.Metadata("tbaa")
	}
	g := mem.groupOf[key]
	if g == nil || key.base == nil {
		g = &writerGroup{base: key.base, tag: key.tag, shadow: key.shadow, both: mem.rv.augments[w.i] != nil || mem.rv.sweeps[w.i] != nil}
		mem.groups = append(mem.groups, g)
		mem.groupOf[key] = g
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
func (mem *memory) firstOrder(i *ir.Instr) int {
	if mem.fn.pair != nil {
		return 0
	}
	b := i.Parent
	for l := mem.fn.loops.Of(b); l != nil; l = l.Parent {
		b = l.Header
	}
	return mem.order[b]
}

func (mem *memory) writes(i *ir.Instr) bool {
	switch i.Op {
	case ir.Store:
		return !mem.fn.unread[i]
	case ir.AtomicRMW, ir.CmpXchg, ir.VAArg:
		return true
	case ir.Call, ir.Invoke, ir.CallBr:
		if mem.rv.sweeps[i] != nil {
			return true
		}
		if mem.rv.actions[i] != nil {
			return mem.rv.calls[i] != nil
		}
		if mem.fn.env.runtime().Owns(i.CalledFunc()) {
			return false // works on the tape alone
		}
		if rules.MaskedOf(i).Load {
			return false
		}
		if f := i.CalledFunc(); f != nil && mem.fn.parallel && modref.Synchronises(f) {
			return false // what other threads write, the stores of the region write
		}
		k := mem.fn.knownOf(i)
		return k == nil || !k.Pure && !k.ReadOnly
	case ir.Fence:
		return false
	}
	return false
}

// leavesBehind reports whether the store w has gone on from what the load l read
// whenever l has run. Steps of a loop and the threads of a team have others before and
// behind them.
func (mem *memory) leavesBehind(w, l *ir.Instr) bool {
	if mem.fn.pair != nil || w.Op != ir.Store {
		return false
	}
	return dependences(mem).NoAntiDependence(l, w)
}

// dependences answers questions about addresses that go with loops.
func dependences(mem *memory) *analysis.DependenceTest {
	if mem.passed == nil {
		mem.passed = analysis.NewDependenceTest(mem.fn.p, mem.fn.loops)
	}
	return mem.passed
}

// fillsFresh reports whether w fills a block that a loop allocates anew, and load l has run before, or reads a
// block that was there before: the reverse sweep still has those that were, and no block lies where another one did.
func (mem *memory) fillsFresh(w, l *ir.Instr) bool {
	if mem.fn.pair != nil {
		return false
	}
	p := w.Arg(0)
	if w.Op == ir.Store {
		p = w.Arg(1)
	} else if k := mem.fn.knownOf(w); k == nil || k.Class != rules.MemCpy && k.Class != rules.MemSet {
		return false
	}
	block, ok := analysis.NotNull(analysis.StripAddress(p), mem.fn.loops).(*ir.Instr)
	if !ok || !mem.before(block, w) {
		return false
	}
	if k := mem.fn.knownOf(block); k == nil || k.Class != rules.Alloc || checkpoint.IsPool(block, checkpoint.PoolAlloc) {
		return false
	}
	if !mem.mayFollowBefore(block, l, w) {
		return true
	}
	from, ok := analysis.NotNull(analysis.StripAddress(l.Arg(0)), mem.fn.loops).(*ir.Instr)
	return ok && from.Op == ir.Phi && from.Typ.IsPtr() && mem.before(from, block)
}

// mayFollowBefore reports whether w may run after l before the instruction again does,
// which has run whenever w does.
func (mem *memory) mayFollowBefore(again, l, w *ir.Instr) bool {
	within := mem.fn.loops.Of(again.Parent)
	if within == nil {
		return mem.mayFollow(l, w)
	}
	return within.Contains(l.Parent) && mem.followsWithin(within, l, w)
}

// followsWithin reports whether w may run after l in one iteration of a loop.
func (mem *memory) followsWithin(within *analysis.Loop, l, w *ir.Instr) bool {
	bl, bw := l.Parent, w.Parent
	for x := mem.fn.loops.Of(bl); x != within; x = x.Parent {
		if x.Contains(bw) {
			return true
		}
		bl = x.Header
	}
	if bl == bw {
		return mem.place[l] < mem.place[w]
	}
	for x := mem.fn.loops.Of(bw); x != nil && x != within; x = x.Parent {
		bw = x.Header
	}
	return mem.order[bl] < mem.order[bw]
}

// before reports whether a has run whenever b does.
func (mem *memory) before(a, b *ir.Instr) bool {
	if a.Parent == b.Parent {
		return mem.place[a] < mem.place[b]
	}
	return mem.fn.dt.Dominates(a.Parent, b.Parent)
}

// clobbers reports whether w may write the size bytes at p, which load l reads,
// at any time in one run of the function.
func (mem *memory) clobbers(w *ir.Instr, p ir.Value, size int64, l *ir.Instr) bool {
	if besideShadows(mem, w, p, l) {
		return false
	}
	a := mem.aliases()
	if ac := mem.rv.augments[w]; ac != nil && ac.callee != nil && !mem.sh.isShadow[l] {
		return a.WritesFrom(ac.callee, ac.args, p, size) // what it does beyond that is to the tape and to shadow memory
	}
	if w.Op == ir.Call {
		for _, q := range mem.rv.sweeps[w] {
			if a.AliasAnytime(q, -1, p, size) != analysis.NoAlias {
				return true
			}
		}
		if mem.rv.sweeps[w] != nil {
			return false
		}
		var q ir.Value
		if k := mem.fn.knownOf(w); k != nil && (k.Class == rules.MemCpy || k.Class == rules.MemMove || k.Class == rules.MemSet) {
			q = w.Arg(0)
		} else if m := rules.MaskedOf(w); m.Kind == rules.OneAddress && !m.Load {
			q = w.Arg(m.Addr)
		}
		if q != nil {
			return a.AliasAnytime(q, -1, p, size) != analysis.NoAlias
		}
	}
	return a.Clobbers(w, l)
}

// besideShadows reports whether w stores active data, which goes to memory with a shadow, and load l reads at p
// memory that has none, such as what the call declares constant.
func besideShadows(mem *memory, w *ir.Instr, p ir.Value, l *ir.Instr) bool {
	info := mem.fn.info
	return w.Op == ir.Store && mem.rv.isActive(w.Arg(0)) && !mem.sh.isShadow[w] && !mem.sh.isShadow[l] &&
		!info.MaybeConst(w.Arg(1)) && info.NeverShadowed(p)
}

// mayFollow reports whether b may run after a within one run of the function, or,
// in a step of a loop, at all.
func (mem *memory) mayFollow(a, b *ir.Instr) bool {
	return mem.fn.pair != nil || followsInRun(mem, a, b)
}

// followsInRun reports whether b may run after a within one run of the function.
func followsInRun(mem *memory, a, b *ir.Instr) bool {
	ba, bb := a.Parent, b.Parent
	for l := mem.fn.loops.Of(ba); l != nil; l = l.Parent {
		if l.Contains(bb) {
			return true
		}
		ba = l.Header
	}
	if ba == bb {
		return mem.place[a] < mem.place[b]
	}
	for l := mem.fn.loops.Of(bb); l != nil; l = l.Parent {
		bb = l.Header // the way there goes by it; blocks behind the loop may have numbers before those inside
	}
	return mem.order[ba] < mem.order[bb] && !mem.otherVersion(ba, bb)
}

// forgetWriter takes out of the writers one that is to be erased.
func (mem *memory) forgetWriter(i *ir.Instr) {
	for _, g := range mem.groups {
		g.writers = slices.DeleteFunc(g.writers, func(w writer) bool { return w.i == i })
	}
	mem.groups = slices.DeleteFunc(mem.groups, func(g *writerGroup) bool { return len(g.writers) == 0 })
}
