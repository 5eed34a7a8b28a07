package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// write emits the jammed loop before the original one.
func (j *unrollAndJam) write() bool {
	before := j.before
	b := ir.NewBuilder(before)
	f := j.f
	check := f.NewBlock(f.FreshName("llad.jam.check"))
	x := &jamNumbers{j: j, b: ir.NewBuilder(check), counts: map[*analysis.Loop]ir.Value{}, asked: map[int]bool{}}
	x.counts[j.l] = j.count.Emit(x.b)
	for _, l := range inside(j.l) {
		n := analysis.BackedgeCount(l)
		if n == nil {
			return j.abandon(check)
		}
		x.counts[l] = n.Emit(x.b)
		x.require(x.b.ICmp(ir.ULT, x.counts[l], ir.NewInt(ir.I64, maxJamFactor)))
		if len(l.Inner) == 0 {
			x.require(x.b.ICmp(ir.UGE, x.counts[l], ir.NewInt(ir.I64, minJamCount)))
		}
	}
	if !x.check() || !j.known(check) {
		return j.abandon(check)
	}
	first := f.NewBlock(f.FreshName("llad.jam"))
	rest := f.NewBlock(f.FreshName("llad.jam.rest"))
	x.b.CondBr(x.ok, first, rest)
	old := before.Term()
	b.Before(old)
	n := j.count.Emit(b)
	enough := b.Binary(ir.And, b.ICmp(ir.UGE, n, ir.NewInt(ir.I64, minJamCount)), b.ICmp(ir.ULT, n, ir.NewInt(ir.I64, maxJamFactor)))
	old.Erase()
	b.AtEnd(before)
	MarkFastVersion(b.CondBr(enough, check, rest))
	b.AtEnd(first)
	rounds := b.Binary(ir.UDiv, n, ir.NewInt(ir.I64, int64(j.by)))
	through := b.Mul(rounds, ir.NewInt(ir.I64, int64(j.by)))
	last := j.copies(first, rest, rounds)
	b.AtEnd(rest)
	for _, p := range j.l.Header.Phis() {
		start := p.Incoming(before)
		q := b.Phi(p.Typ)
		q.AddIncoming(start, before)
		q.AddIncoming(start, check)
		at := ir.NewBuilder(first)
		at.Before(first.Term())
		step, _ := j.steps[p].Step()
		q.AddIncoming(at.Add(start, at.Mul(j.narrow(at, through, p.Typ), ir.NewInt(p.Typ, step))), last)
		for k, by := range p.Blocks {
			if by == before {
				p.SetArg(k, q)
				p.Blocks[k] = rest
			}
		}
	}
	b.AtEnd(rest)
	b.Br(j.l.Header)
	return true
}

func (j *unrollAndJam) narrow(b *ir.Builder, v ir.Value, t *ir.Type) ir.Value {
	if t.Bits < 64 {
		return b.Cast(ir.Trunc, v, t)
	}
	return v
}

// abandon removes a check.
func (j *unrollAndJam) abandon(check *ir.Block) bool {
	for _, i := range check.Instrs {
		i.DropArgs()
	}
	for k, b := range j.f.Blocks {
		if b == check {
			j.f.Blocks = append(j.f.Blocks[:k:k], j.f.Blocks[k+1:]...)
			break
		}
	}
	return false
}

// known reports whether a check uses only values that are available before the loop.
func (j *unrollAndJam) known(check *ir.Block) bool {
	for _, i := range check.Instrs {
		for _, v := range i.Args() {
			if !j.l.Invariant(v) {
				return false
			}
		}
	}
	return true
}

// copies emits the blocks of the jammed loop, which is entered from first and exits to rest
// after rounds iterations. It returns the exiting block.
func (j *unrollAndJam) copies(first, rest *ir.Block, rounds ir.Value) *ir.Block {
	blocks := map[*ir.Block]*ir.Block{}
	for _, b := range j.blocks {
		blocks[b] = j.f.NewBlock(j.f.FreshName(b.Name + ".jam"))
	}
	at := make([]map[ir.Value]ir.Value, j.by)
	for t := range at {
		at[t] = map[ir.Value]ir.Value{}
	}
	c := &jamCopier{j: j, blocks: blocks, at: at}
	for _, b := range j.blocks {
		c.block(b, first)
	}
	for _, p := range c.phis {
		for k, by := range p.old.Blocks {
			p.new.AddIncoming(c.value(p.old.Arg(k), p.copy), blocks[by])
		}
	}
	c.annotate()
	header, latch := blocks[j.l.Header], blocks[j.l.Latch()]
	b := ir.NewBuilder(first)
	b.AtEnd(first)
	b.Br(header)
	b.AtStart(header)
	round := b.Phi(ir.I64)
	b.AtEnd(latch)
	next := b.Add(round, ir.NewInt(ir.I64, 1))
	round.AddIncoming(ir.NewInt(ir.I64, 0), first)
	round.AddIncoming(next, latch)
	for _, p := range c.own {
		by := ir.NewInt(p.new.Typ, p.step*int64(j.by))
		p.new.AddIncoming(b.Add(p.new, by), latch)
	}
	b.CondBr(b.ICmp(ir.EQ, next, rounds), rest, header)
	return latch
}

