package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// cursor is where the code of the reverse sweep goes, and what that reverses.
type cursor struct {
	s     *synth
	out   *ir.Function
	top   *ir.Builder    // the entry block, for stack slots
	b     *ir.Builder    // where code goes
	loop  *analysis.Loop // the loop of p whose iteration the code at b reverses
	seg   int            // straight-line stretch that b is in, for memo
	segs  int
	dry   bool // only note the values asked for
	tape  ir.Value
	frame ir.Value  // split form: the frame
	now   *ir.Instr // what is being reversed
}

// reverser writes the reverse sweep into a function.
type reverser struct {
	blocks map[*ir.Block]*ir.Block
	queue  []*ir.Block
	never  *ir.Block // where control cannot come
	finish *ir.Block // behind the reversal of the entry block
	cu     *cursor
	lk     *lookups
	ad     *adjoints
	ac     *accesses
	in     *instructions
}

// memoKey is a value of p at a stretch of the reverse sweep.
type memoKey struct {
	v   ir.Value
	seg int
}

// loopEntry is the block through which the reverse sweep enters a loop, and
// the loop's state: the counter and, for linked records, the current one.
type loopEntry struct {
	block   *ir.Block
	seg     int
	counter *ir.Instr               // slot: number of the iteration
	last    *ir.Instr               // slot: that of the iteration where control left the loop, where guards ask
	rec     *ir.Instr               // slot: its record
	sel     *ir.Instr               // slot: which target
	later   map[*ir.Instr]*ir.Instr // slots: arrays of records, see takeLater
	chosen  map[*choice]*ir.Instr
	back    map[*ir.Instr]*ir.Instr // slots of phis of the header that are computed back
	targets []*ir.Block
}

func newReverser(s *synth, out *ir.Function) *reverser {
	if len(out.Blocks) == 0 {
		out.NewBlock("entry")
	}
	cu := &cursor{s: s, out: out, top: ir.NewBuilder(out.Entry())}
	lk := &lookups{cu: cu, neededs: map[ir.Value]bool{}, enters: map[*analysis.Loop]*loopEntry{}, memo: map[memoKey]ir.Value{}, inherited: map[ir.Value]ir.Value{}}
	ad := newAdjoints(cu)
	ac := &accesses{cu: cu, lk: lk, ad: ad, updates: map[*ir.Instr]bool{}, found: map[inLane]ir.Value{}}
	return &reverser{cu: cu, lk: lk, ad: ad, ac: ac, in: &instructions{cu: cu, lk: lk, ad: ad, ac: ac}, blocks: map[*ir.Block]*ir.Block{}}
}

// run writes the sweep from start on; when it returns b stands at the end of
// the sweep, where the gradients of the parameters are complete.
func (r *reverser) run(start *ir.Block) {
	s := r.cu.s
	r.cu.b = ir.NewBuilder(start)
	r.finish = r.cu.out.NewBlock("llad.done")
	if s.fn.ret == nil {
		r.cu.b.Br(r.finish)
		r.cu.b.AtEnd(r.finish)
		return
	}
	r.cu.b.Br(r.block(s.fn.ret.Parent))
	for len(r.queue) > 0 && s.fn.err == nil {
		b := r.queue[0]
		r.queue = r.queue[1:]
		r.reverseBlock(b)
	}
	for _, l := range s.fn.allLoops() {
		if rp := s.rps.replays[l]; rp != nil && rp.entry != nil && !r.cu.dry {
			r.emitReplay(rp)
		}
	}
	for _, l := range s.fn.allLoops() {
		if e := r.lk.enters[l]; e != nil {
			r.endEntry(e)
		}
	}
	r.cu.at(r.finish, nil)
}

// block gives the reverse block of b, queued when new.
func (r *reverser) block(b *ir.Block) *ir.Block {
	if x, ok := r.blocks[b]; ok {
		return x
	}
	x := r.cu.out.NewBlock("llad.rev." + plain(b.Name))
	r.blocks[b] = x
	r.queue = append(r.queue, b)
	return x
}

// plain is a block's name as part of another one.
func plain(name string) string {
	for _, c := range name {
		if c == '"' {
			return ""
		}
	}
	return name
}

// at moves to the end of x, a stretch that reverses an iteration of l.
func (cu *cursor) at(x *ir.Block, l *analysis.Loop) {
	cu.b.AtEnd(x)
	cu.loop = l
	cu.segs++
	cu.seg = cu.segs
}

