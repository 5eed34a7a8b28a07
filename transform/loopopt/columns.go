package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// writesColumns reports whether l, a loop that counts down by one, stores to places that are further
// apart than their size, as down the column of a matrix. LLVM's estimates let such loops become
// vectors whose lanes are stored one by one, which takes longer than the loop as it is.
func writesColumns(layout *ir.Layout, l *analysis.Loop) bool {
	if !descends(l) {
		return false
	}
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Store {
				continue
			}
			by, ok := steps{layout, l}.address(i.Arg(1), 0)
			if size := layout.StoreSize(i.Arg(0).Type()); ok && (by > size || -by > size) {
				return true
			}
		}
	}
	return false
}

// steps tells how much values grow from one iteration of a loop to the next.
type steps struct {
	layout *ir.Layout
	l      *analysis.Loop
}

// maxStepDepth is how many operations a value is followed through.
const maxStepDepth = 12

// address gives the bytes from the address p to that of the next iteration; false where they are not known or vary.
func (s steps) address(p ir.Value, depth int) (int64, bool) {
	i, ok := p.(*ir.Instr)
	if !ok || s.l.Invariant(p) {
		return 0, true
	}
	if depth > maxStepDepth || i.Op != ir.GetElementPtr || i.Typ.IsVector() {
		return 0, false
	}
	by, ok := s.address(i.Arg(0), depth+1)
	return by, s.layout.Steps(i.Elem, i.Args()[1:], func(v ir.Value, size int64) bool {
		if v == nil {
			return true // a member of a struct
		}
		n, known := s.integer(v, depth+1)
		by += n * size
		return known
	}) && ok
}

// integer gives the difference between the integer v and that of the next iteration.
func (s steps) integer(v ir.Value, depth int) (int64, bool) {
	i, ok := v.(*ir.Instr)
	if !ok || s.l.Invariant(v) {
		return 0, true
	}
	if depth > maxStepDepth {
		return 0, false
	}
	switch i.Op {
	case ir.Phi:
		return s.counter(i)
	case ir.SExt, ir.ZExt:
		return s.integer(i.Arg(0), depth+1)
	case ir.Add, ir.Sub:
		x, ok := s.integer(i.Arg(0), depth+1)
		y, ok2 := s.integer(i.Arg(1), depth+1)
		if i.Op == ir.Sub {
			y = -y
		}
		return x + y, ok && ok2
	case ir.Mul:
		x, ok := s.integer(i.Arg(0), depth+1)
		c, ok2 := ir.IntValue(i.Arg(1))
		return x * c, ok && ok2
	}
	return 0, false
}

// counter is the constant that the loop adds to phi in each iteration.
func (s steps) counter(phi *ir.Instr) (int64, bool) {
	if phi.Parent != s.l.Header || s.l.Latch() == nil {
		return 0, false
	}
	next, ok := phi.Incoming(s.l.Latch()).(*ir.Instr)
	if !ok || next.Op != ir.Add && next.Op != ir.Sub || next.Arg(0) != ir.Value(phi) {
		return 0, false
	}
	c, ok := ir.IntValue(next.Arg(1))
	if next.Op == ir.Sub {
		c = -c
	}
	return c, ok
}
