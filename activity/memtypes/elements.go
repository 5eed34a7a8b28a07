package memtypes

import (
	"slices"
)

// This file is about copies of elements of arrays of structs that are members of larger
// objects: the address of an element that a variable chooses is known only to be a
// multiple of its size away from the array's begin, and so seems to lead to what stands
// in front of the array too.

// span is where an array stands in its object.
type span struct{ from, to int64 }

// innerArray is an array that the type of a larger struct declares, of elements of size bytes.
type innerArray struct {
	span
	size    int64
	structs bool
}

func (m *Memory) addArray(w innerArray) {
	if !slices.Contains(m.arrays, w) {
		m.arrays = append(m.arrays, w)
	}
}

// DeclaredArraysAt gives the extents of the declared arrays, of structs among others, among
// whose elements an address leads to size bytes; none where it leads to other arrays only.
func (m *Memory) DeclaredArraysAt(a Addr, size int64) []span {
	var list []span
	structs := false
	for _, w := range m.arrays {
		if a.Stride == 0 || a.Stride%w.size != 0 || a.firstIn(w.span)+size > w.to {
			continue
		}
		into := ((a.Off-w.from)%w.size + w.size) % w.size // of the address, in an element
		if w.structs && into+size > w.size {
			continue
		}
		structs = structs || w.structs && w.size > MaxScalar // code that moves blocks of a few words may mean anything
		if !slices.Contains(list, w.span) {
			list = append(list, w.span)
		}
	}
	if !structs {
		return nil
	}
	return list
}

// PerElement gives what each element of a declared array of structs holds, at an address
// in that array behind which it has all the bytes that matter.
func (m *Memory) PerElement(a Addr, room int64) ([]Piece, bool) {
	for _, w := range m.arrays {
		if w.structs && a.Stride == 0 && a.Off >= w.from && (a.Off-w.from)%w.size == 0 && room <= w.to-a.Off {
			list := m.InArrays(Addr{Obj: a.Obj, Off: w.from, Stride: w.size}, w.size, []span{w.span})
			return list, Decided(list)
		}
	}
	return nil, false
}

// ArraysAt gives the extents of the arrays of structs, as declarations or the types of
// addresses tell of them, among whose elements an address leads to size bytes.
func (m *Memory) ArraysAt(a Addr, size int64) []span {
	var list []span
	if a.Stride == 0 || a.Stride < size {
		return nil
	}
	for _, r := range m.Strided {
		if !r.Bounded() || r.Size >= r.Stride || r.Stride < size || a.Stride%r.Stride != 0 {
			continue
		}
		into := ((r.Off-a.Off)%r.Stride + r.Stride) % r.Stride // of r, in what is looked at
		e := span{r.Off - into, r.End}
		if into+r.Size > size || a.firstIn(e)+size > e.to {
			continue
		}
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	return list
}

// ExtentsAt is ArraysAt, or what the type of a larger struct says where there are none.
func (m *Memory) ExtentsAt(a Addr, size int64) []span {
	if list := m.ArraysAt(a, size); len(list) > 0 {
		return list
	}
	return m.DeclaredArraysAt(a, size)
}

// firstIn is the first of the addresses that is not below an span.
func (a Addr) firstIn(e span) int64 {
	return e.from + ((a.Off-e.from)%a.Stride+a.Stride)%a.Stride
}

// InArrays gives what size bytes at an address hold that leads to elements of some arrays.
func (m *Memory) InArrays(a Addr, size int64, arrays []span) []Piece {
	var list []Piece
	for _, e := range arrays {
		for k, base := 0, a.firstIn(e); k < 64 && base+size <= e.to; k++ {
			w := m.Window(base, size)
			if list == nil {
				list = w
			} else {
				list = JoinPieces(list, w, size)
			}
			base += a.Stride
		}
	}
	return list
}

// StructsAt gives what the types of addresses say that size bytes at an address are a
// part of, elements of an array of structs that begins who knows where.
func (m *Memory) StructsAt(a Addr, size int64) ([]Piece, bool) {
	if a.Stride == 0 || a.Stride < size {
		return nil, false
	}
	var row Memory
	for _, r := range m.Strided {
		if r.Rank == RankHint && !r.Bounded() && r.Size < r.Stride && a.Stride%r.Stride == 0 {
			off := ((r.Off-a.Off)%r.Stride + r.Stride) % r.Stride
			row.Add(Record{Off: off, Size: r.Size, Class: r.Class, Typ: r.Typ, Rank: r.Rank})
		}
	}
	list := row.Window(0, size)
	return list, Decided(list)
}

// AddTo notes a record of what stands at many offsets, in the arrays only if there are any.
func (m *Memory) AddTo(arrays []span, r Record) bool {
	if len(arrays) == 0 {
		return m.Add(r)
	}
	grown := false
	for _, e := range arrays {
		r := r
		r.Off, r.End = Addr{Off: r.Off, Stride: r.Stride}.firstIn(e), e.to
		grown = m.Add(r) || grown
	}
	return grown
}

// MoreThanInts reports whether an object holds anything but integers.
func (m *Memory) MoreThanInts() bool {
	for r := range m.Seen {
		if r.Class != Integer {
			return true
		}
	}
	return m.Astray
}

// MoreThanFloats reports whether an object holds anything but floats.
func (m *Memory) MoreThanFloats() bool {
	for r := range m.Seen {
		if r.Class != FloatData {
			return true
		}
	}
	return false
}
