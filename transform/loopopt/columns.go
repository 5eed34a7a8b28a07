package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// writesColumns reports whether l, a loop that counts down by one, stores to places that are further
// apart than their size, as down the column of a matrix. LLVM's estimates let such loops become
// vectors whose lanes are stored one by one, which takes longer than the loop as it is. Loops inside,
// which are unrolled before, do not matter.
func writesColumns(layout *ir.Layout, li *analysis.LoopInfo, l *analysis.Loop) bool {
	if !descends(l) {
		return false
	}
	c := &columns{layout, li, l}
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Store {
				continue
			}
			by, ok := c.step(i.Arg(1), maxColumnDepth)
			if size := layout.StoreSize(i.Arg(0).Type()); ok && (by > size || -by > size) {
				return true
			}
		}
	}
	return false
}

const (
	maxColumnDepth = 8  // of what an address is computed from
	maxUnrolled    = 16 // iterations of a loop that compilers unroll wholly
)

// unrolledInside reports whether all loops in l have so few iterations that compilers unroll them, and
// then make vectors of l.
func unrolledInside(l *analysis.Loop) bool {
	for _, m := range l.Inner {
		n := analysis.BackedgeCount(m)
		if n == nil {
			return false
		}
		if count, ok := n.Const(); !ok || count >= maxUnrolled || !unrolledInside(m) {
			return false
		}
	}
	return true
}

// columns finds out how addresses move along a loop.
type columns struct {
	layout *ir.Layout
	li     *analysis.LoopInfo
	l      *analysis.Loop
}

// step is by how much v, an address or an integer, differs in the next iteration of the loop, in the
// same iteration of loops inside; false where that is not a known constant.
func (c *columns) step(v ir.Value, depth int) (int64, bool) {
	i, ok := v.(*ir.Instr)
	if !ok || c.l.Invariant(v) {
		return 0, true
	}
	if r := c.l.Recurrence(i); r != nil {
		return r.Step()
	}
	if depth == 0 {
		return 0, false
	}
	of := func(v ir.Value, factor int64) (int64, bool) {
		n, ok := c.step(v, depth-1)
		return n * factor, ok
	}
	switch i.Op {
	case ir.Phi:
		if m := c.li.Of(i.Parent); m != nil && m != c.l && m.Header == i.Parent && m.Preheader() != nil {
			return of(i.Incoming(m.Preheader()), 1)
		}
	case ir.SExt, ir.ZExt:
		return of(i.Arg(0), 1)
	case ir.Mul, ir.Shl:
		n, ok := ir.IntValue(i.Arg(1))
		if i.Op == ir.Shl && ok {
			ok = n >= 0 && n < 32
			n = 1 << (n & 31)
		}
		if ok {
			return of(i.Arg(0), n)
		}
	case ir.Add, ir.Sub:
		sign := int64(1)
		if i.Op == ir.Sub {
			sign = -1
		}
		x, ok := of(i.Arg(0), 1)
		y, ok2 := of(i.Arg(1), sign)
		return x + y, ok && ok2
	case ir.GetElementPtr:
		sum, ok := of(i.Arg(0), 1)
		ok = ok && c.layout.Steps(i.Elem, i.Args()[1:], func(v ir.Value, bytes int64) bool {
			if v == nil {
				return true
			}
			n, ok := of(v, bytes)
			sum += n
			return ok
		})
		return sum, ok
	}
	return 0, false
}
