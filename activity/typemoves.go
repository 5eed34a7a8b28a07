package activity

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// register lets a copied integer and the memory it comes from or goes to
// inform each other.
func (t *types) register(m *move) bool {
	old := t.val[m.val]
	now := old
	if now == nil {
		now = []memtypes.Piece{{Size: m.size}}
	}
	sure := memtypes.RankStrided
	if t.p.Class.Word(m.val) && t.env.mayTellWords() {
		sure = memtypes.RankHint // a double's place tells of one variant, an address of another
	}
	for _, a := range m.dst {
		there := t.lookup(a, m.size)
		if !t.env.mayTellWords() && len(m.dst) > 1 && t.p.Objs[a.Obj].Kind == pointsto.ObjForeign {
			there = placed(there) // what others keep somewhere says nothing of the program's own memory
		}
		if sure == memtypes.RankHint {
			if a.Stride > 0 && len(there) == 1 && there[0].Class == memtypes.Pointer {
				continue // of an array, or of a member beside the float that this may be
			}
			if !t.env.Forward {
				there = placed(there)
			}
			there = t.asideIn(there, a)
		}
		now = disagreed(memtypes.JoinPieces(now, there, m.size), now, there, m.size, sure)
	}
	now = t.strewn(now, m.dst, m.size)
	if now = t.contested(now, m.dst); t.loose[m.val] {
		now = t.doubtful(now)
	}
	changed := !slices.Equal(now, old)
	t.val[m.val] = now
	for _, a := range m.dst {
		changed = t.tell(a, now) || changed
	}
	return changed
}

// placed leaves undecided what is taken for an address or a number by accesses at one of many
// offsets, or by hints.
func placed(l []memtypes.Piece) []memtypes.Piece {
	out := slices.Clone(l)
	for k, p := range out {
		if (p.Class == memtypes.Pointer || p.Class == memtypes.Integer) && p.Rank <= memtypes.RankStrided {
			out[k] = memtypes.Piece{Offset: p.Offset, Size: p.Size}
		}
	}
	return out
}

// asideIn leaves undecided what is taken for a number: there may be an enum whose number is read by other
// code than moves its floats. So does it what is taken for a float in structs of the callers'.
func (t *types) asideIn(l []memtypes.Piece, at memtypes.Addr) []memtypes.Piece {
	given := t.p.Objs[at.Obj].External() && t.mem[at.Obj].MoreThanFloats()
	out := slices.Clone(l)
	for k, p := range out {
		if p.Class == memtypes.Integer || given && p.Class == memtypes.FloatData && p.Type.Kind == ir.DoubleKind {
			out[k] = memtypes.Piece{Offset: p.Offset, Size: p.Size}
		}
	}
	return out
}

// disagreed makes a register Mixed that is filled from memory of one kind and
// stored where another kind is known, both at least as surely as said.
func disagreed(joined, a, b []memtypes.Piece, size int64, sure memtypes.Rank) []memtypes.Piece {
	for _, p := range a {
		for _, q := range b {
			if p.Offset >= q.Offset+q.Size || q.Offset >= p.Offset+p.Size {
				continue
			}
			known := p.Rank >= sure && q.Rank >= sure && p.Class != memtypes.Unknown && q.Class != memtypes.Unknown
			if known && (p.Class == memtypes.FloatData) != (q.Class == memtypes.FloatData) && p.Class != memtypes.Zeros && q.Class != memtypes.Zeros {
				return []memtypes.Piece{{Size: size, Class: memtypes.Mixed, Rank: memtypes.RankAccess}}
			}
		}
	}
	return joined
}

// tell notes the decided pieces at an address where memory is undecided.
func (t *types) tell(a memtypes.Addr, list []memtypes.Piece) bool {
	grown := false
	m := &t.mem[a.Obj]
	arrays := m.ExtentsAt(a, sizeOf(list))
	for _, p := range list {
		if p.Class == memtypes.Unknown || p.Class == memtypes.Mixed {
			continue
		}
		known := t.elements(memtypes.Addr{Obj: a.Obj, Off: a.Off + p.Offset, Stride: a.Stride}, p.Size)
		if p.Class != memtypes.FloatData && m.Within(a, p, memtypes.FloatData) {
			continue
		}
		if !weaker(known, p) {
			if p.Class == memtypes.Integer {
				grown = m.FillIn(a, p, known, arrays) || grown
			}
			continue
		}
		for off := p.Offset; off < p.Offset+p.Size; off += 8 {
			n := min(p.Offset+p.Size-off, 8)
			if p.Class != memtypes.Integer {
				n = p.Size
			}
			r := memtypes.Record{Off: off, Size: n, Class: p.Class, Typ: p.Type}.Moved(a)
			r.Rank = min(r.Rank, p.Rank)
			grown = m.AddTo(arrays, r) || grown
			if p.Class != memtypes.Integer {
				break
			}
		}
	}
	return grown
}

