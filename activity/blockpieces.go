package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// blockPieces gives what a memcpy, memmove or memset moves: one period, and
// whether anything in it is undecided.
func (t *types) blockPieces(i *ir.Instr) []memtypes.Piece { return t.narrow(i, t.blockHolds(i)) }

// blockHolds is blockPieces as far as the types of what is moved tell.
func (t *types) blockHolds(i *ir.Instr) []memtypes.Piece {
	if r, ok := t.copiedScalar(i); ok {
		return []memtypes.Piece{{Size: r.Size, Class: r.Class, Type: r.Typ, Rank: memtypes.RankAccess}}
	}
	size := int64(-1)
	if n, ok := ir.IntValue(i.Arg(2)); ok {
		size = n
	}
	if (size < 0 || size == 1) && !t.env.mayTellWords() && t.copiesCharacters(i) {
		return []memtypes.Piece{{Size: 1, Class: memtypes.Integer, Rank: memtypes.RankAccess}}
	}
	sides := []pointsto.AddrSet{t.p.AlignedPointees(i, 0)}
	if t.p.TargetOf(i).Kind == pointsto.ToCopy {
		sides = append(sides, t.p.AlignedPointees(i, 1))
	}
	if size >= 0 && size <= memtypes.MaxWindow {
		for k := range sides {
			sides[k] = t.roomy(t.own(sides[k]), size)
		}
		list := []memtypes.Piece{{Size: size}}
		for _, s := range sides {
			for _, a := range s {
				list = memtypes.JoinPieces(list, t.elements(a, size), size)
			}
		}
		for _, s := range sides {
			list = t.strewn(list, s, size)
		}
		list = t.torn(t.members(list, sides), sides, size)
		if t.p.TargetOf(i).Kind == pointsto.ToCopy || t.env.tellsWords() {
			for _, s := range sides {
				list = t.contested(list, s)
			}
		}
		if t.packed(list, sides, size) {
			return []memtypes.Piece{{Size: 1}}
		}
		return period(list)
	}
	list := t.kind(sides)
	if t.packed(list, sides, -1) {
		return []memtypes.Piece{{Size: 1}}
	}
	if memtypes.Decided(list) || !t.text(i, sides) {
		return list
	}
	return []memtypes.Piece{{Size: 1, Class: memtypes.Integer}}
}

// roomy leaves out the addresses of objects that do not have size bytes there, unless all are
// such: nothing is moved to or from them.
func (t *types) roomy(places pointsto.AddrSet, size int64) pointsto.AddrSet {
	var list pointsto.AddrSet
	for k, a := range places {
		room := t.p.Objs[a.Obj].Size
		if a.Stride == 0 && room > 0 {
			room -= a.Off
		}
		switch small := t.p.Objs[a.Obj].Size > 0 && room < size; {
		case small && list == nil:
			list = append(pointsto.AddrSet{}, places[:k]...)
		case !small && list != nil:
			list = append(list, a)
		}
	}
	if len(list) == 0 {
		return places
	}
	return list
}

// torn leaves undecided what only some of the objects say are addresses where addresses closer
// together than size lead to another one that has floats among other things: nothing tells
// which of them stand there. Where words do not tell at run time, the others are believed.
func (t *types) torn(list []memtypes.Piece, sides []pointsto.AddrSet, size int64) []memtypes.Piece {
	if !t.env.tellsWords() || !slices.ContainsFunc(list, func(p memtypes.Piece) bool { return p.Class == memtypes.Pointer }) {
		return list
	}
	any := func(s pointsto.AddrSet) bool {
		return slices.ContainsFunc(s, func(a memtypes.Addr) bool { return a.Stride > 0 && a.Stride < size && t.mem[a.Obj].HasFloats() })
	}
	if !slices.ContainsFunc(sides, any) {
		return list
	}
	list = slices.Clone(list)
	for k := range list {
		if list[k].Class == memtypes.Pointer {
			list[k].Class = memtypes.Mixed
		}
	}
	return list
}

// declaredSo reports whether the type of a struct at one of the places, whatever tells of
// it, has a member of that class there; integers side by side are one piece.
func (t *types) declaredSo(p *memtypes.Piece, sides []pointsto.AddrSet) bool {
	for _, s := range sides {
		for _, a := range s {
			at, m := a.Off+p.Offset, &t.mem[a.Obj]
			end := at + p.Size
			for at < end {
				size := m.DeclaredAt(at, p.Class)
				if size == 0 || p.Class == memtypes.Pointer && size != p.Size {
					break
				}
				at += size
			}
			if at == end {
				return true
			}
		}
	}
	return false
}

// members leaves undecided what only accesses at one of many offsets tell of the
// members of a struct: nodes that are linked at several offsets do not consist of
// links.
func (t *types) members(list []memtypes.Piece, sides []pointsto.AddrSet) []memtypes.Piece {
	structs := false
	for _, s := range sides {
		for _, a := range s {
			structs = structs || len(t.mem[a.Obj].Offsets) > 1
		}
	}
	if !structs {
		return list
	}
	out := slices.Clone(list)
	for k := range out {
		if p := &out[k]; p.Rank == memtypes.RankStrided && (p.Class == memtypes.Pointer || p.Class == memtypes.Integer) && !t.inArray(p, sides) && !t.declaredSo(p, sides) {
			*p = memtypes.Piece{Offset: p.Offset, Size: p.Size}
		}
	}
	return out
}

// inArray reports whether a piece belongs to an array of its class in an object,
// which accesses at many offsets belong to.
func (t *types) inArray(p *memtypes.Piece, sides []pointsto.AddrSet) bool {
	for _, s := range sides {
		for _, a := range s {
			for _, r := range t.mem[a.Obj].Strided {
				if r.Bounded() && r.Class == p.Class && a.Off+p.Offset >= r.Off && a.Off+p.Offset+p.Size <= r.End {
					return true
				}
			}
		}
	}
	return false
}
