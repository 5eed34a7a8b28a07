package pointsto

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// maxCountedIndices bounds the values of an index that are told apart.
const maxCountedIndices = 16

// countedLoops finds the values of indices that loops count, of one function.
type countedLoops struct {
	info  *analysis.LoopInfo // nil until it is asked for
	known map[indexIn][]ir.Value
}

// indexIn is an index in a block.
type indexIn struct {
	block *ir.Block
	index *ir.Instr
}

// counted are the values of an index of a getelementptr that a loop around it counts from a
// constant by a constant, nil where they are not known or too many.
func (c *countedLoops) counted(g, index *ir.Instr) []ir.Value {
	if c.info == nil {
		f := g.Parent.Parent
		c.info, c.known = analysis.Loops(f, ir.Dominators(f)), map[indexIn][]ir.Value{}
	}
	at := indexIn{g.Parent, index}
	list, ok := c.known[at]
	if !ok {
		list = c.find(g, index)
		c.known[at] = list
	}
	return list
}

func (c *countedLoops) find(g, index *ir.Instr) (list []ir.Value) {
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
