package activity

import (
	"math"
	"slices"
	"sort"

	"github.com/llad-ad/llad/ir"
)

// rank orders what speaks for the type of bytes in memory; the higher wins.
type rank uint8

const (
	rankHint     rank = iota + 1 // the element type of a getelementptr or a typed pointer, an array's declared element
	rankStrided                  // an access at one of many offsets
	rankDeclared                 // a member of a declared struct
	rankAccess                   // an access at this offset, a TBAA tag
)

// maxScalar bounds the size of one record.
const maxScalar = 16

// record says that size bytes at off + k*stride of an object are one scalar.
type record struct {
	off, stride, size int64
	end               int64 // strided: no element begins at or behind it
	class             PieceClass
	typ               *ir.Type
	rank              rank
}

// memTypes is what is known about the bytes of one object.
type memTypes struct {
	exact   map[int64][]record
	offsets []int64 // of exact, sorted when clean
	dirty   bool
	strided []record
	near    []*record // see findNear
	seen    map[record]bool
	noInts  bool // integers are not noted
	fixed   bool // nothing is noted any more
	rust    bool // of a program in Rust: loose and bytes are noted
	loose   bool // floats are accessed who knows where
	bytes   bool // and so are bytes
	astray  bool // what is no integer is accessed who knows where, in programs of any language
	arrays  []innerArray

	known map[int64]covering // what at gave; see forget
	// What lookup and periodic gave since the last change.
	held    map[extent][]Piece
	periods map[extent]repeated
}

// take notes all of o's records.
func (m *memTypes) take(o *memTypes) {
	for _, off := range o.sorted() {
		for _, r := range o.exact[off] {
			m.add(r)
		}
	}
	for _, r := range o.strided {
		m.add(r)
	}
	if o.loose && !m.loose {
		m.loose = true
		m.forgetAll()
	}
	m.astray = m.astray || o.astray
	for _, w := range o.arrays {
		m.addArray(w)
	}
}

// add notes r and reports whether it is new.
func (m *memTypes) add(r record) bool {
	if m.fixed || r.size <= 0 || r.size > maxScalar || m.noInts && r.class == Integer {
		return false
	}
	if r.stride > 0 && r.stride < r.size {
		// Overlapping elements say nothing of single bytes, but that these are not
		// integers because bytes are accessed anywhere, as the table's flags beside
		// its entries are.
		m.astray = m.astray || r.class != Integer
		news := m.rust && !m.loose && r.class == FloatData
		if news {
			m.loose = true
			m.forgetAll()
		}
		return news
	}
	if r.stride > 0 && r.end == 0 {
		r.end = math.MaxInt64
	}
	if m.seen[r] {
		return false
	}
	if m.seen == nil {
		m.seen, m.exact = map[record]bool{}, map[int64][]record{}
	}
	m.seen[r] = true
	m.bytes = m.bytes || r.class == Integer && r.size == 1 && r.stride == 1
	if r.stride > 0 {
		m.strided = append(m.strided, r)
		m.forgetAll()
		return true
	}
	m.forget(r)
	if _, ok := m.exact[r.off]; !ok {
		m.offsets = append(m.offsets, r.off)
		m.dirty = true
	}
	m.exact[r.off] = append(m.exact[r.off], r)
	return true
}

func (m *memTypes) sorted() []int64 {
	if m.dirty {
		sort.Slice(m.offsets, func(a, b int) bool { return m.offsets[a] < m.offsets[b] })
		m.dirty = false
	}
	return m.offsets
}

// best gives the best record that covers byte b, with off the begin of the
// element it belongs to; class Mixed when equally good ones disagree on floats.
func (m *memTypes) best(b int64) (best record, ok bool) {
	var c choice
	for off := b - maxScalar + 1; off <= b; off++ {
		for _, r := range m.exact[off] {
			if off+r.size > b {
				c.consider(r, off)
			}
		}
	}
	m.findNear(b)
	for _, r := range m.near {
		if start, in := r.element(b); in && !m.displaced(r, start) {
			c.consider(*r, start)
		}
	}
	best = c.result()
	if m.loose && c.ok && best.class == Integer && best.size == 1 && best.rank <= rankStrided {
		best.class = Mixed
	}
	return best, c.ok
}

