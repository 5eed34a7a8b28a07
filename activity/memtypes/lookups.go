package memtypes

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// covering is what at gives for a byte.
type covering struct {
	rec Record
	ok  bool
}

// Extent is what lookup is asked about: bytes at an offset plus multiples of a stride.
type Extent struct{ Off, Stride, Size int64 }

// repeated is what periodic gives.
type repeated struct {
	list []Piece
	ok   bool
}

// At is best, found out once for every byte: programs ask again and again about the
// same members of structs that hundreds of copies move.
func (m *Memory) At(b int64) (Record, bool) {
	if e, ok := m.known[b]; ok {
		return e.rec, e.ok
	}
	var e covering
	e.rec, e.ok = m.best(b)
	if m.known == nil {
		m.known = map[int64]covering{}
	}
	m.known[b] = e
	return e.rec, e.ok
}

// forget drops what was found out about bytes that a new record of one place bears
// on: its own, and those of strided elements that it displaces.
func (m *Memory) forget(r Record) {
	m.forgetLists()
	if len(m.known) == 0 {
		return
	}
	for b := r.Off - 2*MaxScalar; b < r.Off+r.Size+2*MaxScalar; b++ {
		delete(m.known, b)
	}
}

// forgetLists drops what was found out about many bytes.
func (m *Memory) forgetLists() {
	clear(m.Held)
	clear(m.periods)
}

// forgetAll drops everything that was found out.
func (m *Memory) forgetAll() {
	m.forgetLists()
	clear(m.known)
}

// What follows is about what so many bytes at an address hold, and what is known of bytes by two
// sources.

// SeenFrom is a callee's record about its parameter's memory in terms of the
// object that the argument leads to.
func (r Record) SeenFrom(a Addr) Record {
	r.Off += a.Off
	if r.Stride > 0 && r.End != math.MaxInt64 {
		r.End += a.Off
	}
	if s := Gcd(r.Stride, a.Stride); s != r.Stride {
		r.Stride, r.End = s, math.MaxInt64
		r.Rank = min(r.Rank, RankStrided)
	}
	if r.Stride > 0 && !r.Bounded() {
		r.Off = Addr{Off: r.Off, Stride: r.Stride}.Norm().Off
	}
	return r
}

// Lookup gives what size bytes at an address hold.
func (m *Memory) Lookup(a Addr, size int64) []Piece {
	if a.Stride > 0 && a.Stride < size {
		if p, ok := m.Uniform(span{math.MinInt64, math.MaxInt64}); ok && size%p.Size == 0 && a.Stride%p.Size == 0 {
			return repeat(p, size)
		}
		return []Piece{{Size: size}}
	}
	list := m.Window(a.Off, size)
	m.Others(a, size, func(base int64) { list = JoinPieces(list, m.Window(base, size), size) })
	return list
}

// Others visits the places besides the first that an address with a stride leads to and
// of which something is known.
func (m *Memory) Others(a Addr, size int64, visit func(base int64)) {
	if a.Stride == 0 {
		return
	}
	n := 0
	for _, off := range m.Sorted() {
		base := off - ((off-a.Off)%a.Stride+a.Stride)%a.Stride
		if base == a.Off || off-base >= size {
			continue
		}
		if n++; n > 64 {
			break
		}
		visit(base)
	}
	for _, r := range m.Strided {
		for k, base := 0, r.Off-((r.Off-a.Off)%a.Stride+a.Stride)%a.Stride; r.Bounded() && k < 8 && base < r.End; k++ {
			visit(base)
			base += a.Stride
		}
	}
}

// repeat fills size bytes with one scalar.
func repeat(p Piece, size int64) []Piece {
	if p.Class == Integer {
		return []Piece{{Size: size, Class: Integer, Rank: p.Rank}}
	}
	var list []Piece
	for off := int64(0); off < size; off += p.Size {
		p.Offset = off
		list = append(list, p)
	}
	return list
}

// JoinPieces combines what two sources say of the same bytes: known beats
// unknown, contradiction is Mixed.
func JoinPieces(a, b []Piece, size int64) []Piece {
	if slices.Equal(a, b) {
		return a
	}
	if InOrder(a) && InOrder(b) {
		return JoinOrdered(a, b, size)
	}
	return JoinAny(a, b, size)
}

// JoinAny is JoinPieces for pieces that overlap, or stand in any order.
func JoinAny(a, b []Piece, size int64) []Piece {
	var m Memory
	for _, l := range [][]Piece{a, b} {
		for _, p := range l {
			switch p.Class {
			case Unknown:
			case FloatData, Pointer:
				m.Add(Record{Off: p.Offset, Size: p.Size, Class: p.Class, Typ: p.Type, Rank: p.Rank})
			default:
				c := p.Class
				if c == Zeros {
					c = Integer
				}
				for k := range p.Size {
					m.Add(Record{Off: p.Offset + k, Size: 1, Class: c, Rank: p.Rank})
				}
			}
		}
	}
	return m.Window(0, size)
}

// MaxWindow bounds the block operations that are looked at byte for byte.
const MaxWindow = 1 << 13

// Moved is an exact record of offsets relative to a, seen from a's object.
func (r Record) Moved(a Addr) Record {
	r.Off += a.Off
	r.Rank = RankAccess
	if a.Stride != 0 {
		r.Stride, r.Rank = a.Stride, RankStrided
		r.Off = Addr{Off: r.Off, Stride: r.Stride}.Norm().Off
	}
	return r
}

// Scalars notes the scalars of a first-class value, vectors and arrays element
// by element.
func (m *Memory) Scalars(l *ir.Layout, t *ir.Type, off int64) {
	switch t.Kind {
	case ir.VectorKind, ir.ArrayKind:
		for k := range min(t.Len, MaxWindow) {
			m.Scalars(l, t.Elem, off+k*l.AllocSize(t.Elem))
		}
	case ir.StructKind:
		for k, f := range t.Fields {
			m.Scalars(l, f, off+l.FieldOffset(t, k))
		}
	case ir.IntKind:
		for s := l.StoreSize(t); s > 0; s -= 8 { // wide integers in words
			n := min(s, 8)
			m.Add(Record{Off: off, Size: n, Class: Integer, Rank: RankAccess})
			off += n
		}
	case ir.PtrKind:
		m.Add(Record{Off: off, Size: l.StoreSize(t), Class: Pointer, Rank: RankAccess})
	default:
		if t.IsFloat() {
			m.Add(Record{Off: off, Size: l.StoreSize(t), Class: FloatData, Typ: t, Rank: RankAccess})
		}
	}
}

// FillIn notes integers in the bytes of a piece of which nothing is known.
func (m *Memory) FillIn(a Addr, p Piece, known []Piece, arrays []span) bool {
	grown := false
	for _, k := range known {
		for off := k.Offset; k.Class == Unknown && off < min(k.Offset+k.Size, p.Size); off += 8 {
			r := Record{Off: p.Offset + off, Size: min(k.Offset+k.Size-off, p.Size-off, 8), Class: Integer}.Moved(a)
			r.Rank = min(r.Rank, p.Rank)
			grown = m.AddTo(arrays, r) || grown
		}
	}
	return grown
}

// least is the offset below which the address does not lead.
func (a Addr) least() int64 {
	if a.Stride == 0 {
		return a.Off
	}
	return math.MinInt64
}

// WholeFor reports whether accesses of a size at the addresses do not overlap.
func (a Addr) WholeFor(size int64) bool { return a.Stride == 0 || a.Stride >= size }
