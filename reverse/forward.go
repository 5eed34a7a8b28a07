package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/tape"
)

// emitter writes the augmented primal into a function.
type emitter struct {
	s      *synth
	out    *ir.Function
	top    *ir.Builder // the entry block, for stack slots
	vals   map[ir.Value]ir.Value
	blocks map[*ir.Block]*ir.Block
	kept   *tape.Writer
	rooms  map[*ir.Instr]*ir.Instr // see room
	old    map[*ir.Instr]ir.Value  // what stores overwrote, and what that put back in turn overwrote: see exchange
	rp     *replay                 // what is run again, nil for the whole of p
	input  func(ir.Value) ir.Value
	target func(from, to *ir.Block) *ir.Block
	ret    *ir.Block // copy of the returning block, without terminator
	retVal ir.Value
}

func newEmitter(s *synth, out *ir.Function, top *ir.Builder) *emitter {
	e := &emitter{s: s, out: out, top: top, vals: map[ir.Value]ir.Value{}, blocks: map[*ir.Block]*ir.Block{},
		rooms: map[*ir.Instr]*ir.Instr{}, old: map[*ir.Instr]ir.Value{}}
	e.kept = s.records.NewWriter(top, e.val)
	return e
}

// val gives the copy of a value of p.
func (e *emitter) val(v ir.Value) ir.Value {
	if c, ok := e.vals[v]; ok {
		return c
	}
	if e.input != nil {
		if ir.IsConstant(v) {
			return v
		}
		c := e.input(v)
		e.vals[v] = c
		return c
	}
	return v
}

// copies reports whether i belongs to what e writes.
func (e *emitter) copies(i *ir.Instr) bool {
	if e.rp == nil {
		return (!e.s.tapeCode[i] || e.s.rps.replayOf(i.Parent) == nil && e.s.records.TakenLater(i) == nil) && !e.s.rps.isDeferred(i) && !e.s.fn.unread[i]
	}
	return e.rp.code[i] || e.s.tapeCode[i] || i.Op.IsTerminator()
}

// run copies p behind the entry block. The ret is left out: ret and retVal
// tell where it stood.
func (e *emitter) run() {
	for _, v := range e.s.fn.p.Params {
		e.keep(e.top, v)
	}
	var order []*ir.Block
	for _, b := range ir.RPO(e.s.fn.p) {
		if !e.s.rps.inDeferredLoop(b) {
			order = append(order, b)
		}
	}
	e.runBlocks(order)
}

// runLoop copies one iteration of the loop of a replay.
func (e *emitter) runLoop() {
	var order []*ir.Block
	for _, b := range ir.RPO(e.s.fn.p) {
		if e.rp.loop.Contains(b) {
			order = append(order, b)
		}
	}
	e.runBlocks(order)
}

