package reverse

import "github.com/llad-ad/llad/ir"

// reverser writes the reverse sweep into a function.
type reverser struct {
	s     *synth
	out   *ir.Function
	top   *ir.Builder // the entry block, for stack slots
	b     *ir.Builder // where code goes
	loop  *ir.Loop    // the loop of p whose iteration the code at b reverses
	seg   int         // straight-line stretch that b is in, for memo
	fwd   *emitter    // combined form: the forward sweep in the same function
	tape  ir.Value
	frame ir.Value // split form: the frame

	inherited map[ir.Value]ir.Value // split form: parameters of p that are parameters here

	seeds []ir.Value // adjoints of the result, one for each lane

	dry     bool // only note the values asked for
	needed  []ir.Value
	neededs map[ir.Value]bool
	now     *ir.Instr // what is being reversed

	shared        bool // addAt adds to memory that other threads add to
	*laneAdjoints      // of the lane at hand
	lanes         []*laneAdjoints
	here          *ir.Block           // whose instructions are being reversed
	updates       map[*ir.Instr]bool  // loads whose adjoint takes the place of their store's, see updated
	found         map[inLane]ir.Value // the adjoint of that store
	blocks        map[*ir.Block]*ir.Block
	queue         []*ir.Block
	enters        map[*ir.Loop]*loopEntry
	memo          map[memoKey]ir.Value
	carries       []*carry // of the block being reversed
	segs          int
	never         *ir.Block // where control cannot come
	finish        *ir.Block // behind the reversal of the entry block
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
	counter *ir.Instr // slot: number of the iteration
	rec     *ir.Instr // slot: its record
	sel     *ir.Instr // slot: which target
	chosen  map[*choice]*ir.Instr
	back    map[*ir.Instr]*ir.Instr // slots of phis of the header that are computed back
	targets []*ir.Block
}

func newReverser(s *synth, out *ir.Function) *reverser {
	r := &reverser{s: s, out: out, updates: map[*ir.Instr]bool{}, found: map[inLane]ir.Value{}, neededs: map[ir.Value]bool{},
		blocks: map[*ir.Block]*ir.Block{}, enters: map[*ir.Loop]*loopEntry{}, memo: map[memoKey]ir.Value{}, inherited: map[ir.Value]ir.Value{}}
	for range s.fn.env.Width {
		r.lanes = append(r.lanes, &laneAdjoints{adjs: map[ir.Value]*ir.Instr{}, localOf: map[ir.Value]int{}})
	}
	r.setLane(0)
	if len(out.Blocks) == 0 {
		out.NewBlock("entry")
	}
	r.top = ir.NewBuilder(out.Entry())
	return r
}

// run writes the sweep from start on; when it returns b stands at the end of
// the sweep, where the gradients of the parameters are complete.
func (r *reverser) run(start *ir.Block) {
	s := r.s
	r.b = ir.NewBuilder(start)
	r.finish = r.out.NewBlock("llad.done")
	if s.fn.ret == nil {
		r.b.Br(r.finish)
		r.b.AtEnd(r.finish)
		return
	}
	r.b.Br(r.block(s.fn.ret.Parent))
	for len(r.queue) > 0 && s.fn.err == nil {
		b := r.queue[0]
		r.queue = r.queue[1:]
		r.reverseBlock(b)
	}
	for _, l := range s.fn.allLoops() {
		if rp := s.rps.replays[l]; rp != nil && rp.entry != nil && !r.dry {
			r.emitReplay(rp)
		}
	}
	for _, l := range s.fn.allLoops() {
		if e := r.enters[l]; e != nil {
			r.endEntry(e)
		}
	}
	r.at(r.finish, nil)
}

