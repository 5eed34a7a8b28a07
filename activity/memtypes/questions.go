package memtypes

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// WordAt tells whether a double is accessed in a word that begins at an offset from an
// address, whether anything tells of an address there, and whether of anything else.
func (m *Memory) WordAt(a Addr, at int64) (double, address, other bool) {
	from := a.Off + at
	note := func(start int64, r Record) {
		switch {
		case r.Class == Integer:
		case start != from || r.Size != 8 || r.Class == Mixed:
			other = true
		case r.Class == Pointer:
			address = true
		case r.Typ.Kind == ir.DoubleKind:
			double = double || r.Rank > RankHint
		default:
			other = true
		}
	}
	for off := from - MaxScalar + 1; off < from+8; off++ {
		for _, r := range m.Exact[off] {
			if off+r.Size > from {
				note(off, r)
			}
		}
	}
	for _, r := range m.Strided {
		for b := from; b < from+8; b++ {
			if start, in := r.Element(b); in {
				note(start, r)
			}
		}
	}
	return double, address, other || a.Stride != 0
}

// Within reports whether anything tells of a scalar of a class among the bytes of a piece
// at an address.
func (m *Memory) Within(a Addr, p Piece, class PieceClass) bool {
	from, to := a.Off+p.Offset, a.Off+p.Offset+p.Size
	if a.Stride != 0 || len(m.Exact) == 0 {
		return false
	}
	for off := from - MaxScalar + 1; off < to; off++ {
		if slices.ContainsFunc(m.Exact[off], func(r Record) bool { return r.Class == class && off+r.Size > from }) {
			return true
		}
	}
	return false
}

// AmongStructs reports whether anything tells of a scalar of a class, a member of structs in an
// array, where a word is at an address.
func (m *Memory) AmongStructs(a Addr, p Piece, class PieceClass) bool {
	at := a.Off + p.Offset
	return a.Stride == 0 && p.Size == 8 && slices.ContainsFunc(m.Strided, func(r Record) bool {
		start, in := r.Element(at)
		return in && start == at && r.Class == class && r.Size == p.Size && r.Stride > r.Size
	})
}

// PointerAt reports whether an address is known to stand at a place, or in all elements of an array.
func (m *Memory) PointerAt(a Addr) bool {
	isPointer := func(r Record) bool { return r.Class == Pointer }
	if a.Stride == 0 && slices.ContainsFunc(m.Exact[a.Off], isPointer) {
		return true
	}
	return slices.ContainsFunc(m.Strided, func(r Record) bool {
		start, in := r.Element(a.Off)
		return in && start == a.Off && isPointer(r) && r.Rank >= RankStrided && !r.Bounded() && a.Stride%r.Stride == 0
	})
}

// HasFloats reports whether floats are known to stand anywhere in the object.
func (m *Memory) HasFloats() bool {
	isFloat := func(r Record) bool { return r.Class == FloatData }
	for _, l := range m.Exact {
		if slices.ContainsFunc(l, isFloat) {
			return true
		}
	}
	return slices.ContainsFunc(m.Strided, isFloat)
}

// DeclaredAt is the size of the member of a class that the type of a struct, whatever
// tells of it, has at an offset; 0 for none.
func (m *Memory) DeclaredAt(at int64, c PieceClass) int64 {
	size := int64(0)
	look := func(r Record) {
		start, in := r.Off, true
		if r.Stride > 0 {
			start, in = r.Element(at)
		}
		if in && start == at && r.Stride != r.Size && r.Class == c && (r.Rank == RankHint || r.Rank == RankDeclared) {
			size = max(size, r.Size)
		}
	}
	for _, r := range m.Exact[at] {
		look(r)
	}
	for _, r := range m.Strided {
		look(r)
	}
	return size
}

// OnlyText says of memory that it holds characters.
func (m *Memory) OnlyText() {
	m.Add(Record{Size: 1, Stride: 1, Class: Integer, Rank: RankDeclared})
	m.fixed = true
}

// Characters reports whether single bytes are known for such.
func (m *Memory) Characters() bool {
	for r := range m.Seen {
		if r.Size == 1 && r.Class == Integer {
			return true
		}
	}
	return false
}

// HasSingle reports whether a float of 32 bits is accessed in size bytes at an address in the object, or in those of any
// element if the address is in an array.
func (m *Memory) HasSingle(x Addr, size int64) bool {
	for r := range m.Seen {
		if r.Class != FloatData || r.Typ.Kind != ir.FloatKind || r.Stride != x.Stride {
			continue
		}
		d := r.Off - x.Off
		if x.Stride > 0 {
			d = (d%x.Stride + x.Stride) % x.Stride
		}
		if d < size && d+r.Size > 0 {
			return true
		}
	}
	return false
}

// MayHoldFloats reports whether what is known of an object's bytes includes
// floats, or nothing.
func (m *Memory) MayHoldFloats() bool {
	any := false
	for _, off := range m.Sorted() {
		for _, r := range m.Exact[off] {
			any = true
			if r.Class == FloatData || r.Class == Mixed || r.Class == Unknown {
				return true
			}
		}
	}
	for _, r := range m.Strided {
		any = true
		if r.Class == FloatData || r.Class == Mixed || r.Class == Unknown {
			return true
		}
	}
	return !any
}

// HasAddress reports whether addresses are known to stand in an object.
func (m *Memory) HasAddress() bool {
	for r := range m.Seen {
		if r.Class == Pointer {
			return true
		}
	}
	return false
}

// InParts reports whether every byte of the word at an offset is accessed as, or as
// part of, an integer that is smaller.
func (m *Memory) InParts(word int64) bool {
	part := func(r Record) bool {
		return r.Class == Integer && r.Size < 8 && (r.Rank == RankStrided || r.Rank == RankAccess)
	}
	var got [8]bool
	for off := word - 3; off < word+8; off++ {
		for _, r := range m.Exact[off] {
			for b := max(off, word); part(r) && b < min(off+r.Size, word+8); b++ {
				got[b-word] = true
			}
		}
	}
	for _, r := range m.Strided {
		for b := range got {
			if _, in := r.Element(word + int64(b)); in && part(r) && r.Stride >= 8 { // no characters
				got[b] = true
			}
		}
	}
	return got == [8]bool{true, true, true, true, true, true, true, true}
}