func (e *emitter) runBlocks(order []*ir.Block) {
	s := e.s
	for _, b := range order {
		e.blocks[b] = e.out.NewBlock(b.Name)
	}
	var phis [][2]*ir.Instr
	b := ir.NewBuilder(e.blocks[order[0]])
	for _, blk := range order {
		b.AtEnd(e.blocks[blk])
		n := blk.FirstNonPhi()
		first := n // behind the landing pad, which must come first
		if blk.Instrs[n].Op == ir.LandingPad {
			first++
		}
		for k, i := range blk.Instrs {
			if k == first {
				e.startRecord(b, blk)
				for _, phi := range blk.Instrs[:first] {
					if e.copies(phi) {
						e.keep(b, phi)
					}
				}
				e.keepInvoke(b, blk)
				e.markIteration(b, blk)
			}
			e.enterRecords(b, blk, i)
			if !e.copies(i) {
				continue
			}
			if i.Op == ir.Ret {
				e.ret = b.B
				if i.NumArgs() > 0 {
					e.retVal = e.val(i.Arg(0))
				}
				continue
			}
			if s.ins.blocks.tape[i] {
				e.vals[i] = e.block(b, i)
				e.keep(b, i)
				continue
			}
			c := s.fn.env.accesses(i.Copy(), s.sh.regionOf(i))
			c.Name = i.Name
			e.vals[i] = c
			if i.Op == ir.Phi {
				c.SetArgs()
				c.Blocks = nil
				phis = append(phis, [2]*ir.Instr{i, c})
				b.Insert(c)
				continue
			}
			for k := range c.NumArgs() {
				c.SetArg(k, e.val(i.Arg(k)))
			}
			if e.rp == nil && i.Op.IsTerminator() {
				e.deferredStores(b, blk)
			}
			for k, t := range c.Blocks {
				c.Blocks[k] = e.successor(blk, t)
			}
			if i.Op == ir.Alloca && blk == s.fn.p.Entry() && ir.IsConstant(i.Arg(0)) {
				e.top.Insert(c)
				continue
			}
			e.beforeStore(b, i)
			s.fn.info.CheckNumbers(b, i, e.val)
			s.fn.info.CheckNowhere(b, i, func() ir.Value { return c.Arg(2) })
			b.Insert(c)
			if i.Typ != ir.Void && i.Op != ir.Invoke && k >= first {
				e.keep(b, i)
			}
			e.kept.Copied(b, blk, i, c)
		}
	}
	for _, p := range phis {
		for k, from := range p[0].Blocks {
			p[1].AddIncoming(e.val(p[0].Arg(k)), e.blocks[from])
		}
	}
}

// successor gives the block to go to instead of p's block `to`.
func (e *emitter) successor(from, to *ir.Block) *ir.Block {
	if e.target != nil {
		return e.target(from, to)
	}
	if rp := e.s.rps.replayOf(to); rp != nil && rp.deferred != nil {
		to = rp.deferred.exit
	}
	return e.blocks[to]
}

// keepInvoke stores the result of the invoke that returns to blk.
func (e *emitter) keepInvoke(b *ir.Builder, blk *ir.Block) {
	if ps := e.s.fn.preds(blk); len(ps) == 1 {
		if t := ps[0].Term(); t.Op == ir.Invoke && t.Blocks[0] == blk {
			e.keep(b, t)
		}
	}
}

// startRecord computes, at the head of a loop that has an array of records,
// the address of the iteration's one.
func (e *emitter) startRecord(b *ir.Builder, blk *ir.Block) {
	l := e.s.fn.loops.Of(blk)
	if l == nil || l.Header != blk || !e.fills(l) {
		return
	}
	e.kept.Start(b, l, func(l *analysis.Loop) ir.Value { return e.val(e.s.cf.counter[l]) })
}

// fills reports whether e fills the records of l.
func (e *emitter) fills(l *analysis.Loop) bool {
	return (e.rp != nil || !e.s.rps.insideReplay(l)) && (e.rp == nil || e.rp.loop != l)
}

// enterRecords fills the record in front of those of a loop, where i ends its preheader.
func (e *emitter) enterRecords(b *ir.Builder, blk *ir.Block, i *ir.Instr) {
	if !i.Op.IsTerminator() || len(i.Blocks) != 1 {
		return
	}
	l := e.s.fn.loops.Of(i.Blocks[0])
	if l == nil || l.Preheader() != blk || !e.fills(l) {
		return
	}
	e.kept.Enter(b, l, func(l *analysis.Loop) ir.Value { return e.val(e.s.cf.counter[l]) })
}

// keeps reports whether it is e's business to keep the value of i.
func (e *emitter) keeps(i *ir.Instr) bool { return e.s.rps.replayed(i) == e.rp }

// keep stores v where its place says, right behind its computation.
func (e *emitter) keep(b *ir.Builder, v ir.Value) {
	if i, isInstr := v.(*ir.Instr); isInstr {
		if !e.keeps(i) {
			return
		}
		if e.rp != nil {
			if slot := e.rp.slots[i]; slot != nil {
				put(b, slot, e.val(v))
			}
		}
	}
	e.kept.Keep(b, v)
}
