package memtypes

import (
	"math"
	"slices"
	"sort"

	"github.com/llad-ad/llad/ir"
)

// Rank orders what speaks for the type of bytes in memory; the higher wins.
type Rank uint8

const (
	RankHint     Rank = iota + 1 // the element type of a getelementptr or a typed pointer, an array's declared element
	RankStrided                  // an access at one of many offsets
	RankDeclared                 // a member of a declared struct
	RankAccess                   // an access at this offset, a TBAA tag
)

// MaxScalar bounds the size of one record.
const MaxScalar = 16

// Record says that size bytes at off + k*stride of an object are one scalar.
type Record struct {
	Off, Stride, Size int64
	End               int64 // strided: no element begins at or behind it
	Class             PieceClass
	Typ               *ir.Type
	Rank              Rank
}

// Memory is what is known about the bytes of one object.
type Memory struct {
	Exact   map[int64][]Record
	Offsets []int64 // of exact, sorted when clean
	dirty   bool
	Strided []Record
	Near    []*Record // see FindNear
	Seen    map[Record]bool
	fixed   bool // nothing is noted any more
	Astray  bool // what is no integer is accessed at unknown offsets
	arrays  []innerArray

	known map[int64]covering // what at gave; see forget
	// What lookup and periodic gave since the last change.
	Held    map[Extent][]Piece
	periods map[Extent]repeated
}

// Take notes all of o's records.
func (m *Memory) Take(o *Memory) {
	for _, off := range o.Sorted() {
		for _, r := range o.Exact[off] {
			m.Add(r)
		}
	}
	for _, r := range o.Strided {
		m.Add(r)
	}
	m.Astray = m.Astray || o.Astray
	for _, w := range o.arrays {
		m.addArray(w)
	}
}

// Add notes r and reports whether it is new.
func (m *Memory) Add(r Record) bool {
	if m.fixed || r.Size <= 0 || r.Size > MaxScalar {
		return false
	}
	if r.Stride > 0 && r.Stride < r.Size {
		// Overlapping elements say nothing of single bytes, but that these are not
		// integers because bytes are accessed anywhere, as the table's flags beside
		// its entries are.
		m.Astray = m.Astray || r.Class != Integer
		return false
	}
	if r.Stride > 0 && r.End == 0 {
		r.End = math.MaxInt64
	}
	if m.Seen[r] {
		return false
	}
	if m.Seen == nil {
		m.Seen, m.Exact = map[Record]bool{}, map[int64][]Record{}
	}
	m.Seen[r] = true
	if r.Stride > 0 {
		m.Strided = append(m.Strided, r)
		m.forgetAll()
		return true
	}
	m.forget(r)
	if _, ok := m.Exact[r.Off]; !ok {
		m.Offsets = append(m.Offsets, r.Off)
		m.dirty = true
	}
	m.Exact[r.Off] = append(m.Exact[r.Off], r)
	return true
}

func (m *Memory) Sorted() []int64 {
	if m.dirty {
		sort.Slice(m.Offsets, func(a, b int) bool { return m.Offsets[a] < m.Offsets[b] })
		m.dirty = false
	}
	return m.Offsets
}

// best gives the best record that covers byte b, with off the begin of the
// element it belongs to; class Mixed when equally good ones disagree on floats.
func (m *Memory) best(b int64) (best Record, ok bool) {
	var c choice
	for off := b - MaxScalar + 1; off <= b; off++ {
		for _, r := range m.Exact[off] {
			if off+r.Size > b {
				c.consider(r, off)
			}
		}
	}
	m.FindNear(b)
	for _, r := range m.Near {
		if start, in := r.Element(b); in && !m.Displaced(r, start) {
			c.consider(*r, start)
		}
	}
	return c.result(), c.ok
}

// FindNear fills near with the strided records that may have elements which cover byte b,
// or overlap such: arrays in structs make hundreds of records, of a few places each.
func (m *Memory) FindNear(b int64) {
	m.Near = m.Near[:0]
	last := b + MaxScalar - 1 // an element that begins behind overlaps none
	for k := range m.Strided {
		r := &m.Strided[k]
		if r.Bounded() && (r.Off > last || r.End <= b-2*MaxScalar) {
			continue
		}
		d := (last - r.Off) % r.Stride
		if d < 0 {
			d += r.Stride
		}
		if d < 3*MaxScalar {
			m.Near = append(m.Near, r)
		}
	}
}

// choice is the best of the records that cover one byte, of those considered so far.
type choice struct {
	best      Record
	ok, mixed bool
}

// consider takes a record into account whose element there begins at start.
func (c *choice) consider(r Record, start int64) {
	r.Off, r.Stride = start, 0
	c.mixed = c.mixed || r.Class == Mixed
	switch {
	case !c.ok || r.Rank > c.best.Rank:
		c.best, c.ok = r, true
	case r.Rank == c.best.Rank && !r.sameAs(c.best):
		c.best = r.against(c.best)
	}
}

