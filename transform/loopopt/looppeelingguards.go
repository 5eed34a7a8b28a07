package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// guards are the branches on the way to a block, which imply what runs there.
type guards struct {
	dt       *ir.DomTree
	from, to *ir.Block     // the edge to the block
	preds    [][]*ir.Block // of all blocks, once one is asked for
}

func newGuards(dt *ir.DomTree, from, to *ir.Block) *guards {
	return &guards{dt: dt, from: from, to: to}
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

// above reports whether the integer v, the bound of a counter that starts at start and is not negative, is above it, as an unsigned
// number. A counter of 64 bits that runs to a bound with the highest bit set never ends.
func (g *guards) above(v ir.Value, start int64) bool {
	if g.atLeast(v, start+1) || start == 0 && g.on(func(p ir.Pred, x ir.Value, n int64) bool { return p == ir.NE && x == v && n == 0 }) {
		return true
	}
	i, ok := v.(*ir.Instr)
	return ok && (i.Op == ir.ZExt || i.Op == ir.SExt) && g.above(i.Arg(0), start)
}

// tested reports whether a branch on a comparison of v implies it.
func (g *guards) tested(v ir.Value, least int64) bool {
	return g.on(func(p ir.Pred, x ir.Value, n int64) bool {
		return x == v && (p == ir.SGT && n >= least-1 || p == ir.SGE && n >= least)
	})
}

// on reports whether implies holds for one of the comparisons with a constant that are true where the block runs.
func (g *guards) on(implies func(p ir.Pred, v ir.Value, n int64) bool) bool {
	from, to := g.from, g.to
	for {
		if p, v, n, ok := heldBy(from, to); ok && implies(p, v, n) {
			return true
		}
		if g.preds == nil {
			g.preds = to.Parent.Preds()
		}
		for to = from; to != nil && len(g.preds[to.ID]) != 1; {
			to = g.dt.Idom(to)
		}
		if to == nil {
			return false
		}
		from = g.preds[to.ID][0]
	}
}

// heldBy is the comparison with a constant that is true behind an edge.
func heldBy(from, to *ir.Block) (p ir.Pred, v ir.Value, n int64, ok bool) {
	t := from.Term()
	if t.Op != ir.Br || len(t.Blocks) != 2 || t.Blocks[0] == t.Blocks[1] {
		return p, nil, 0, false
	}
	c, isInstr := t.Arg(0).(*ir.Instr)
	if !isInstr || c.Op != ir.ICmp {
		return p, nil, 0, false
	}
	n, ok = ir.IntValue(c.Arg(1))
	p = c.Pred
	if t.Blocks[1] == to {
		p = analysis.Inverse(p)
	}
	return p, c.Arg(0), n, ok
}
