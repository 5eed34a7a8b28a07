package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// blockPieces gives what a memcpy, memmove or memset moves: one period, and
// whether anything in it is undecided.
func (t *types) blockPieces(i *ir.Instr) []Piece { return t.narrow(i, t.blockHolds(i)) }

// blockHolds is blockPieces as far as the types of what is moved tell.
func (t *types) blockHolds(i *ir.Instr) []Piece {
	if r, ok := t.copiedScalar(i); ok {
		return []Piece{{Size: r.size, Class: r.class, Type: r.typ, rank: rankAccess}}
	}
	size := int64(-1)
	if n, ok := ir.IntValue(i.Arg(2)); ok {
		size = n
	}
	if (size < 0 || size == 1) && t.bareSingles() && t.copiesCharacters(i) {
		return []Piece{{Size: 1, Class: Integer, rank: rankAccess}}
	}
	sides := []addrSet{t.p.alignedPointees(i, 0)}
	if t.p.targetOf(i).kind == toCopy {
		sides = append(sides, t.p.alignedPointees(i, 1))
	}
	if size >= 0 && size <= maxWindow {
		for k := range sides {
			sides[k] = t.roomy(t.own(sides[k]), size)
		}
		list := []Piece{{Size: size}}
		for _, s := range sides {
			for _, a := range s {
				list = joinPieces(list, t.elements(a, size), size)
			}
		}
		for _, s := range sides {
			list = t.strewn(list, s, size)
		}
		list = t.torn(t.members(list, sides), sides, size)
		if t.p.targetOf(i).kind == toCopy || t.env.tellsWords() {
			for _, s := range sides {
				list = t.contested(list, s)
			}
		}
		if t.packed(list, sides, size) {
			return []Piece{{Size: 1}}
		}
		return period(list)
	}
	list := t.kind(sides)
	if t.packed(list, sides, -1) {
		return []Piece{{Size: 1}}
	}
	if decided(list) || !t.text(i, sides) {
		return list
	}
	return []Piece{{Size: 1, Class: Integer}}
}

// roomy leaves out the addresses of objects that do not have size bytes there, unless all are
// such: nothing is moved to or from them.
func (t *types) roomy(places addrSet, size int64) addrSet {
	var list addrSet
	for k, a := range places {
		room := t.p.objs[a.obj].size
		if a.stride == 0 && room > 0 {
			room -= a.off
		}
		switch small := t.p.objs[a.obj].size > 0 && room < size; {
		case small && list == nil:
			list = append(addrSet{}, places[:k]...)
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
func (t *types) torn(list []Piece, sides []addrSet, size int64) []Piece {
	if !t.env.tellsWords() || !slices.ContainsFunc(list, func(p Piece) bool { return p.Class == Pointer }) {
		return list
	}
	any := func(s addrSet) bool {
		return slices.ContainsFunc(s, func(a addr) bool { return a.stride > 0 && a.stride < size && t.mem[a.obj].hasFloats() })
	}
	if !slices.ContainsFunc(sides, any) {
		return list
	}
	list = slices.Clone(list)
	for k := range list {
		if list[k].Class == Pointer {
			list[k].Class = Mixed
		}
	}
	return list
}

// hasFloats reports whether floats are known to stand anywhere in the object.
func (m *memTypes) hasFloats() bool {
	isFloat := func(r record) bool { return r.class == FloatData }
	for _, l := range m.exact {
		if slices.ContainsFunc(l, isFloat) {
			return true
		}
	}
	return slices.ContainsFunc(m.strided, isFloat)
}

// declaredSo reports whether the type of a struct at one of the places, whatever tells of
// it, has a member of that class there; integers side by side are one piece.
func (t *types) declaredSo(p *Piece, sides []addrSet) bool {
	for _, s := range sides {
		for _, a := range s {
			at, m := a.off+p.Offset, &t.mem[a.obj]
			end := at + p.Size
			for at < end {
				size := m.declaredAt(at, p.Class)
				if size == 0 || p.Class == Pointer && size != p.Size {
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

// declaredAt is the size of the member of a class that the type of a struct, whatever
// tells of it, has at an offset; 0 for none.
func (m *memTypes) declaredAt(at int64, c PieceClass) int64 {
	size := int64(0)
	look := func(r record) {
		start, in := r.off, true
		if r.stride > 0 {
			start, in = r.element(at)
		}
		if in && start == at && r.stride != r.size && r.class == c && (r.rank == rankHint || r.rank == rankDeclared) {
			size = max(size, r.size)
		}
	}
	for _, r := range m.exact[at] {
		look(r)
	}
	for _, r := range m.strided {
		look(r)
	}
	return size
}

// members leaves undecided what only accesses at one of many offsets tell of the
// members of a struct: nodes that are linked at several offsets do not consist of
// links. Rust's headers of vectors are known by such accesses, and moved often.
func (t *types) members(list []Piece, sides []addrSet) []Piece {
	structs := false
	if t.env.module.rust {
		return list
	}
	for _, s := range sides {
		for _, a := range s {
			structs = structs || len(t.mem[a.obj].offsets) > 1
		}
	}
	if !structs {
		return list
	}
	out := slices.Clone(list)
	for k := range out {
		if p := &out[k]; p.rank == rankStrided && (p.Class == Pointer || p.Class == Integer) && !t.inArray(p, sides) && !t.declaredSo(p, sides) {
			*p = Piece{Offset: p.Offset, Size: p.Size}
		}
	}
	return out
}

// inArray reports whether a piece belongs to an array of its class in an object,
// which accesses at many offsets belong to.
func (t *types) inArray(p *Piece, sides []addrSet) bool {
	for _, s := range sides {
		for _, a := range s {
			for _, r := range t.mem[a.obj].strided {
				if r.bounded() && r.class == p.Class && a.off+p.Offset >= r.off && a.off+p.Offset+p.Size <= r.end {
					return true
				}
			}
		}
	}
	return false
}