// result is the best record; a single one that is Mixed makes it so.
func (c *choice) result() Record {
	if c.mixed {
		c.best.Class = Mixed
	}
	return c.best
}

// against is what two equally good elements that disagree make: an address where
// the other is an integer, since the shadow of an integer is nobody's concern.
func (r Record) against(o Record) Record {
	if o.Class == Pointer {
		r, o = o, r
	}
	if r.Class != Pointer || o.Class != Integer && o.Class != Zeros {
		r.Class = Mixed
	}
	return r
}

// sameAs reports whether two elements agree.
func (r Record) sameAs(s Record) bool {
	return r.Class == s.Class && (r.Class == Integer || r.Typ == s.Typ && r.Off == s.Off)
}

// Element is the begin of the strided element that covers byte b, if one does.
func (r *Record) Element(b int64) (int64, bool) {
	if r.Bounded() && b < r.Off {
		return 0, false
	}
	d := (b - r.Off) % r.Stride
	if d < 0 {
		d += r.Stride
	}
	return b - d, d < r.Size && b-d < r.End
}

// Bounded reports whether the elements begin at off and end at end; others run
// on in both directions.
func (r Record) Bounded() bool { return r.Stride > 0 && r.End != math.MaxInt64 }

// Displaced reports whether a strided element is not there because an equally
// good and more specific record claims some of its bytes: the strides of
// members of structs in arrays run over their neighbours. What is near is that of a byte
// of the element.
func (m *Memory) Displaced(r *Record, start int64) bool {
	e := *r
	e.Off = start
	for off := start - MaxScalar + 1; off < start+r.Size; off++ {
		for _, x := range m.Exact[off] {
			if off+x.Size > start && x.Rank >= r.Rank && !x.sameAs(e) {
				return true
			}
		}
	}
	for _, x := range m.Near {
		if x.Rank < r.Rank || x.Stride <= r.Stride && x.Rank == r.Rank {
			continue
		}
		if x.contradicts(&e) {
			return true
		}
	}
	return false
}

// contradicts reports whether an element of strided records overlaps e and is not
// the same.
func (r *Record) contradicts(e *Record) bool {
	if r.Class == Integer && e.Class == Integer {
		return false
	}
	d := (e.Off - r.Off) % r.Stride
	if d < 0 {
		d += r.Stride
	}
	for s := e.Off - d; s < e.Off+e.Size; s += r.Stride {
		if s+r.Size > e.Off && s < r.End && (!r.Bounded() || s >= r.Off) {
			x := *r
			if x.Off = s; !x.sameAs(*e) {
				return true
			}
		}
	}
	return false
}

// Window gives the pieces of [off, off+size).
func (m *Memory) Window(off, size int64) []Piece {
	var list []Piece
	for b := off; b < off+size; {
		r, ok := m.At(b)
		list, b = spell(list, r, ok, b, span{off, off + size})
	}
	return list
}

// spell appends to the pieces of a window what the record says that is best at byte b, if
// there is one, and gives the first byte of which it says nothing.
func spell(list []Piece, r Record, ok bool, b int64, window span) ([]Piece, int64) {
	n, c, t := int64(1), r.Class, r.Typ
	switch {
	case !ok:
		c, t, r.Rank = Unknown, nil, 0
	case c == FloatData || c == Pointer:
		n = r.Off + r.Size - b
		if r.Off < b || n > window.to-b {
			n, c, t = min(n, window.to-b), Mixed, nil
		}
	default:
		t = nil
	}
	if k := len(list) - 1; k >= 0 && c != FloatData && c != Pointer && list[k].Class == c && list[k].Rank == r.Rank {
		list[k].Size += n
		return list, b + n
	}
	return append(list, Piece{Offset: b - window.from, Size: n, Class: c, Type: t, Rank: r.Rank}), b + n
}

// Uniform gives the one scalar that every known byte there belongs to.
// Hints of arrays count only where no access tells of the same bytes, and those of integers
// only where no access tells of an array; what is known of single places says nothing of
// others, but must not differ.
func (m *Memory) Uniform(in span) (p Piece, ok bool) {
	best := Rank(0)
	for _, r := range m.Strided {
		if r.End > in.from {
			best = max(best, r.Rank)
		}
	}
	same := func(r Record) bool {
		q := Piece{Size: r.Size, Class: r.Class, Type: r.Typ, Rank: min(r.Rank, RankStrided)}
		if q.Class == Integer {
			q.Size = 1
		}
		if ok && !SameKind(p, q) {
			return false
		}
		if q.Rank = max(q.Rank, p.Rank); q.Class != Mixed {
			p, ok = q, true
		}
		return q.Class != Mixed
	}
	for _, r := range m.Strided {
		counts := r.Rank >= best || r.Class != Integer && !m.overruled(r, best)
		if r.End > in.from && counts && !same(r) {
			return Piece{}, false
		}
	}
	for _, off := range m.Sorted() {
		if r, known := m.At(off); known && r.Off+r.Size > in.from && r.Off < in.to && !same(r) {
			return Piece{}, false
		}
	}
	return p, ok
}

