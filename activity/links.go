package activity

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// SetsColour reports whether the store i may set the colour of a node, an integer
// that functions of the library read in shadow nodes too.
func (a *Info) SetsColour(i *ir.Instr) bool {
	if i.Arg(0).Type() != ir.I32 || !rules.ReadsColours(i.Parent.Parent.Module) {
		return false
	}
	for _, p := range a.Pieces(i) {
		if p.Class != Integer {
			return false
		}
	}
	return true
}

// constrainLinks says what a library function does that links nodes: it moves
// the addresses of nodes among the links of all nodes that can be reached from
// its arguments, and may give one of them back.
func (p *points) constrainLinks(i *ir.Instr, t *target) {
	nodes := p.newNode()
	for _, a := range i.CallArgs() {
		if a.Type().IsPtr() {
			p.copy(p.at(a), nodes, 0, 0)
		}
	}
	for _, off := range t.known.LinksAt {
		at := p.newNode()
		p.copy(nodes, at, off, 0)
		p.load(at, deref{other: nodes})
		p.store(at, deref{other: nodes})
	}
	if i.Typ.IsPtr() {
		p.copy(nodes, p.index.at(i), 0, 0)
	}
}
