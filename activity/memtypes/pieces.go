package memtypes

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// Decided reports whether every piece has a class.
func Decided(l []Piece) bool {
	for _, p := range l {
		if p.Class == Unknown || p.Class == Mixed {
			return false
		}
	}
	return true
}

// Within is where room bytes from an address on may be.
func (a Addr) Within(room int64) span {
	e := span{a.least(), math.MaxInt64}
	if a.Stride == 0 && room != math.MaxInt64 {
		e.to = a.Off + room
	}
	return e
}

func (e span) Has(off int64) bool { return off >= e.from && off < e.to }

func SameBytes(a, b Piece) bool {
	return a.Offset == b.Offset && a.Size == b.Size && a.Class == b.Class && a.Type == b.Type
}

// Periodic gives the repeating pieces of an object from an address on, of which no more
// than room bytes matter. The list is not the caller's to change.
func (m *Memory) Periodic(a Addr, room int64) ([]Piece, bool) {
	key := Extent{Off: a.Off, Stride: a.Stride, Size: room}
	p, ok := m.periods[key]
	if !ok {
		p.list, p.ok = m.findPeriod(a, room)
		if m.periods == nil {
			m.periods = map[Extent]repeated{}
		}
		m.periods[key] = p
	}
	return p.list, p.ok
}

// findPeriod is periodic, not known yet.
func (m *Memory) findPeriod(a Addr, room int64) ([]Piece, bool) {
	within := a.Within(room)
	if p, ok := m.Uniform(within); ok {
		if p.Class == Integer {
			return []Piece{p}, true
		}
		for r := range m.Seen { // the address must be at an element's begin
			if r.End == 0 && !within.Has(r.Off) {
				continue
			}
			if r.Rank >= p.Rank && ((r.Off-a.Off)%p.Size != 0 || r.Stride%p.Size != 0) {
				return nil, false
			}
		}
		if a.Stride%p.Size != 0 {
			return nil, false
		}
		return []Piece{p}, true
	}
	all := int64(1)
	for _, r := range m.Strided {
		all = all / Gcd(all, r.Stride) * r.Stride
		if all > MaxPeriod {
			return nil, false
		}
	}
	// The access may begin at any of the addresses, and goes on over all that follows:
	// everything must look alike, however sure one is of single places.
	last := a.Off
	for _, off := range m.Sorted() {
		last = max(last, off)
	}
	for _, r := range m.Strided {
		if r.Bounded() {
			last = max(last, r.End-1)
		}
	}
	base := func(off int64) int64 { return off - ((off-a.Off)%all+all)%all }
	list := EquallySure(m.Window(base(last+MaxScalar+all), all)) // where nothing is known of single places
	step := Gcd(a.Stride, all)
	for off := int64(0); off < all; off += step {
		list = joinAlike(list, m.Window(a.Off+off, all), all)
	}
	useless := map[int64]bool{} // where nothing new for this list stands
	join := func(base int64) {
		if !within.Has(base) || useless[base] {
			return
		}
		next := joinAlike(list, m.Window(base, all), all)
		if slices.Equal(next, list) {
			useless[base] = true
			return
		}
		clear(useless)
		list = next
	}
	for _, off := range m.Sorted() {
		join(base(off))
	}
	for _, r := range m.Strided {
		if r.Bounded() {
			join(base(r.Off))
		}
	}
	if !Decided(list) || m.hides(list, a.Off, all) {
		return nil, false
	}
	for n := int64(1); n < all; n++ {
		if all%n == 0 && repeats(list, n, all) {
			return Cut(list, 0, n), true
		}
	}
	return list, true
}

// hides reports whether a period from off on has nothing left of an array of floats or addresses
// that is accessed: a vector of integers is accessed at longer strides, as the members of structs
// are, which claim their bytes.
func (m *Memory) hides(list []Piece, off, all int64) bool {
	left := func(r Record, at int64) bool {
		return slices.ContainsFunc(list, func(p Piece) bool {
			return p.Class == r.Class && p.Offset < at+r.Size && p.Offset+p.Size > at
		})
	}
	return slices.ContainsFunc(m.Strided, func(r Record) bool {
		if r.Class != FloatData && r.Class != Pointer || r.Rank < RankStrided || r.Bounded() {
			return false
		}
		for at := ((r.Off-off)%r.Stride + r.Stride) % r.Stride; at < all; at += r.Stride {
			if left(r, at) {
				return false
			}
		}
		return true
	})
}

// joinAlike joins to what is known of a period what is at one place.
func joinAlike(list, at []Piece, size int64) []Piece {
	return JoinPieces(list, Yielding(EquallySure(at), list), size)
}

