package pointsto

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// maxCountedIndices bounds the values of an index that are told apart.
const maxCountedIndices = 16

// countedLoops finds the values of indices that loops count, of one function.
type countedLoops struct {
	info *analysis.LoopInfo // nil until it is asked for
}

// counted are the values of an index of a getelementptr that a loop around it counts from a
// constant by a constant, nil where they are not known or too many.
func (c *countedLoops) counted(g, index *ir.Instr) (list []ir.Value) {
	if c.info == nil {
		f := g.Parent.Parent
		c.info = analysis.Loops(f, ir.Dominators(f))
	}
	l := c.info.Of(g.Parent)
	for l != nil && l.Invariant(index) {
		l = l.Parent
	}
	if l == nil {
		return nil
	}
	count, ok := l.Counted(index)
	if !ok || count.Values(g.Parent) > maxCountedIndices {
		return nil
	}
	for k := range count.Values(g.Parent) {
		list = append(list, ir.NewInt(index.Typ, count.Start+k*count.Step))
	}
	return list
}
