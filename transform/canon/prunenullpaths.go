package canon

import (
	"math"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// PruneNullPaths removes an edge that leads straight to an access through a pointer that is
// null on that edge: the edge is never taken. Compilers leave such edges where they test
// whether a vector is empty, which has no memory then, before code that reads its first
// element regardless. It reports whether anything changed.
func PruneNullPaths(f *ir.Function) bool {
	if f.HasAttr("null_pointer_is_valid") {
		return false
	}
	preds := f.Preds()
	var dt *ir.DomTree
	var loops *analysis.LoopInfo
	changed := false
	for _, b := range f.Blocks {
		t := b.Term()
		if t == nil || t.Op != ir.Br || len(t.Blocks) != 2 || t.Blocks[0] == t.Blocks[1] {
			continue
		}
		cond, ok := t.Arg(0).(*ir.Instr)
		if !ok {
			continue
		}
		for k, s := range t.Blocks {
			phi := firstAccess(s)
			if len(preds[s.ID]) != 1 || phi == nil {
				continue
			}
			if dt == nil {
				dt = ir.Dominators(f)
				loops = analysis.Loops(f, dt)
			}
			if !dt.Reachable(b) || loops.Of(cond.Parent) != nil || loops.Of(phi.Parent) != nil || !nullUnder(dt, preds, phi, cond, k) {
				continue
			}
			edit.Jump(b, t.Blocks[1-k])
			changed = true
			break
		}
	}
	if changed {
		edit.RemoveUnreachable(f)
	}
	return changed
}

// firstAccess is the phi through which b accesses memory before any other side effect; nil if
// there is none.
func firstAccess(b *ir.Block) *ir.Instr {
	for _, i := range b.Instrs {
		var p ir.Value
		switch {
		case i.Op == ir.Load:
			p = i.Arg(0)
		case i.Op == ir.Store:
			p = i.Arg(1)
		case i.IsCall() || i.Op.IsTerminator():
			return nil
		}
		if phi, ok := p.(*ir.Instr); ok && phi.Op == ir.Phi && phi.Typ.AddrSpace == 0 && i.Flags&ir.Volatile == 0 && phi.Parent != b {
			return phi
		}
		if i.Op == ir.Store {
			return nil
		}
	}
	return nil
}

// nullUnder reports whether phi is null whenever the branch on cond at the end of b takes side
// k: all other incoming values come along the other side.
func nullUnder(dt *ir.DomTree, preds [][]*ir.Block, phi, cond *ir.Instr, k int) bool {
	any := false
	for n, from := range phi.Blocks {
		if ir.IsZero(phi.Arg(n)) {
			any = true
			continue
		}
		x := edgeFacts{dt: dt, preds: preds, from: from, to: phi.Parent}
		if !x.takes(cond, 1-k) && !x.excludes(cond, k) {
			return false
		}
	}
	return any
}

// edgeFacts is an edge and what is known on it.
type edgeFacts struct {
	dt       *ir.DomTree
	preds    [][]*ir.Block
	from, to *ir.Block
}

// takes reports whether branches on cond have taken side k before this edge.
func (x edgeFacts) takes(cond *ir.Instr, k int) bool {
	for u := range ir.Uses(cond) {
		t := u.User
		if t.Op != ir.Br || len(t.Blocks) != 2 || t.Blocks[0] == t.Blocks[1] {
			continue
		}
		s := t.Blocks[k]
		if t.Parent == x.from && s == x.to || len(x.preds[s.ID]) == 1 && x.dt.Dominates(s, x.from) {
			return true
		}
	}
	return false
}

// excludes reports whether cond, a comparison of an integer with a constant, cannot take side
// k on this edge, by earlier comparisons of that integer.
func (x edgeFacts) excludes(cond *ir.Instr, k int) bool {
	if cond.Op != ir.ICmp || !cond.Arg(0).Type().IsInt() || cond.Arg(0).Type().Bits > 64 {
		return false
	}
	known := signedRange{math.MinInt64, math.MaxInt64}.narrow(cond, k == 0)
	for range 2 { // what is not equal to an end counts when the end is known
		for u := range ir.Uses(cond.Arg(0)) {
			c := u.User
			if c.Op != ir.ICmp || u.Index() != 0 {
				continue
			}
			for side := range 2 {
				if x.takes(c, side) {
					known = known.narrow(c, side == 0)
				}
			}
		}
	}
	return known.lo > known.hi
}

// signedRange is a range of a signed integer, both ends included.
type signedRange struct{ lo, hi int64 }

// narrow intersects the range with what cond, a comparison with a constant, says when it is or
// is not true.
func (x signedRange) narrow(cond *ir.Instr, is bool) signedRange {
	c, ok := ir.IntValue(cond.Arg(1))
	if !ok || c == math.MinInt64 || c == math.MaxInt64 {
		return x
	}
	switch pred := cond.Pred; {
	case pred == ir.EQ && is || pred == ir.NE && !is:
		x.lo, x.hi = max(x.lo, c), min(x.hi, c)
	case pred == ir.EQ || pred == ir.NE:
		if x.lo == c {
			x.lo++
		}
		if x.hi == c {
			x.hi--
		}
	case pred == ir.SGT && is || pred == ir.SLE && !is:
		x.lo = max(x.lo, c+1)
	case pred == ir.SGE && is || pred == ir.SLT && !is:
		x.lo = max(x.lo, c)
	case pred == ir.SLT && is || pred == ir.SGE && !is:
		x.hi = min(x.hi, c-1)
	case pred == ir.SLE && is || pred == ir.SGT && !is:
		x.hi = min(x.hi, c)
	}
	return x
}
