package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// indexParts are the parts that a loop is split into: copies of it for the iterations before the crossing and for
// that one, and the loop itself for those behind it.
type indexParts struct {
	f     *ir.Function
	x     *splitLoop
	phis  []*ir.Instr
	out   *ir.Block               // where the loop led to
	reads map[*ir.Instr][]*ir.Use // behind the loop, of what a phi would be next

	below, at             map[ir.Value]ir.Value // the copies of what the loop computes
	belowBlock, atBlock   map[*ir.Block]*ir.Block
	middle, above, behind *ir.Block               // in front of the second and the third part, behind all
	now                   map[*ir.Instr]*ir.Instr // the phis of the header, at the crossing
}

func newIndexParts(f *ir.Function, x *splitLoop) *indexParts {
	return &indexParts{f: f, x: x, phis: x.loop.Header.Phis(), reads: x.readBehind(), now: map[*ir.Instr]*ir.Instr{}}
}

// readBehind gives the uses behind the loop, but for the blocks besides, of what its header's phis would be next.
func (x *splitLoop) readBehind(besides ...*ir.Block) map[*ir.Instr][]*ir.Use {
	uses := map[*ir.Instr][]*ir.Use{}
	taken := map[ir.Value]bool{}
	for _, phi := range x.loop.Header.Phis() {
		v, ok := phi.Incoming(x.latch).(*ir.Instr)
		if !ok || taken[v] || x.loop.Invariant(v) {
			continue
		}
		taken[v] = true
		for _, u := range edit.UsesOf(v) {
			if !x.loop.Contains(u.User.Parent) && !slices.Contains(besides, u.User.Parent) {
				uses[phi] = append(uses[phi], u)
			}
		}
	}
	return uses
}

// next is what a part of the loop carries on to the phi.
func (p *indexParts) next(phi *ir.Instr, values map[ir.Value]ir.Value) ir.Value {
	v := phi.Incoming(p.x.latch)
	if c := values[v]; c != nil {
		return c
	}
	return v
}

// split makes the parts, and notes in replaced what stands for values that are read behind the loop.
func (p *indexParts) split(replaced map[ir.Value]ir.Value) {
	f, latch := p.f, p.x.latch
	p.out = p.x.loop.ExitEdges()[0].To
	left := f.NewBlock(f.FreshName("split.left"))
	edit.RedirectEdges(latch, p.out, left)
	p.below, p.belowBlock = f.CopyBlocks(p.x.loop.Blocks, ".below")
	p.at, p.atBlock = f.CopyBlocks(p.x.loop.Blocks, ".at")
	p.middle, p.above, p.behind = f.NewBlock(f.FreshName("split.at")), f.NewBlock(f.FreshName("split.above")), f.NewBlock(f.FreshName("split.over"))
	ir.NewBuilder(left).Br(p.behind)
	low := p.writeBelow(left)
	skipped := p.writeAt(low, left)
	p.writeAbove(skipped)
	p.writeBehind(left, replaced)
	p.foldGuard()
}

// writeBelow makes the loop of the iterations before the crossing, and gives the iteration that follows them.
func (p *indexParts) writeBelow(left *ir.Block) ir.Value {
	x, f := p.x, p.f
	start := x.phi.Incoming(x.pre)
	enter, end := f.NewBlock(f.FreshName("split.below")), f.NewBlock(f.FreshName("split.end"))
	old := x.pre.Term()
	old.Detach()
	old.DropArgs()
	b := ir.NewBuilder(x.pre)
	low := p.crossing(b)
	for _, most := range []struct {
		p ir.Pred
		v ir.Value
	}{{ir.SGT, x.test.Arg(1)}, {ir.SLT, start}} {
		low = b.Select(b.ICmp(most.p, low, most.v), most.v, low)
	}
	b.CondBr(b.ICmp(ir.SGT, low, start), enter, p.middle)

	b.AtEnd(enter)
	for _, i := range x.loads {
		c := p.below[i].(*ir.Instr)
		c.Detach()
		b.Insert(c)
	}
	b.Br(p.belowBlock[x.loop.Header])
	edit.ReplaceIncomingBlock(p.belowBlock[x.loop.Header], x.pre, enter)
	test := x.test.Copy()
	latch := p.belowBlock[x.latch]
	b.Before(latch.Term())
	test.SetArg(0, p.below[x.next])
	test.SetArg(1, low)
	latch.Term().SetArg(0, b.Insert(test))
	edit.RedirectEdges(latch, left, end)
	b.AtEnd(end)
	b.Br(p.middle)

	b.AtEnd(p.middle)
	for _, phi := range p.phis {
		m := b.Phi(phi.Typ)
		m.AddIncoming(phi.Incoming(x.pre), x.pre)
		m.AddIncoming(p.next(phi, p.below), end)
		p.now[phi] = m
	}
	return low
}