// findNear fills near with the strided records that may have elements which cover byte b,
// or overlap such: arrays in structs make hundreds of records, of a few places each.
func (m *memTypes) findNear(b int64) {
	m.near = m.near[:0]
	last := b + maxScalar - 1 // an element that begins behind overlaps none
	for k := range m.strided {
		r := &m.strided[k]
		if r.bounded() && (r.off > last || r.end <= b-2*maxScalar) {
			continue
		}
		d := (last - r.off) % r.stride
		if d < 0 {
			d += r.stride
		}
		if d < 3*maxScalar {
			m.near = append(m.near, r)
		}
	}
}

// choice is the best of the records that cover one byte, of those considered so far.
type choice struct {
	best      record
	ok, mixed bool
}

// consider takes a record into account whose element there begins at start.
func (c *choice) consider(r record, start int64) {
	r.off, r.stride = start, 0
	c.mixed = c.mixed || r.class == Mixed
	switch {
	case !c.ok || r.rank > c.best.rank:
		c.best, c.ok = r, true
	case r.rank == c.best.rank && !r.sameAs(c.best):
		c.best = r.against(c.best)
	}
}

// result is the best record; a single one that is Mixed makes it so.
func (c *choice) result() record {
	if c.mixed {
		c.best.class = Mixed
	}
	return c.best
}

// against is what two equally good elements that disagree make: an address where
// the other is an integer, since the shadow of an integer is nobody's concern.
func (r record) against(o record) record {
	if o.class == Pointer {
		r, o = o, r
	}
	if r.class != Pointer || o.class != Integer && o.class != zeroBytes {
		r.class = Mixed
	}
	return r
}

// sameAs reports whether two elements agree.
func (r record) sameAs(s record) bool {
	return r.class == s.class && (r.class == Integer || r.typ == s.typ && r.off == s.off)
}

// element is the begin of the strided element that covers byte b, if one does.
func (r *record) element(b int64) (int64, bool) {
	if r.bounded() && b < r.off {
		return 0, false
	}
	d := (b - r.off) % r.stride
	if d < 0 {
		d += r.stride
	}
	return b - d, d < r.size && b-d < r.end
}

// bounded reports whether the elements begin at off and end at end; others run
// on in both directions.
func (r record) bounded() bool { return r.stride > 0 && r.end != math.MaxInt64 }

