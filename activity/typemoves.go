package activity

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// register lets a copied integer and the memory it comes from or goes to
// inform each other.
func (t *types) register(m *move) bool {
	old := t.val[m.val]
	now := old
	if now == nil {
		now = []Piece{{Size: m.size}}
	}
	sure := rankStrided
	if t.p.class.word(m.val) && t.env.mayTellWords() {
		sure = rankHint // a double's place tells of one variant, an address of another
	}
	for _, a := range m.dst {
		there := t.lookup(a, m.size)
		if (t.env.module.rust || t.bareSingles()) && len(m.dst) > 1 && t.p.objs[a.obj].kind == objForeign {
			there = placed(there) // what others keep somewhere says nothing of the program's own memory
		}
		if sure == rankHint {
			if a.stride > 0 && len(there) == 1 && there[0].Class == Pointer {
				continue // of an array, or of a member beside the float that this may be
			}
			if !t.env.Forward {
				there = placed(there)
			}
			there = t.asideIn(there, a)
		}
		now = disagreed(joinPieces(now, there, m.size), now, there, m.size, sure)
	}
	now = t.strewn(now, m.dst, m.size)
	if now = t.contested(now, m.dst); t.loose[m.val] {
		now = t.doubtful(now)
	}
	changed := !slices.Equal(now, old)
	t.val[m.val] = now
	for _, a := range m.dst {
		changed = t.tell(a, now) || changed
		if t.env.module.rust && m.by != nil && m.by.Op == ir.Store && t.eitherFloat(m.by.Arg(0)) {
			changed = t.clash(a, now) || changed
		}
	}
	return changed
}

// placed leaves undecided what is taken for an address or a number by accesses at one of many
// offsets, or by hints.
func placed(l []Piece) []Piece {
	out := slices.Clone(l)
	for k, p := range out {
		if (p.Class == Pointer || p.Class == Integer) && p.rank <= rankStrided {
			out[k] = Piece{Offset: p.Offset, Size: p.Size}
		}
	}
	return out
}

// asideIn leaves undecided what is taken for a number: there may be an enum whose number is read by other
// code than moves its floats. So does it what is taken for a float in structs of the callers'.
func (t *types) asideIn(l []Piece, at addr) []Piece {
	given := t.p.objs[at.obj].external() && t.mem[at.obj].moreThanFloats()
	out := slices.Clone(l)
	for k, p := range out {
		if p.Class == Integer || given && p.Class == FloatData && p.Type.Kind == ir.DoubleKind {
			out[k] = Piece{Offset: p.Offset, Size: p.Size}
		}
	}
	return out
}

// eitherFloat reports whether an integer is chosen among bits of floats and words that are none:
// the word of an enum where a float stands in it at some times.
func (t *types) eitherFloat(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok || !t.p.class.union[i] || len(t.pieces(v)) != 1 || t.pieces(v)[0].Class != Mixed {
		return false
	}
	seen := map[ir.Value]bool{v: true}
	for list := []*ir.Instr{i}; len(list) > 0; list = list[1:] {
		for _, a := range copied(list[0]) {
			if t.p.class.of(a) == isFP {
				return true
			}
			if j, ok := a.(*ir.Instr); ok && !seen[a] && (j.Op == ir.Phi || j.Op == ir.Select || j.Op == ir.Freeze) {
				seen[a] = true
				list = append(list, j)
			}
		}
	}
	return false
}

// disagreed makes a register Mixed that is filled from memory of one kind and
// stored where another kind is known, both at least as surely as said.
func disagreed(joined, a, b []Piece, size int64, sure rank) []Piece {
	for _, p := range a {
		for _, q := range b {
			if p.Offset >= q.Offset+q.Size || q.Offset >= p.Offset+p.Size {
				continue
			}
			known := p.rank >= sure && q.rank >= sure && p.Class != Unknown && q.Class != Unknown
			if known && (p.Class == FloatData) != (q.Class == FloatData) && p.Class != zeroBytes && q.Class != zeroBytes {
				return []Piece{{Size: size, Class: Mixed, rank: rankAccess}}
			}
		}
	}
	return joined
}