// crossing computes the iteration at which the loop writes what it loads.
func (p *indexParts) crossing(b *ir.Builder) ir.Value {
	c := p.x.at
	var sum ir.Value = ir.NewInt(ir.I64, c.Const)
	for k, v := range c.Values {
		if c.Factors[k] != 1 {
			v = b.Mul(v, ir.NewInt(ir.I64, c.Factors[k]))
		}
		sum = b.Add(sum, v)
	}
	return sum
}

// writeAt makes the iteration at the crossing, where the loop comes so far. A guarded one may lie before
// the first iteration: then the block that it gives leads past it.
func (p *indexParts) writeAt(low ir.Value, left *ir.Block) (past *ir.Block) {
	x := p.x
	header, latch := p.atBlock[x.loop.Header], p.atBlock[x.latch]
	b := ir.NewBuilder(p.middle)
	more := b.ICmp(ir.SLT, low, x.test.Arg(1))
	if x.guard == nil {
		b.CondBr(more, header, p.behind)
	} else {
		past = p.f.NewBlock(p.f.FreshName("split.past"))
		b.CondBr(more, past, p.behind)
		b.AtEnd(past)
		b.CondBr(b.ICmp(ir.EQ, low, x.at.Values[0]), header, p.above)
	}
	for _, phi := range p.phis {
		c := p.at[phi].(*ir.Instr)
		ir.ReplaceAllUses(c, p.now[phi])
		p.at[phi] = p.now[phi]
		c.Erase()
	}
	edit.RedirectEdges(latch, header, p.above)
	edit.RedirectEdges(latch, left, p.behind)
	latch.Term().Meta = edit.DebugLoc(latch.Term()) // it ends no loop
	return past
}

// writeAbove lets the loop begin behind the crossing, or after the block past.
func (p *indexParts) writeAbove(past *ir.Block) {
	b := ir.NewBuilder(p.above)
	first := map[*ir.Instr]ir.Value{}
	for _, phi := range p.phis {
		first[phi] = p.next(phi, p.at)
		if past != nil {
			m := b.Phi(phi.Typ)
			m.AddIncoming(first[phi], p.atBlock[p.x.latch])
			m.AddIncoming(p.now[phi], past)
			first[phi] = m
		}
	}
	for _, i := range p.x.loads {
		i.Detach()
		b.Insert(i)
	}
	b.Br(p.x.loop.Header)
	for _, phi := range p.phis {
		for k, from := range phi.Blocks {
			if from == p.x.pre {
				phi.SetArg(k, first[phi])
				phi.Blocks[k] = p.above
			}
		}
	}
}

// writeBehind merges what the parts leave.
func (p *indexParts) writeBehind(left *ir.Block, replaced map[ir.Value]ir.Value) {
	b := ir.NewBuilder(p.behind)
	for _, phi := range p.phis {
		uses := p.reads[phi]
		if len(uses) == 0 {
			continue
		}
		v := phi.Incoming(p.x.latch)
		m := b.Phi(phi.Typ)
		m.AddIncoming(p.now[phi], p.middle)
		m.AddIncoming(p.next(phi, p.at), p.atBlock[p.x.latch])
		m.AddIncoming(v, left)
		for _, u := range uses {
			u.User.SetArg(u.Index(), m)
		}
		replaced[v] = m
	}
	b.Br(p.out)
	edit.ReplaceIncomingBlock(p.out, p.x.latch, p.behind)
}

// foldGuard replaces the comparison that finds the iteration which does nothing.
func (p *indexParts) foldGuard() {
	g := p.x.guard
	if g == nil {
		return
	}
	there, elsewhere := ir.NewInt(ir.I1, 1), ir.NewInt(ir.I1, 0)
	if g.Pred == ir.NE {
		there, elsewhere = elsewhere, there
	}
	ir.ReplaceAllUses(p.at[g].(*ir.Instr), there)
	ir.ReplaceAllUses(p.below[g].(*ir.Instr), elsewhere)
	ir.ReplaceAllUses(g, elsewhere)
}
