package activity

import "github.com/llad-ad/llad/ir"

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