// jamCopier copies the blocks for several iterations.
type jamCopier struct {
	j      *unrollAndJam
	blocks map[*ir.Block]*ir.Block
	at     []map[ir.Value]ir.Value // what stands for the old values in each copy
	phis   []jamPhi
	own    []jamPhi // counters of the loop itself
}

type jamPhi struct {
	old, new *ir.Instr
	copy     int
	step     int64
}

// value maps v to its copy number copy.
func (c *jamCopier) value(v ir.Value, copy int) ir.Value {
	if !c.j.varies[v] {
		copy = 0
	}
	if n := c.at[copy][v]; n != nil {
		return n
	}
	return v
}

func (c *jamCopier) block(old *ir.Block, first *ir.Block) {
	b := ir.NewBuilder(c.blocks[old])
	for _, p := range old.Phis() {
		if old == c.j.l.Header {
			c.counter(b, p, first)
			continue
		}
		for t := range c.at {
			if t > 0 && !c.j.varies[p] {
				break
			}
			n := ir.NewInstr(ir.Phi, p.Typ)
			n.Flags, n.Meta = p.Flags, p.Meta
			b.Insert(n)
			c.at[t][p] = n
			c.phis = append(c.phis, jamPhi{old: p, new: n, copy: t})
		}
	}
	for _, p := range old.Phis() {
		if old == c.j.l.Header {
			step := c.own[c.indexOf(p)].step
			for t := 1; t < len(c.at); t++ {
				c.at[t][p] = b.Add(c.at[0][p], ir.NewInt(p.Typ, int64(t)*step))
			}
		}
	}
	for t := range c.at {
		for _, i := range old.Instrs[old.FirstNonPhi():] {
			if !i.Op.IsTerminator() && (t == 0 || c.again(i)) {
				c.instr(b, i, t)
			}
		}
	}
	c.term(b, old)
}

func (c *jamCopier) indexOf(p *ir.Instr) int {
	for k := range c.own {
		if c.own[k].old == p {
			return k
		}
	}
	return -1
}

// counter copies a header phi of the loop.
func (c *jamCopier) counter(b *ir.Builder, p *ir.Instr, first *ir.Block) {
	step, _ := c.j.steps[p].Step()
	n := b.Phi(p.Typ)
	n.AddIncoming(p.Incoming(c.j.before), first)
	c.at[0][p] = n
	c.own = append(c.own, jamPhi{old: p, new: n, step: step})
}

// again reports whether i is copied for each iteration.
func (c *jamCopier) again(i *ir.Instr) bool {
	return c.j.varies[i] || i.Op == ir.Store || isMemSet(i)
}

// instr copies an instruction. Where all copies update one element, each reads what the one
// before stored, and the last one stores it.
func (c *jamCopier) instr(b *ir.Builder, i *ir.Instr, t int) {
	if o := c.j.shared[i]; o != nil && o.written {
		store := o.accesses[len(o.accesses)-1].i
		switch {
		case i.Op == ir.Load && t > 0:
			c.at[t][i] = c.value(store.Arg(0), t-1)
			return
		case i == store && t < len(c.at)-1:
			return
		}
	}
	n := i.Copy()
	for k, v := range i.Args() {
		n.SetArg(k, c.value(v, t))
	}
	b.Insert(n)
	c.at[t][i] = n
}

// term copies a terminator; that of the loop counts rounds.
func (c *jamCopier) term(b *ir.Builder, old *ir.Block) {
	t := old.Term()
	if old == c.j.l.Latch() {
		return
	}
	if old == c.j.leaves {
		for _, to := range t.Blocks {
			if c.blocks[to] != nil {
				b.Br(c.blocks[to])
				return
			}
		}
	}
	n := t.Copy()
	for k, v := range t.Args() {
		n.SetArg(k, c.value(v, 0))
	}
	for k, to := range t.Blocks {
		n.Blocks[k] = c.blocks[to]
	}
	b.Insert(n)
}