// reverseBlock writes the reversal of b and the way on.
func (r *reverser) reverseBlock(b *ir.Block) {
	s := r.cu.s
	l := s.fn.loops.Of(b)
	r.cu.at(r.blocks[b], l)
	r.ad.here = b
	if s.cf.work[b.ID] {
		for k := len(b.Instrs) - 1; k >= 0 && b.Instrs[k].Op != ir.Phi; k-- {
			i := b.Instrs[k]
			if sw := s.rv.swapsBack(i); sw != nil {
				r.ac.swapBack(sw)
			}
			if s.rv.hasReversal(i) {
				r.cu.b.Meta = i.AdjointLoc()
				r.cu.b.Flags = i.Flags&ir.FastMath | s.fn.contract
				r.cu.now = i
				r.instr(i)
			}
		}
	}
	r.cu.b.Flags, r.cu.b.Meta = 0, b.Term().AdjointLoc()
	r.cu.now = b.Term() // the way back is that of the control flow
	if !r.cu.dry {
		if part := s.records.InPart(b); part != nil {
			r.cu.b.CallFunc(s.fn.env.runtime().PopFunc(), r.cu.tape, r.lk.lookup(part))
		}
	}
	phis, adjs := r.ad.takePhis(b)
	r.ad.endLocals()
	switch {
	case b == s.fn.p.Entry():
		r.cu.b.Br(r.finish)
	case l != nil && l.Header == b:
		r.reverseHeader(l, phis, adjs)
	case s.cf.skip[b] != nil:
		r.cu.b.Br(r.block(s.cf.skip[b]))
	default:
		r.reverseEdges(b, phis, adjs)
	}
}

// reverseEdges goes on to the predecessors of b.
func (r *reverser) reverseEdges(b *ir.Block, phis []*ir.Instr, adjs []ir.Value) {
	s := r.cu.s
	ps := s.fn.preds(b)
	if len(ps) == 1 {
		r.ad.passOn(phis, adjs, ps[0])
		r.enterFrom(ps[0], b)
		return
	}
	path := r.lk.lookup(s.cf.path[b])
	home := r.cu.b.B
	var cases []int64
	var targets []*ir.Block
	for k, p := range ps {
		x := r.cu.out.NewBlock("llad.edge")
		cases = append(cases, int64(k))
		targets = append(targets, x)
		r.cu.at(x, s.fn.loops.Of(b))
		r.ad.passOn(phis, adjs, p)
		r.enterFrom(p, b)
	}
	r.cu.b.AtEnd(home)
	last := len(ps) - 1
	if last == 1 {
		r.cu.b.CondBr(r.cu.b.ICmp(ir.EQ, path, ir.NewInt(ir.I32, 0)), targets[0], targets[1])
		return
	}
	r.cu.b.Switch(path, targets[last], cases[:last], targets[:last])
}

// enterFrom ends the current block with the way from `to` back into its
// predecessor `from`, through the entries of the loops that the edge leaves.
func (r *reverser) enterFrom(from, to *ir.Block) {
	s := r.cu.s
	r.skipUnlessChosen(from, to)
	target := s.cf.enter(from, to)
	final := r.block(target)
	var chain []*loopEntry
	for _, l := range s.fn.left(from, to) {
		if !s.cf.loopWork[l] {
			break
		}
		e := r.lk.entry(l)
		rp := s.rps.replays[l]
		if rp == nil || !rp.fused {
			n := r.lk.lookup(s.cf.counts[to][l])
			r.cu.b.Store(n, e.counter, 8)
			if e.last != nil {
				r.cu.b.Store(n, e.last, 8)
			}
			r.lk.beginBack(l, to)
		}
		for _, c := range s.cf.chosen[l] {
			r.cu.b.Store(r.lk.lookup(c.last[to]), r.lk.chosenSlot(e, c), 8)
		}
		if !r.cu.dry && s.records.Linked(l) {
			r.cu.b.Store(r.lk.lookup(s.records.Last(l, to)), e.rec, 8)
		}
		chain = append(chain, e)
		if rp != nil {
			final = r.replayEntry(rp)
		}
	}
	next := final
	for k := len(chain) - 1; k >= 0; k-- {
		r.choose(chain[k], next)
		next = chain[k].block
	}
	r.cu.b.Br(next)
}

