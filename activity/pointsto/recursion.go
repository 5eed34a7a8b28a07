package pointsto

import "github.com/llad-ad/llad/ir"

// origin tells where memory is made: at an allocation, or by a call whose callee knows
// what it makes by a number.
type origin struct {
	call *ir.Instr
	k    int
}

// fromHeap is the object of what is made at an origin, as a call sees it. Functions that
// call each other in recursion share the objects that they make: each would else make
// what the others do once more.
func (p *Analysis) fromHeap(i *ir.Instr, at origin) int32 {
	if o, ok := p.origins[at]; ok {
		return o
	}
	if at.call.Parent.Parent == p.Func {
		i = at.call
	}
	o := p.newObject(ObjHeap, i)
	p.Objs[o].origin = at
	p.origins[at] = o
	return o
}

// inCycle reports whether the function under study is called in recursion by a function
// that it calls.
func (p *Analysis) inCycle(callee *ir.Function) bool {
	if callee == nil || !p.Program.Summarised() {
		return false
	}
	known, ok := p.cycle[callee]
	if !ok {
		known = p.Program.CallsBack(callee)
		p.cycle[callee] = known
	}
	return known
}