// block gives the reverse block of b, queued when new.
func (r *reverser) block(b *ir.Block) *ir.Block {
	if x, ok := r.blocks[b]; ok {
		return x
	}
	x := r.out.NewBlock("llad.rev." + plain(b.Name))
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
func (r *reverser) at(x *ir.Block, l *ir.Loop) {
	r.b.AtEnd(x)
	r.loop = l
	r.segs++
	r.seg = r.segs
}

// reverseBlock writes the reversal of b and the way on.
func (r *reverser) reverseBlock(b *ir.Block) {
	s := r.s
	l := s.fn.loops.Of(b)
	r.at(r.blocks[b], l)
	r.here = b
	if s.cf.work[b.ID] {
		for k := len(b.Instrs) - 1; k >= 0 && b.Instrs[k].Op != ir.Phi; k-- {
			i := b.Instrs[k]
			if sw := s.rv.swapsBack(i); sw != nil {
				r.swapBack(sw)
			}
			if s.rv.hasReversal(i) {
				r.b.Meta = nil
				r.b.Flags = i.Flags&ir.FastMath | s.fn.contract
				r.now = i
				r.instr(i)
			}
		}
	}
	r.b.Flags = 0
	r.now = b.Term() // the way back is that of the control flow
	phis, adjs := r.takePhis(b)
	r.endLocals()
	switch {
	case b == s.fn.p.Entry():
		r.b.Br(r.finish)
	case l != nil && l.Header == b:
		r.reverseHeader(l, phis, adjs)
	case s.cf.skip[b] != nil:
		r.b.Br(r.block(s.cf.skip[b]))
	default:
		r.reverseEdges(b, phis, adjs)
	}
}

// takePhis reads the adjoints of the active phis of b and clears them, all
// before any is passed on: phis take effect together. Those of a phi follow each
// other lane by lane.
func (r *reverser) takePhis(b *ir.Block) (phis []*ir.Instr, adjs []ir.Value) {
	for _, phi := range b.Phis() {
		if r.s.rv.isActive(phi) && !r.s.sh.isShadow[phi] {
			phis = append(phis, phi)
			r.eachLane(func() { adjs = append(adjs, r.take(phi)) })
		}
	}
	return phis, adjs
}

// passOn adds the phis' adjoints to what came from block `from`.
func (r *reverser) passOn(phis []*ir.Instr, adjs []ir.Value, from *ir.Block) {
	for k, phi := range phis {
		r.b.Flags = phi.Flags&ir.FastMath | r.s.fn.contract
		v := phi.Incoming(from)
		r.eachLane(func() { r.add(v, adjs[k*r.s.fn.env.Width+r.s.sh.lane]) })
	}
	r.b.Flags = 0
}

// reverseEdges goes on to the predecessors of b.
func (r *reverser) reverseEdges(b *ir.Block, phis []*ir.Instr, adjs []ir.Value) {
	s := r.s
	ps := s.fn.preds(b)
	if len(ps) == 1 {
		r.passOn(phis, adjs, ps[0])
		r.enterFrom(ps[0], b)
		return
	}
	path := r.lookup(s.cf.path[b])
	home := r.b.B
	var cases []int64
	var targets []*ir.Block
	for k, p := range ps {
		x := r.out.NewBlock("llad.edge")
		cases = append(cases, int64(k))
		targets = append(targets, x)
		r.at(x, s.fn.loops.Of(b))
		r.passOn(phis, adjs, p)
		r.enterFrom(p, b)
	}
	r.b.AtEnd(home)
	last := len(ps) - 1
	if last == 1 {
		r.b.CondBr(r.b.ICmp(ir.EQ, path, ir.NewInt(ir.I32, 0)), targets[0], targets[1])
		return
	}
	r.b.Switch(path, targets[last], cases[:last], targets[:last])
}

// enterFrom ends the current block with the way from `to` back into its
// predecessor `from`, through the entries of the loops that the edge leaves.
func (r *reverser) enterFrom(from, to *ir.Block) {
	s := r.s
	r.skipUnlessChosen(from, to)
	target := s.cf.enter(from, to)
	final := r.block(target)
	var chain []*loopEntry
	for _, l := range s.fn.left(from, to) {
		if !s.cf.loopWork[l] {
			break
		}
		e := r.entry(l)
		rp := s.rps.replays[l]
		if rp == nil || !rp.ascends {
			r.b.Store(r.lookup(s.cf.counts[to][l]), e.counter, 8)
			r.beginBack(l, to)
		}
		for _, c := range s.cf.chosen[l] {
			r.b.Store(r.lookup(c.last[to]), r.chosenSlot(e, c), 8)
		}
		if !r.dry && s.records.Linked(l) {
			r.b.Store(r.lookup(s.records.Last(l, to)), e.rec, 8)
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
	r.b.Br(next)
}

// entry gives the entry of a loop, made when new.
func (r *reverser) entry(l *ir.Loop) *loopEntry {
	if e, ok := r.enters[l]; ok {
		return e
	}
	r.segs++
	e := &loopEntry{block: r.out.NewBlock("llad.enter"), seg: r.segs}
	e.counter = r.slot(ir.I64)
	e.sel = r.slot(ir.I32)
	if r.s.records.Linked(l) {
		e.rec = r.slot(r.s.fn.m.Ptr())
	}
	r.enters[l] = e
	return e
}

// slot makes a stack slot.
func (r *reverser) slot(t *ir.Type) *ir.Instr { return r.top.Alloca(t, nil, 0) }

// choose notes on the current path that e is to go on to target.
func (r *reverser) choose(e *loopEntry, target *ir.Block) {
	for k, t := range e.targets {
		if t == target {
			r.b.Store(ir.NewInt(ir.I32, int64(k)), e.sel, 4)
			return
		}
	}
	r.b.Store(ir.NewInt(ir.I32, int64(len(e.targets))), e.sel, 4)
	e.targets = append(e.targets, target)
}

// endEntry ends the entry block with the choice of its target.
func (r *reverser) endEntry(e *loopEntry) {
	r.b.AtEnd(e.block)
	if len(e.targets) == 1 {
		r.b.Br(e.targets[0])
		return
	}
	sel := r.b.Load(ir.I32, e.sel, 4)
	var cases []int64
	for k := range e.targets[1:] {
		cases = append(cases, int64(k+1))
	}
	r.b.Switch(sel, e.targets[0], cases, e.targets[1:])
}

// reverseHeader ends the reversal of an iteration: the first one goes on
// before the loop, any other to the iteration before it.
func (r *reverser) reverseHeader(l *ir.Loop, phis []*ir.Instr, adjs []ir.Value) {
	s := r.s
	if rp := s.rps.replays[l]; rp != nil && rp.ascends {
		r.ascend(rp, phis, adjs)
		return
	}
	e := r.entry(l)
	rest := r.addCarried(l)
	pre, latch := l.Preheader(), l.Latch()
	c := r.b.Load(ir.I64, e.counter, 8)
	var cur ir.Value
	if e.rec != nil {
		cur = r.b.Load(s.fn.m.Ptr(), e.rec, 8)
	}
	leave, again := r.out.NewBlock("llad.first"), r.out.NewBlock("llad.before")
	r.b.CondBr(r.b.ICmp(ir.EQ, c, i64(0)), leave, again)

	r.at(again, l)
	r.passOn(phis, adjs, latch)
	r.b.Store(r.b.Sub(c, i64(1)), e.counter, 8)
	r.stepBack(l)
	if cur != nil {
		r.b.Store(s.records.Previous(r.b, cur), e.rec, 8)
		r.b.CallFunc(s.fn.env.runtime().PopFunc(), r.tape, cur)
	}
	if rp := s.rps.replays[l]; rp != nil {
		r.b.Br(r.replayEntry(rp))
	} else {
		r.b.Br(r.block(latch))
	}

	r.at(leave, l.Parent)
	rest()
	r.passOn(phis, adjs, pre)
	if cur != nil {
		r.b.CallFunc(s.fn.env.runtime().PopFunc(), r.tape, cur)
	}
	r.endNest(l)
	if rp := s.rps.replays[l]; rp != nil {
		for k := len(rp.objects) - 1; k >= 0; k-- {
			r.b.CallFunc(s.fn.env.runtime().PopFunc(), r.tape, r.lookup(rp.objects[k].save))
		}
	}
	r.b.Br(r.block(pre))
}

// endNest takes the records that stand in front of l off the tape, when l has
// been reversed.
func (r *reverser) endNest(l *ir.Loop) {
	if base := r.s.records.InFrontOf(l); base != nil && !r.dry {
		r.b.CallFunc(r.s.fn.env.runtime().PopFunc(), r.tape, r.lookup(base))
	}
}