// displaced reports whether a strided element is not there because an equally
// good and more specific record claims some of its bytes: the strides of
// members of structs in arrays run over their neighbours. What is near is that of a byte
// of the element.
func (m *memTypes) displaced(r *record, start int64) bool {
	e := *r
	e.off = start
	for off := start - maxScalar + 1; off < start+r.size; off++ {
		for _, x := range m.exact[off] {
			if off+x.size > start && x.rank >= r.rank && !x.sameAs(e) {
				return true
			}
		}
	}
	for _, x := range m.near {
		if x.rank < r.rank || x.stride <= r.stride && x.rank == r.rank {
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
func (r *record) contradicts(e *record) bool {
	if r.class == Integer && e.class == Integer {
		return false
	}
	d := (e.off - r.off) % r.stride
	if d < 0 {
		d += r.stride
	}
	for s := e.off - d; s < e.off+e.size; s += r.stride {
		if s+r.size > e.off && s < r.end && (!r.bounded() || s >= r.off) {
			x := *r
			if x.off = s; !x.sameAs(*e) {
				return true
			}
		}
	}
	return false
}

// window gives the pieces of [off, off+size).
func (m *memTypes) window(off, size int64) []Piece {
	var list []Piece
	for b := off; b < off+size; {
		r, ok := m.at(b)
		list, b = spell(list, r, ok, b, span{off, off + size})
	}
	return list
}

// spell appends to the pieces of a window what the record says that is best at byte b, if
// there is one, and gives the first byte of which it says nothing.
func spell(list []Piece, r record, ok bool, b int64, window span) ([]Piece, int64) {
	n, c, t := int64(1), r.class, r.typ
	switch {
	case !ok:
		c, t, r.rank = Unknown, nil, 0
	case c == FloatData || c == Pointer:
		n = r.off + r.size - b
		if r.off < b || n > window.to-b {
			n, c, t = min(n, window.to-b), Mixed, nil
		}
	default:
		t = nil
	}
	if k := len(list) - 1; k >= 0 && c != FloatData && c != Pointer && list[k].Class == c && list[k].rank == r.rank {
		list[k].Size += n
		return list, b + n
	}
	return append(list, Piece{Offset: b - window.from, Size: n, Class: c, Type: t, rank: r.rank}), b + n
}

// uniform gives the one scalar that every known byte there belongs to.
// Hints of arrays count only where no access tells of the same bytes, and those of integers
// only where no access tells of an array; what is known of single places says nothing of
// others, but must not differ.
func (m *memTypes) uniform(in span) (p Piece, ok bool) {
	best := rank(0)
	for _, r := range m.strided {
		if r.end > in.from {
			best = max(best, r.rank)
		}
	}
	same := func(r record) bool {
		q := Piece{Size: r.size, Class: r.class, Type: r.typ, rank: min(r.rank, rankStrided)}
		if q.Class == Integer {
			q.Size = 1
		}
		if ok && !sameKind(p, q) {
			return false
		}
		if q.rank = max(q.rank, p.rank); q.Class != Mixed {
			p, ok = q, true
		}
		return q.Class != Mixed
	}
	for _, r := range m.strided {
		counts := r.rank >= best || r.class != Integer && !m.overruled(r, best)
		if r.end > in.from && counts && !same(r) {
			return Piece{}, false
		}
	}
	for _, off := range m.sorted() {
		if r, known := m.at(off); known && r.off+r.size > in.from && r.off < in.to && !same(r) {
			return Piece{}, false
		}
	}
	return p, ok && !(m.loose && m.bytes && p.Class == Integer)
}

// overruled reports whether records of a rank tell of bytes of a strided record of a lower one.
func (m *memTypes) overruled(r record, best rank) bool {
	at := addr{off: r.off, stride: r.stride}
	return slices.ContainsFunc(m.strided, func(b record) bool { return b.rank >= best && at.meets(b, r.size) })
}

// sameKind reports whether two pieces are the same scalar, wherever they stand.
func sameKind(a, b Piece) bool {
	return a.Size == b.Size && a.Class == b.Class && a.Type == b.Type
}

// declared notes the scalars of type t at off; arrays become strided records.
func (m *memTypes) declared(l *ir.Layout, t *ir.Type, off int64, rk rank) {
	m.declaredIn(l, t, off, rk, false)
}

// maxInner bounds the arrays in structs whose elements are noted one by one.
const maxInner = 64

// declaredIn is declared for a type that may stand within another.
func (m *memTypes) declaredIn(l *ir.Layout, t *ir.Type, off int64, rk rank, inner bool) {
	switch t.Kind {
	case ir.StructKind:
		if t.IsUnion() {
			rk = rankHint // what LLVM shows is one of the members
		}
		at, arrays := off, len(m.arrays)
		for k, f := range t.Fields {
			next := off + l.FieldOffset(t, k)
			m.padding(at, next)
			if t.Name == "" && f == ir.I64 {
				m.declaredIn(l, f, next, rankHint, true) // a union's, or a struct's that is passed in registers
			} else {
				m.declaredIn(l, f, next, rk, true)
			}
			if f.IsInt() && f.Bits <= 8 && len(t.Fields) > 1 { // a flag; arrays of bytes may be anything, a byte alone is an empty class
				m.add(record{off: next, size: 1, class: Integer, rank: rk})
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
		m.repeated(l, elem, off, n, rk)
	case ir.IntKind:
		if t.Bits > 8 {
			m.add(record{off: off, size: l.StoreSize(t), class: Integer, rank: rk})
		}
	case ir.PtrKind:
		m.add(record{off: off, size: l.StoreSize(t), class: Pointer, rank: rk})
	default:
		if t.IsFloat() {
			m.add(record{off: off, size: l.StoreSize(t), class: FloatData, typ: t, rank: rk})
		}
	}
}

// padding notes bytes of a struct that belong to no member.
func (m *memTypes) padding(from, to int64) {
	if to-from < maxScalar {
		m.add(record{off: from, size: to - from, class: Integer, rank: rankHint})
	}
}

// repeated notes n elements of type t from off on.
func (m *memTypes) repeated(l *ir.Layout, t *ir.Type, off, n int64, rk rank) {
	size := l.AllocSize(t)
	if size == 0 || n == 0 {
		return
	}
	var one memTypes
	one.declaredIn(l, t, 0, rk, true)
	if t.IsInt() {
		rk = rankHint
	}
	for _, o := range one.sorted() {
		for _, r := range one.exact[o] {
			m.add(record{off: off + r.off, stride: size, size: r.size, end: off + n*size, class: r.class, typ: r.typ, rank: min(r.rank, rk)})
		}
	}
	for _, r := range one.strided { // arrays within array elements
		for k := range min(n, 64) {
			r := r
			r.off += off + k*size
			r.end += off + k*size
			m.add(r)
		}
	}
}
