package typeanalysis

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// countLoops notes the values of the integers that the loops of a body count from constants by
// constants, a known number of times.
func countLoops(counts map[*ir.Instr]pattern, body *ir.Function) {
	info := analysis.Loops(body, ir.Dominators(body))
	for _, b := range body.Blocks {
		l := info.Of(b)
		if l == nil || l.Header != b {
			continue
		}
		for _, i := range b.Instrs {
			if i.Op != ir.Phi {
				break
			}
			if c, ok := l.Counted(i); ok && i.Typ.IsInt() {
				counts[i] = progress(c, i)
			}
		}
	}
}

// progress are the values of an integer that a loop counts which code sees that does not only compare it.
func progress(c analysis.Count, phi *ir.Instr) pattern {
	n := int64(1)
	for u := range ir.Uses(phi) {
		if u.User.Op != ir.ICmp {
			n = max(n, c.Values(u.User.Parent))
		}
	}
	first, last := c.Start, c.Start+(n-1)*c.Step
	return pattern{min(first, last), max(first, last), max(c.Step, -c.Step)}.cut().norm()
}
