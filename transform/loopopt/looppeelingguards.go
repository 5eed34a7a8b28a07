package loopopt

import "github.com/llad-ad/llad/ir"

// guards are the branches on the way to a block, which imply what runs there.
type guards struct {
	dt       *ir.DomTree
	from, to *ir.Block // the edge to the block
	preds    [][]*ir.Block
}

func newGuards(dt *ir.DomTree, from, to *ir.Block) *guards {
	return &guards{dt: dt, from: from, to: to, preds: from.Parent.Preds()}
}

// atLeast reports whether the integer v, as a signed one, is least or more.
func (g *guards) atLeast(v ir.Value, least int64) bool {
	if max(least, -least) > maxAffine {
		return false
	}
	if c, ok := ir.IntValue(v); ok {
		return c >= least
	}
	if g.tested(v, least) {
		return true
	}
	i, ok := v.(*ir.Instr)
	if !ok {
		return false
	}
	switch i.Op {
	case ir.SExt:
		return g.atLeast(i.Arg(0), least)
	case ir.ZExt:
		return least <= 0 || g.atLeast(i.Arg(0), least)
	case ir.Add, ir.SDiv:
		c, ok := ir.IntValue(i.Arg(1))
		switch {
		case !ok || max(c, -c) > 1<<16:
			return false
		case i.Op == ir.Add:
			return i.Flags&ir.NSW != 0 && g.atLeast(i.Arg(0), least-c)
		}
		return c > 0 && least >= 0 && least < 1<<16 && g.atLeast(i.Arg(0), least*c)
	}
	return false
}

// tested reports whether a branch on a comparison of v implies it.
func (g *guards) tested(v ir.Value, least int64) bool {
	if implies(g.from, g.to, v, least) {
		return true
	}
	for b := g.from; b != nil; b = g.dt.Idom(b) {
		if p := g.preds[b.ID]; len(p) == 1 && implies(p[0], b, v, least) {
			return true
		}
	}
	return false
}

// implies reports whether the branch from one block to another does.
func implies(from, to *ir.Block, v ir.Value, least int64) bool {
	t := from.Term()
	if t.Op != ir.Br || len(t.Blocks) != 2 || t.Blocks[0] == t.Blocks[1] {
		return false
	}
	c, ok := t.Arg(0).(*ir.Instr)
	if !ok || c.Op != ir.ICmp || c.Arg(0) != v {
		return false
	}
	n, ok := ir.IntValue(c.Arg(1))
	return ok && t.Blocks[0] == to && (c.Pred == ir.SGT && n >= least-1 || c.Pred == ir.SGE && n >= least) ||
		ok && t.Blocks[1] == to && (c.Pred == ir.SLT && n >= least || c.Pred == ir.SLE && n >= least-1)
}
