package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// This file is about memory in which a float of fewer than 64 bits stands at some times and an address at
// others: a member of a union, the payload of an enum, a variable of a loop that is made anew in the same place.
// Shadow memory has an address there at those times too. Read as a double it is as good as zero; read as
// a smaller float, a half of it is anything. So what a float is stored over goes in the forward sweep, and
// what an address was stored over does in the reverse sweep.

// SharedByFloat reports whether what is stored at p as an address may stand in the place of a float
// of fewer than 64 bits: of one that is accessed there or that a block of undecided words brings.
func (a *Info) SharedByFloat(p ir.Value) bool {
	size := a.sol.p.layout.StoreSize(a.F.Module.Ptr())
	return a.F.Module.HasSingles() && a.Shadow(p) && slices.ContainsFunc(a.sol.p.pointees(p), func(x addr) bool {
		return a.sol.g.ty.hasNarrow(x, size) || a.env.tellsPairs() && a.ownMemory(x.obj)
	})
}

// SharedByNumber reports whether integers may stand where a float of type typ is read at p: at
// other times, or in other variants of an enum or a union.
func (a *Info) SharedByNumber(p ir.Value, typ *ir.Type) bool {
	t := a.sol.g.ty
	size := t.p.layout.StoreSize(typ)
	return slices.ContainsFunc(t.p.pointees(p), func(x addr) bool {
		for r := range t.mem[x.obj].seen {
			if r.class == Integer && r.rank == rankAccess && x.meets(r, size) {
				return true
			}
		}
		return false
	})
}

// ownMemory reports whether an object is of the code that is differentiated: its own, or what it calls a function with.
func (a *Info) ownMemory(o int32) bool {
	e := a.env
	switch a.sol.p.objs[o].kind {
	case objAlloca, objHeap:
		return true
	case objParam, objDeep:
		return e.Calls.Root() != nil && e.first(a.F) != e.first(e.Calls.Root())
	}
	return false
}

// SharedByAddress reports whether floats of fewer than 64 bits that a store i writes may stand in the place
// of an address: one that is known to be there or that callers may leave, wherever it writes: elsewhere the word
// may end behind the memory. Where only doubles have derivatives, words tell.
func (a *Info) SharedByAddress(i *ir.Instr) bool {
	t, p := a.sol.g.ty, i.Arg(1)
	size := t.p.layout.StoreSize(i.Arg(0).Type())
	places := t.p.pointees(p)
	return len(places) > 0 && a.F.Module.HasSingles() && !t.env.tellsWords() && a.storesNarrow(i) && !slices.ContainsFunc(places, func(x addr) bool {
		return (!t.p.hasCells(x.obj) || !a.addressAt(x, size)) && !(t.env.tellsPairs() && a.givenAddress(x, size))
	})
}

// givenAddress reports whether callers may leave an address where a member is, or behind a parameter.
func (a *Info) givenAddress(x addr, size int64) bool {
	k := a.sol.p.objs[x.obj].kind
	return a.ownMemory(x.obj) && (k == objDeep && x.stride == 0 || k == objParam && !a.addressFree(x, size))
}

// storesNarrow reports whether a store writes floats of fewer than 64 bits.
func (a *Info) storesNarrow(i *ir.Instr) bool {
	return slices.ContainsFunc(a.Pieces(i), isNarrow)
}

func isNarrow(p Piece) bool { return p.Class == FloatData && p.Size < 8 }

// hasNarrow reports whether a float of fewer than 64 bits is accessed in size bytes at x, by callers too where the memory is theirs.
func (t *types) hasNarrow(x addr, size int64) bool {
	for r := range t.mem[x.obj].seen {
		if r.class == FloatData && r.size < 8 && (r.rank == rankAccess || t.p.objs[x.obj].external()) && x.meets(r, size) {
			return true
		}
	}
	return false
}

// meets reports whether a record has some of size bytes at x.
func (x addr) meets(r record, size int64) bool {
	g := gcd(x.stride, r.stride)
	d := r.off - x.off
	if g == 0 {
		return d < size && d+r.size > 0
	}
	d = (d%g + g) % g
	return d < size || d+r.size > g
}

// addressAt reports whether an address may stand in size bytes, or any number where that is negative, at x.
func (a *Info) addressAt(x addr, size int64) bool {
	p, t := a.sol.p, a.sol.g.ty
	ob := &p.objs[x.obj]
	if p.merged[x.obj] != nil || len(p.sets[ob.any]) > 0 || len(p.sets[ob.rest]) > 0 {
		return true
	}
	within := func(off, n int64) bool {
		switch d := off - x.off; {
		case x.stride > 0:
			d = (d%x.stride + x.stride) % x.stride
			return size < 0 || d < size || d+n > x.stride
		case size < 0:
			return d+n > 0
		default:
			return d < size && d+n > 0
		}
	}
	for _, off := range ob.offsets {
		if len(p.sets[ob.cells[off]]) > 0 && within(off, 8) {
			return true
		}
	}
	for _, r := range ob.intoRows {
		if len(p.sets[ob.into[r]]) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(t.mem[x.obj].sorted(), func(off int64) bool {
		return slices.ContainsFunc(t.mem[x.obj].exact[off], func(r record) bool { return r.class == Pointer && within(off, r.size) })
	}) || slices.ContainsFunc(t.mem[x.obj].strided, func(r record) bool {
		return r.class == Pointer && (x.stride == 0 || r.stride != x.stride || within(r.off, r.size))
	})
}
