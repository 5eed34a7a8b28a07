package analysis

import "github.com/llad-ad/llad/ir"

// Count is how a loop counts an integer: Start, Start + Step, ...
type Count struct {
	Start, Step int64
	loop        *Loop
	turns       int64 // how often the backedge is taken at most
}

// mostCount bounds what is counted from, by and how often, so that nothing wraps.
const mostCount = 1 << 20

// Counted tells how the loop counts an integer from a constant by a constant; ok is false where
// it does not, or where no number of iterations is known that it ends after.
func (l *Loop) Counted(v ir.Value) (c Count, ok bool) {
	r := l.Recurrence(v)
	if r == nil {
		return c, false
	}
	start, known := r.Start()
	step, steady := r.Step()
	if !known || !steady {
		return c, false
	}
	most := MaxBackedgeCount(l)
	if most == nil {
		return c, false
	}
	n, ok := most.Const()
	if !ok || n > mostCount || max(start, -start) > mostCount || max(step, -step) > mostCount {
		return c, false
	}
	if last := start + n*step; max(start, -start, last, -last)>>(r.Width-1) > 0 { // it wraps
		return c, false
	}
	return Count{start, step, l, n}, true
}

// Values is how many of the values of the integer block b sees at most: what follows the only
// test of a loop does not see the last, with which that ends.
func (c Count) Values(b *ir.Block) int64 {
	if b == c.loop.Header || !c.loop.Contains(b) || !c.loop.leftAtHeader() {
		return c.turns + 1
	}
	return c.turns
}

// leftAtHeader reports whether the loop is left at its header only.
func (l *Loop) leftAtHeader() bool {
	for _, e := range l.ExitEdges() {
		if e.From != l.Header {
			return false
		}
	}
	return true
}