// overruled reports whether records of a rank tell of bytes of a strided record of a lower one.
func (m *Memory) overruled(r Record, best Rank) bool {
	at := Addr{Off: r.Off, Stride: r.Stride}
	return slices.ContainsFunc(m.Strided, func(b Record) bool { return b.Rank >= best && at.Meets(b, r.Size) })
}

// SameKind reports whether two pieces are the same scalar, wherever they stand.
func SameKind(a, b Piece) bool {
	return a.Size == b.Size && a.Class == b.Class && a.Type == b.Type
}

// Declared notes the scalars of type t at off; arrays become strided records.
func (m *Memory) Declared(l *ir.Layout, t *ir.Type, off int64, rk Rank) {
	m.declaredIn(l, t, off, rk, false)
}

// maxInner bounds the arrays in structs whose elements are noted one by one.
const maxInner = 64

// declaredIn is declared for a type that may stand within another.
func (m *Memory) declaredIn(l *ir.Layout, t *ir.Type, off int64, rk Rank, inner bool) {
	switch t.Kind {
	case ir.StructKind:
		if t.IsUnion() {
			rk = RankHint // what LLVM shows is one of the members
		}
		at, arrays := off, len(m.arrays)
		for k, f := range t.Fields {
			next := off + l.FieldOffset(t, k)
			m.padding(at, next)
			if t.Name == "" && f == ir.I64 {
				m.declaredIn(l, f, next, RankHint, true) // a union's, or a struct's that is passed in registers
			} else {
				m.declaredIn(l, f, next, rk, true)
			}
			if f.IsInt() && f.Bits <= 8 && len(t.Fields) > 1 { // a flag; arrays of bytes may be anything, a byte alone is an empty class
				m.Add(Record{Off: next, Size: 1, Class: Integer, Rank: rk})
			}
			at = next + l.StoreSize(f)
		}
		m.padding(at, off+l.AllocSize(t))
		if t.IsUnion() {
			m.arrays = m.arrays[:arrays] // other members have others
		}
	case ir.ArrayKind, ir.VectorKind:
		if t.Elem == ir.I8 && t.Len < 8 {
			m.padding(off, off+t.Len)
			return
		}
		if size := l.AllocSize(t.Elem); inner && t.Len > 1 && size > 0 {
			m.addArray(innerArray{span{off, off + t.Len*size}, size, t.Elem.Kind == ir.StructKind})
		}
		if inner && t.Len <= maxInner && !t.Elem.IsInt() {
			for k := range t.Len {
				m.declaredIn(l, t.Elem, off+k*l.AllocSize(t.Elem), rk, true)
			}
			return
		}
		elem, n := t.Elem, t.Len
		for elem.Kind == ir.ArrayKind {
			n *= elem.Len
			elem = elem.Elem
		}
		m.Repeated(l, elem, off, n, rk)
	case ir.IntKind:
		if t.Bits > 8 {
			m.Add(Record{Off: off, Size: l.StoreSize(t), Class: Integer, Rank: rk})
		}
	case ir.PtrKind:
		m.Add(Record{Off: off, Size: l.StoreSize(t), Class: Pointer, Rank: rk})
	default:
		if t.IsFloat() {
			m.Add(Record{Off: off, Size: l.StoreSize(t), Class: FloatData, Typ: t, Rank: rk})
		}
	}
}

// padding notes bytes of a struct that belong to no member.
func (m *Memory) padding(from, to int64) {
	if to-from < MaxScalar {
		m.Add(Record{Off: from, Size: to - from, Class: Integer, Rank: RankHint})
	}
}

// Repeated notes n elements of type t from off on.
func (m *Memory) Repeated(l *ir.Layout, t *ir.Type, off, n int64, rk Rank) {
	size := l.AllocSize(t)
	if size == 0 || n == 0 {
		return
	}
	var one Memory
	one.declaredIn(l, t, 0, rk, true)
	if t.IsInt() {
		rk = RankHint
	}
	for _, o := range one.Sorted() {
		for _, r := range one.Exact[o] {
			m.Add(Record{Off: off + r.Off, Stride: size, Size: r.Size, End: off + n*size, Class: r.Class, Typ: r.Typ, Rank: min(r.Rank, rk)})
		}
	}
	for _, r := range one.Strided { // arrays within array elements
		for k := range min(n, 64) {
			r := r
			r.Off += off + k*size
			r.End += off + k*size
			m.Add(r)
		}
	}
}
