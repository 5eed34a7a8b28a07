package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// place finds the block and instruction where the versions begin: outside of all loops with
// accesses, after the definitions of the root pointers. Where a pointer is not known there yet,
// loops behind which nothing is stored are left aside.
func (a *aliasVersioner) place() bool {
	if a.at = a.dominator(nil); a.at == nil {
		return false
	}
	if !a.allKnown() {
		wide := a.at
		if a.at = a.dominator(a.storedBehind()); a.at == nil || !a.dt.Dominates(wide, a.at) {
			a.at = wide
		}
	}
	a.from = a.at.FirstNonPhi()
	for k, i := range a.at.Instrs {
		if a.roots[i] != nil {
			a.from = max(a.from, k+1)
		}
	}
	// What else is read in front of the first store is known there too.
	for a.from < len(a.at.Instrs)-1 && !canon.MayWrite(a.at.Instrs[a.from]) && !a.at.Instrs[a.from].IsCall() {
		a.from++
	}
	a.front = map[*ir.Instr]bool{}
	for _, i := range a.at.Instrs[:a.from] {
		a.front[i] = true
	}
	return !edit.IsEHPad(a.at) && a.from < len(a.at.Instrs)
}

// dominator is the block in front of all loops with accesses, those in the given blocks alone
// unless nil; nil where there are none.
func (a *aliasVersioner) dominator(in map[*ir.Block]bool) *ir.Block {
	var at *ir.Block
	for _, r := range a.order {
		for _, i := range r.all {
			if b := i.Parent; a.li.Of(b) == nil || in != nil && !in[b] {
				continue
			} else if at == nil {
				at = b
			} else {
				at = a.dt.Common(at, b)
			}
		}
	}
	for at != nil && a.li.Of(at) != nil {
		at = a.dt.Idom(a.li.Of(at).Header)
	}
	return at
}

// allKnown reports whether every root pointer is there at the end of the block of the versions.
func (a *aliasVersioner) allKnown() bool {
	return !slices.ContainsFunc(a.order, func(r *pointerAccesses) bool {
		i, ok := r.ptr.(*ir.Instr)
		return ok && !a.dt.Dominates(i.Parent, a.at)
	})
}

// storedBehind is the set of blocks from which control may come to a store of a loop.
func (a *aliasVersioner) storedBehind() map[*ir.Block]bool {
	var stores []*ir.Block
	for _, r := range a.order {
		for _, i := range r.all {
			if a.li.Of(i.Parent) != nil && slices.ContainsFunc(addressesOf(i), func(x addressed) bool { return x.written }) {
				stores = append(stores, i.Parent)
			}
		}
	}
	return ir.Reaching(a.f, stores)
}

// inside reports whether i belongs to the versions.
func (a *aliasVersioner) inside(i *ir.Instr) bool {
	if i.Parent == a.at {
		return !a.front[i]
	}
	return a.dt.Dominates(a.at, i.Parent)
}

// before reports whether v is available where the versions begin.
func (a *aliasVersioner) before(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok || i.Parent == a.at {
		return !ok || a.front[i]
	}
	return a.dt.Dominates(i.Parent, a.at)
}