// entry gives the entry of a loop, made when new.
func (lks *lookups) entry(l *analysis.Loop) *loopEntry {
	if e, ok := lks.enters[l]; ok {
		return e
	}
	lks.cu.segs++
	e := &loopEntry{block: lks.cu.out.NewBlock("llad.enter"), seg: lks.cu.segs}
	e.counter = lks.cu.slot(ir.I64)
	e.sel = lks.cu.slot(ir.I32)
	if lks.cu.s.gd.nextOf(l) != nil {
		e.last = lks.cu.slot(ir.I64)
	}
	if lks.cu.s.records.Linked(l) {
		e.rec = lks.cu.slot(lks.cu.s.fn.m.Ptr())
	}
	lks.enters[l] = e
	return e
}

// slot makes a stack slot.
func (cu *cursor) slot(t *ir.Type) *ir.Instr { return cu.top.Alloca(t, nil, 0) }

// choose notes on the current path that e is to go on to target.
func (r *reverser) choose(e *loopEntry, target *ir.Block) {
	for k, t := range e.targets {
		if t == target {
			r.cu.b.Store(ir.NewInt(ir.I32, int64(k)), e.sel, 4)
			return
		}
	}
	r.cu.b.Store(ir.NewInt(ir.I32, int64(len(e.targets))), e.sel, 4)
	e.targets = append(e.targets, target)
}

// endEntry ends the entry block with the choice of its target.
func (r *reverser) endEntry(e *loopEntry) {
	r.cu.b.AtEnd(e.block)
	if len(e.targets) == 1 {
		r.cu.b.Br(e.targets[0])
		return
	}
	sel := r.cu.b.Load(ir.I32, e.sel, 4)
	var cases []int64
	for k := range e.targets[1:] {
		cases = append(cases, int64(k+1))
	}
	r.cu.b.Switch(sel, e.targets[0], cases, e.targets[1:])
}

// reverseHeader ends the reversal of an iteration: the first one goes on
// before the loop, any other to the iteration before it.
func (r *reverser) reverseHeader(l *analysis.Loop, phis []*ir.Instr, adjs []ir.Value) {
	s := r.cu.s
	if rp := s.rps.replays[l]; rp != nil && rp.fused {
		r.endFused(rp, phis, adjs)
		return
	}
	e := r.lk.entry(l)
	rest := r.ac.addCarried(l)
	pre, latch := l.Preheader(), l.Latch()
	c := r.cu.b.Load(ir.I64, e.counter, 8)
	var cur ir.Value
	if e.rec != nil {
		cur = r.cu.b.Load(s.fn.m.Ptr(), e.rec, 8)
	}
	leave, again := r.cu.out.NewBlock("llad.first"), r.cu.out.NewBlock("llad.before")
	r.cu.b.CondBr(r.cu.b.ICmp(ir.EQ, c, i64(0)), leave, again)

	r.cu.at(again, l)
	r.ad.passOn(phis, adjs, latch)
	r.cu.b.Store(r.cu.b.Sub(c, i64(1)), e.counter, 8)
	r.lk.stepBack(l)
	if cur != nil {
		r.cu.b.Store(s.records.Previous(r.cu.b, cur), e.rec, 8)
		r.cu.b.CallFunc(s.fn.env.runtime().PopFunc(), r.cu.tape, cur)
	}
	if rp := s.rps.replays[l]; rp != nil {
		r.cu.b.Br(r.replayEntry(rp))
	} else {
		r.cu.b.Br(r.block(latch))
	}

	r.cu.at(leave, l.Parent)
	rest()
	r.ad.passOn(phis, adjs, pre)
	if cur != nil {
		r.cu.b.CallFunc(s.fn.env.runtime().PopFunc(), r.cu.tape, cur)
	}
	r.endNest(l)
	if rp := s.rps.replays[l]; rp != nil {
		for k := len(rp.objects) - 1; k >= 0; k-- {
			r.cu.b.CallFunc(s.fn.env.runtime().PopFunc(), r.cu.tape, r.lk.lookup(rp.objects[k].save))
		}
	}
	r.cu.b.Br(r.block(pre))
}

// endNest takes the records that stand in front of l off the tape, when l has
// been reversed.
func (r *reverser) endNest(l *analysis.Loop) {
	if r.cu.dry {
		return
	}
	if later := r.cu.s.records.Later(l); len(later) > 0 {
		r.cu.b.CallFunc(r.cu.s.fn.env.runtime().PopFunc(), r.cu.tape, r.cu.get(r.lk.takeLater(l)[later[0]], later[0].Typ))
	}
	if base := r.cu.s.records.InFrontOf(l); base != nil {
		r.cu.b.CallFunc(r.cu.s.fn.env.runtime().PopFunc(), r.cu.tape, r.lk.lookup(base))
	}
}