// tell notes the decided pieces at an address where memory is undecided.
func (t *types) tell(a addr, list []Piece) bool {
	grown := false
	m := &t.mem[a.obj]
	arrays := m.extentsAt(a, sizeOf(list))
	for _, p := range list {
		if p.Class == Unknown || p.Class == Mixed {
			continue
		}
		known := t.elements(addr{obj: a.obj, off: a.off + p.Offset, stride: a.stride}, p.Size)
		if p.Class != FloatData && m.within(a, p, FloatData) {
			continue
		}
		if !weaker(known, p) {
			if p.Class == Integer {
				grown = m.fillIn(a, p, known, arrays) || grown
			}
			continue
		}
		for off := p.Offset; off < p.Offset+p.Size; off += 8 {
			n := min(p.Offset+p.Size-off, 8)
			if p.Class != Integer {
				n = p.Size
			}
			r := record{off: off, size: n, class: p.Class, typ: p.Type}.moved(a)
			r.rank = min(r.rank, p.rank)
			grown = m.addTo(arrays, r) || grown
			if p.Class != Integer {
				break
			}
		}
	}
	return grown
}

// fillIn notes integers in the bytes of a piece of which nothing is known.
func (m *memTypes) fillIn(a addr, p Piece, known []Piece, arrays []span) bool {
	grown := false
	for _, k := range known {
		for off := k.Offset; k.Class == Unknown && off < min(k.Offset+k.Size, p.Size); off += 8 {
			r := record{off: p.Offset + off, size: min(k.Offset+k.Size-off, p.Size-off, 8), class: Integer}.moved(a)
			r.rank = min(r.rank, p.rank)
			grown = m.addTo(arrays, r) || grown
		}
	}
	return grown
}

// clash notes that bytes which are copied to an address are there of another
// kind than is known: they hold one thing at some times and another at others.
func (t *types) clash(a addr, list []Piece) bool {
	grown := false
	m := &t.mem[a.obj]
	arrays := m.extentsAt(a, sizeOf(list))
	for _, p := range list {
		if p.Class == Unknown || p.rank < rankStrided {
			continue
		}
		for _, k := range t.elements(addr{obj: a.obj, off: a.off + p.Offset, stride: a.stride}, p.Size) {
			if k.Class == Unknown || k.Class == Mixed || k.rank < rankStrided || k.Class == p.Class && k.Type == p.Type {
				continue
			}
			for off := k.Offset; off < k.Offset+k.Size; off += 8 {
				r := record{off: p.Offset + off, size: min(k.Offset+k.Size-off, 8), class: Mixed}.moved(a)
				grown = m.addTo(arrays, r) || grown
			}
		}
	}
	return grown
}

// weaker reports whether p says more than what is known.
func weaker(known []Piece, p Piece) bool {
	for _, k := range known {
		found := k.Class == Pointer && k.rank == rankStrided && p.rank == rankAccess // an address among others: now there for certain
		if k.Class != Unknown && (k.Class == p.Class && !found || k.rank >= p.rank) {
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
			if m.size >= 0 && m.size <= maxWindow && d.wholeFor(m.size) && s.wholeFor(m.size) {
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

// least is the offset below which the address does not lead.
func (a addr) least() int64 {
	if a.stride == 0 {
		return a.off
	}
	return math.MinInt64
}

// wholeFor reports whether accesses of a size at the addresses do not overlap.
func (a addr) wholeFor(size int64) bool { return a.stride == 0 || a.stride >= size }

// alike carries the type of a uniform object to the other side of a copy of
// unknown extent, where nothing is known or no more than what single places hold, as
// the count in front of the elements.
func (t *types) alike(to, from addr) bool {
	if len(t.mem[to.obj].strided) > 0 {
		return false
	}
	m := &t.mem[from.obj]
	if len(m.strided) == 0 {
		return false
	}
	list, ok := m.periodic(from, math.MaxInt64)
	if !ok || len(list) > 1 && to.stride != 0 {
		return false
	}
	last := list[len(list)-1]
	grown := false
	for _, p := range list {
		r := record{off: to.off + p.Offset, stride: last.Offset + last.Size, size: p.Size, class: p.Class, typ: p.Type, rank: min(p.rank, rankStrided)}
		if p.Class == Integer && len(list) == 1 {
			r.stride, r.size = 1, 1
		}
		grown = t.mem[to.obj].add(r) || grown
	}
	return grown
}