// Yielding is a list without the integers that stand where others have floats, as the
// count in front of an array does: the shadow of an integer is nobody's concern and may
// be moved as if it were a float's.
func Yielding(list, others []Piece) []Piece {
	float := func(b int64) bool {
		return slices.ContainsFunc(others, func(p Piece) bool { return p.Class == FloatData && p.Offset <= b && b < p.Offset+p.Size })
	}
	var kept []Piece
	for _, p := range list {
		if p.Class != Integer {
			kept = append(kept, p)
			continue
		}
		for b := p.Offset; b < p.Offset+p.Size; b++ {
			if !float(b) {
				kept = append(kept, Piece{Offset: b, Size: 1, Class: Integer, Rank: p.Rank})
			}
		}
	}
	return kept
}

// EquallySure is a list without what makes one source better than another.
func EquallySure(l []Piece) []Piece {
	for k := range l {
		l[k].Rank = min(l[k].Rank, RankHint)
	}
	return l
}

// MaxPeriod bounds the structs in arrays that block operations of variable
// size are understood for.
const MaxPeriod = 1 << 10

// repeats reports whether a list of pieces of a length has period n.
func repeats(l []Piece, n, length int64) bool {
	if !Decided(Cut(l, 0, n)) {
		return false
	}
	for at := n; at < length; at += n {
		if !slices.EqualFunc(Cut(l, 0, n), Cut(l, at, n), SameBytes) {
			return false
		}
	}
	return true
}

// PieceClass is what a range of bytes holds.
type PieceClass uint8

// The classes of bytes.
const (
	Unknown PieceClass = iota // undecided: a diagnostic where it matters
	Integer
	FloatData
	Pointer
	Mixed // floats at some times, something else at others: a diagnostic where it matters
	Word  // of a block: 64 bits each of which tells at run time whether it is a double, see words.go
	Bytes // of a block: floats that stand who knows where, and integers, see packed.go
)

// Piece is a run of bytes of one class. The pieces of an access cover it; in a
// block operation (memcpy, memset) they cover one period and repeat.
type Piece struct {
	Offset, Size int64
	Class        PieceClass
	Type         *ir.Type // FloatData: the scalar type
	Rank         Rank     // how sure; zero in what the package gives out
}

// Cut is the part [off, off+size) of a list of pieces, as a list of its own.
func Cut(l []Piece, off, size int64) []Piece {
	if size <= 0 {
		return nil
	}
	return Shifted(l, off, size)
}

// What follows is about joining lists of pieces as there are most: in order, and without
// overlap. Programs join them by the million.

// InOrder reports whether no piece begins before the end of the one in front of it, and
// all can be noted as records.
func InOrder(l []Piece) bool {
	end := int64(0)
	for _, p := range l {
		if p.Offset < end || p.Size <= 0 || (p.Class == FloatData || p.Class == Pointer) && p.Size > MaxScalar {
			return false
		}
		end = p.Offset + p.Size
	}
	return true
}

// JoinOrdered gives what JoinAny does, in one walk over both lists.
func JoinOrdered(a, b []Piece, size int64) []Piece {
	list := make([]Piece, 0, max(len(a), len(b)))
	for at := int64(0); at < size; {
		x, endX, okX := first(&a, at, size)
		y, endY, okY := first(&b, at, size)
		if okX && okY && y.Off < x.Off {
			x, y = y, x
		}
		var c choice
		if okX {
			c.consider(x, x.Off)
		}
		if okY {
			c.consider(y, y.Off)
		}
		start, end := at, min(endX, endY)
		list, at = spell(list, c.result(), c.ok, at, span{0, size})
		if end > at && start+1 == at && bytewise(x) && bytewise(y) { // the same of all bytes up to there
			list[len(list)-1].Size += end - at
			at = end
		}
	}
	return list
}

// bytewise reports whether a record tells of one byte, or nothing.
func bytewise(r Record) bool { return r.Class != FloatData && r.Class != Pointer }

// first drops the pieces that end in front of a byte, and gives what is known of that, and
// up to where nothing else is said, no further than size.
func first(l *[]Piece, at, size int64) (r Record, end int64, ok bool) {
	for len(*l) > 0 && (*l)[0].Offset+(*l)[0].Size <= at {
		*l = (*l)[1:]
	}
	if len(*l) == 0 {
		return r, size, false
	}
	p := &(*l)[0]
	if p.Offset > at {
		return r, min(p.Offset, size), false
	}
	end = min(p.Offset+p.Size, size)
	switch p.Class {
	case Unknown:
		return r, end, false
	case FloatData, Pointer:
		return Record{Off: p.Offset, Size: p.Size, Class: p.Class, Typ: p.Type, Rank: p.Rank}, end, true
	case Zeros:
		return Record{Off: at, Size: 1, Class: Integer, Rank: p.Rank}, end, true
	}
	return Record{Off: at, Size: 1, Class: p.Class, Rank: p.Rank}, end, true
}
