package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
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
	size := a.sol.p.Layout.StoreSize(a.F.Module.Ptr())
	return a.Shadow(p) && slices.ContainsFunc(a.sol.p.Pointees(p), func(x memtypes.Addr) bool {
		return a.sol.g.ty.hasNarrow(x, size)
	})
}

// SharedByNumber reports whether integers may stand where a float of type typ is read at p: at
// other times, or in other variants of an enum or a union.
func (a *Info) SharedByNumber(p ir.Value, typ *ir.Type) bool {
	t := a.sol.g.ty
	size := t.p.Layout.StoreSize(typ)
	return slices.ContainsFunc(t.p.Pointees(p), func(x memtypes.Addr) bool {
		for r := range t.mem[x.Obj].Seen {
			if r.Class == memtypes.Integer && r.Rank == memtypes.RankAccess && x.Meets(r, size) {
				return true
			}
		}
		return false
	})
}

// SharedByAddress reports whether floats of fewer than 64 bits that a store i writes may stand in the place
// of an address: one that is known to be there or that callers may leave, wherever it writes: elsewhere the word
// may end behind the memory. Where only doubles have derivatives, words tell.
func (a *Info) SharedByAddress(i *ir.Instr) bool {
	t, p := a.sol.g.ty, i.Arg(1)
	size := t.p.Layout.StoreSize(i.Arg(0).Type())
	places := t.p.Pointees(p)
	return len(places) > 0 && !t.env.tellsWords() && a.storesNarrow(i) && !slices.ContainsFunc(places, func(x memtypes.Addr) bool {
		return !t.p.HasCells(x.Obj) || !a.addressAt(x, size)
	})
}

// storesNarrow reports whether a store writes floats of fewer than 64 bits.
func (a *Info) storesNarrow(i *ir.Instr) bool {
	return slices.ContainsFunc(a.Pieces(i), isNarrow)
}

func isNarrow(p memtypes.Piece) bool { return p.Class == memtypes.FloatData && p.Size < 8 }

// hasNarrow reports whether a float of fewer than 64 bits is accessed in size bytes at x, by callers too where the memory is theirs.
func (t *types) hasNarrow(x memtypes.Addr, size int64) bool {
	for r := range t.mem[x.Obj].Seen {
		if r.Class == memtypes.FloatData && r.Size < 8 && (r.Rank == memtypes.RankAccess || t.p.Objs[x.Obj].External()) && x.Meets(r, size) {
			return true
		}
	}
	return false
}

// addressAt reports whether an address may stand in size bytes, or any number where that is negative, at x.
func (a *Info) addressAt(x memtypes.Addr, size int64) bool {
	p, t := a.sol.p, a.sol.g.ty
	ob := &p.Objs[x.Obj]
	if p.Merged[x.Obj] != nil || len(p.Sets[ob.Any]) > 0 || len(p.Sets[ob.Rest]) > 0 {
		return true
	}
	within := func(off, n int64) bool {
		switch d := off - x.Off; {
		case x.Stride > 0:
			d = (d%x.Stride + x.Stride) % x.Stride
			return size < 0 || d < size || d+n > x.Stride
		case size < 0:
			return d+n > 0
		default:
			return d < size && d+n > 0
		}
	}
	for _, off := range ob.Offsets {
		if len(p.Sets[ob.Cells[off]]) > 0 && within(off, 8) {
			return true
		}
	}
	for _, r := range ob.IntoRows {
		if len(p.Sets[ob.Into[r]]) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(t.mem[x.Obj].Sorted(), func(off int64) bool {
		return slices.ContainsFunc(t.mem[x.Obj].Exact[off], func(r memtypes.Record) bool { return r.Class == memtypes.Pointer && within(off, r.Size) })
	}) || slices.ContainsFunc(t.mem[x.Obj].Strided, func(r memtypes.Record) bool {
		return r.Class == memtypes.Pointer && (x.Stride == 0 || r.Stride != x.Stride || within(r.Off, r.Size))
	})
}
