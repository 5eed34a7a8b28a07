package activity

import (
	"fmt"
	"slices"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// AddressesLeft says in what memory of its callers the function may leave an
// address when it returns, for messages: behind a parameter with a shadow, or in
// variables. It is "" where it leaves none. Whatever is moved may be an address
// here; see Outside.
func (a *Info) AddressesLeft() string {
	for _, f := range a.env.summary(a.F).ptr {
		switch f.to.kind {
		case endMem:
			if f.to.arg < len(a.Seed.Params) && a.Seed.Params[f.to.arg] != signature.Const {
				return fmt.Sprintf("the memory behind parameter %d", f.to.arg+1)
			}
		case endSymMem:
			return "a variable"
		case endUnknownMem:
			return "memory of unknown origin"
		}
	}
	return ""
}

// MemoryEnded says likewise behind which parameter the function may end memory.
func (a *Info) MemoryEnded() string {
	for _, k := range a.env.summary(a.F).frees {
		if k < len(a.Seed.Params) && a.Seed.Params[k] != signature.Const {
			return fmt.Sprintf("behind parameter %d", k+1)
		}
	}
	return ""
}

// Outside reports whether an address may lead to memory that the function has not
// made: its callers', that of variables.
func (a *Info) Outside(v ir.Value) bool {
	p := a.sol.p
	outside := func(obj int32) bool {
		k := p.objs[obj].kind
		return k != objAlloca && k != objHeap
	}
	for _, at := range p.pointees(v) {
		if outside(at.obj) || slices.ContainsFunc(p.merged[at.obj], outside) {
			return true
		}
	}
	return false
}