// clash notes that bytes which are copied to an address are there of another
// kind than is known: they hold one thing at some times and another at others.
func (t *types) clash(a memtypes.Addr, list []memtypes.Piece) bool {
	grown := false
	m := &t.mem[a.Obj]
	arrays := m.ExtentsAt(a, sizeOf(list))
	for _, p := range list {
		if p.Class == memtypes.Unknown || p.Rank < memtypes.RankStrided {
			continue
		}
		for _, k := range t.elements(memtypes.Addr{Obj: a.Obj, Off: a.Off + p.Offset, Stride: a.Stride}, p.Size) {
			if k.Class == memtypes.Unknown || k.Class == memtypes.Mixed || k.Rank < memtypes.RankStrided || k.Class == p.Class && k.Type == p.Type {
				continue
			}
			for off := k.Offset; off < k.Offset+k.Size; off += 8 {
				r := memtypes.Record{Off: p.Offset + off, Size: min(k.Offset+k.Size-off, 8), Class: memtypes.Mixed}.Moved(a)
				grown = m.AddTo(arrays, r) || grown
			}
		}
	}
	return grown
}

// weaker reports whether p says more than what is known.
func weaker(known []memtypes.Piece, p memtypes.Piece) bool {
	for _, k := range known {
		found := k.Class == memtypes.Pointer && k.Rank == memtypes.RankStrided && p.Rank == memtypes.RankAccess // an address among others: now there for certain
		if k.Class != memtypes.Unknown && (k.Class == p.Class && !found || k.Rank >= p.Rank) {
			return false
		}
	}
	return true
}

// block lets the two sides of a memcpy inform each other.
func (t *types) block(m *move) bool {
	changed := false
	for _, d := range m.dst {
		for _, s := range m.src {
			if m.size >= 0 && m.size <= memtypes.MaxWindow && d.WholeFor(m.size) && s.WholeFor(m.size) {
				changed = t.clash(d, t.elements(s, m.size)) || changed
				changed = t.tell(d, t.elements(s, m.size)) || changed
				changed = t.tell(s, t.elements(d, m.size)) || changed
				continue
			}
			changed = t.alike(d, s) || changed
			changed = t.alike(s, d) || changed
			changed = t.strays(d, s) || changed
			changed = t.strays(s, d) || changed
			if len(m.dst) == 1 && len(m.src) == 1 {
				changed = t.punnedBy(d, s) || t.punnedBy(s, d) || changed
			}
		}
	}
	return changed
}

// alike carries the type of a uniform object to the other side of a copy of
// unknown extent, where nothing is known or no more than what single places hold, as
// the count in front of the elements.
func (t *types) alike(to, from memtypes.Addr) bool {
	if len(t.mem[to.Obj].Strided) > 0 {
		return false
	}
	m := &t.mem[from.Obj]
	if len(m.Strided) == 0 {
		return false
	}
	list, ok := m.Periodic(from, math.MaxInt64)
	if !ok || len(list) > 1 && to.Stride != 0 {
		return false
	}
	last := list[len(list)-1]
	grown := false
	for _, p := range list {
		r := memtypes.Record{Off: to.Off + p.Offset, Stride: last.Offset + last.Size, Size: p.Size, Class: p.Class, Typ: p.Type, Rank: min(p.Rank, memtypes.RankStrided)}
		if p.Class == memtypes.Integer && len(list) == 1 {
			r.Stride, r.Size = 1, 1
		}
		grown = t.mem[to.Obj].Add(r) || grown
	}
	return grown
}

// lookup gives what size bytes at an address hold. The list is not the caller's to change.
func (t *types) lookup(a memtypes.Addr, size int64) []memtypes.Piece {
	m := &t.mem[a.Obj]
	key := memtypes.Extent{Off: a.Off, Stride: a.Stride, Size: size}
	l, ok := m.Held[key]
	if !ok {
		l = m.Lookup(a, size)
		if m.Held == nil {
			m.Held = map[memtypes.Extent][]memtypes.Piece{}
		}
		m.Held[key] = l
	}
	return l
}
