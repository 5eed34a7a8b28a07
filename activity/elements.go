package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
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

func (m *memTypes) addArray(w innerArray) {
	if !slices.Contains(m.arrays, w) {
		m.arrays = append(m.arrays, w)
	}
}

// declaredArraysAt gives the extents of the declared arrays, of structs among others, among
// whose elements an address leads to size bytes; none where it leads to other arrays only.
func (m *memTypes) declaredArraysAt(a addr, size int64) []span {
	var list []span
	structs := false
	for _, w := range m.arrays {
		if a.stride == 0 || a.stride%w.size != 0 || a.firstIn(w.span)+size > w.to {
			continue
		}
		into := ((a.off-w.from)%w.size + w.size) % w.size // of the address, in an element
		if w.structs && into+size > w.size {
			continue
		}
		structs = structs || w.structs && w.size > maxScalar // code that moves blocks of a few words may mean anything
		if !slices.Contains(list, w.span) {
			list = append(list, w.span)
		}
	}
	if !structs {
		return nil
	}
	return list
}

// perElement gives what each element of a declared array of structs holds, at an address
// in that array behind which it has all the bytes that matter.
func (m *memTypes) perElement(a addr, room int64) ([]Piece, bool) {
	for _, w := range m.arrays {
		if w.structs && a.stride == 0 && a.off >= w.from && (a.off-w.from)%w.size == 0 && room <= w.to-a.off {
			list := m.inArrays(addr{obj: a.obj, off: w.from, stride: w.size}, w.size, []span{w.span})
			return list, decided(list)
		}
	}
	return nil, false
}

// arraysAt gives the extents of the arrays of structs, as declarations or the types of
// addresses tell of them, among whose elements an address leads to size bytes.
func (m *memTypes) arraysAt(a addr, size int64) []span {
	var list []span
	if a.stride == 0 || a.stride < size {
		return nil
	}
	for _, r := range m.strided {
		if !r.bounded() || r.size >= r.stride || r.stride < size || a.stride%r.stride != 0 {
			continue
		}
		into := ((r.off-a.off)%r.stride + r.stride) % r.stride // of r, in what is looked at
		e := span{r.off - into, r.end}
		if into+r.size > size || a.firstIn(e)+size > e.to {
			continue
		}
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	return list
}

// extentsAt is arraysAt, or what the type of a larger struct says where there are none.
func (m *memTypes) extentsAt(a addr, size int64) []span {
	if list := m.arraysAt(a, size); len(list) > 0 {
		return list
	}
	return m.declaredArraysAt(a, size)
}

// firstIn is the first of the addresses that is not below an span.
func (a addr) firstIn(e span) int64 {
	return e.from + ((a.off-e.from)%a.stride+a.stride)%a.stride
}

// elements gives what size bytes at an address hold, as lookup does, where an address
// that leads to elements of arrays leads to nothing else.
func (t *types) elements(a addr, size int64) []Piece {
	m := &t.mem[a.obj]
	if arrays := m.arraysAt(a, size); len(arrays) > 0 {
		return m.inArrays(a, size, arrays)
	}
	if list, ok := m.structsAt(a, size); ok {
		return list
	}
	if rows := m.declaredArraysAt(a, size); len(rows) > 0 {
		return t.agreed(m.inArrays(a, size, rows), a, size)
	}
	return t.agreed(t.lookup(a, size), a, size)
}

// inArrays gives what size bytes at an address hold that leads to elements of some arrays.
func (m *memTypes) inArrays(a addr, size int64, arrays []span) []Piece {
	var list []Piece
	for _, e := range arrays {
		for k, base := 0, a.firstIn(e); k < 64 && base+size <= e.to; k++ {
			w := m.window(base, size)
			if list == nil {
				list = w
			} else {
				list = joinPieces(list, w, size)
			}
			base += a.stride
		}
	}
	return list
}

// structsAt gives what the types of addresses say that size bytes at an address are a
// part of, elements of an array of structs that begins who knows where.
func (m *memTypes) structsAt(a addr, size int64) ([]Piece, bool) {
	if a.stride == 0 || a.stride < size {
		return nil, false
	}
	var row memTypes
	for _, r := range m.strided {
		if r.rank == rankHint && !r.bounded() && r.size < r.stride && a.stride%r.stride == 0 {
			off := ((r.off-a.off)%r.stride + r.stride) % r.stride
			row.add(record{off: off, size: r.size, class: r.class, typ: r.typ, rank: r.rank})
		}
	}
	list := row.window(0, size)
	return list, decided(list)
}

// hintArrays notes the arrays of structs in which an address is that of an element.
func (t *types) hintArrays(i *ir.Instr) {
	typ, off := i.Elem, int64(0)
	for k, x := range i.Args()[1:] {
		n, ok := constIndex(x)
		switch {
		case k == 0 && ok:
			off += n * t.p.layout.AllocSize(typ)
			continue
		case k > 0 && typ.Kind == ir.StructKind && ok:
			off += t.p.layout.FieldOffset(typ, int(n))
			typ = typ.Fields[n]
			continue
		case k > 0 && typ.Kind == ir.ArrayKind && typ.Elem.Kind == ir.StructKind && !ok:
			for _, a := range t.p.pointees(i.Arg(0)) {
				if a.stride == 0 {
					t.hint(a.moved(off, 0), typ)
				}
			}
		}
		return
	}
}

// agreed is what is known of size bytes at an address, but for addresses or integers at
// some of the places that it may lead to and floats at others: that the former are better
// known says nothing of where it leads. Integers give way, since their shadow is nobody's
// concern.
func (t *types) agreed(list []Piece, a addr, size int64) []Piece {
	if a.stride == 0 || a.stride < size {
		return list
	}
	m := &t.mem[a.obj]
	own := false
	note := func(base int64) {
		for _, w := range m.window(base, size) {
			if w.Class != FloatData {
				continue
			}
			integers := true
			for k, p := range list {
				if p.Offset >= w.Offset+w.Size || w.Offset >= p.Offset+p.Size {
					continue
				}
				integers = integers && p.Class == Integer
				if p.Class != Pointer {
					continue
				}
				if !own {
					list, own = slices.Clone(list), true
				}
				list[k].Class = Mixed
			}
			if integers {
				list, own = withPiece(list, w), true
			}
		}
	}
	note(a.off)
	m.others(a, size, note)
	return list
}

// withPiece puts a piece in the place of integers.
func withPiece(list []Piece, w Piece) []Piece {
	var out []Piece
	for _, p := range list {
		end := p.Offset + p.Size
		if front := min(end, w.Offset); front > p.Offset {
			out = append(out, Piece{Offset: p.Offset, Size: front - p.Offset, Class: p.Class, Type: p.Type, rank: p.rank})
		}
		if p.Offset <= w.Offset && w.Offset < end {
			out = append(out, w)
		}
		if back := max(p.Offset, w.Offset+w.Size); back < end {
			out = append(out, Piece{Offset: back, Size: end - back, Class: p.Class, Type: p.Type, rank: p.rank})
		}
	}
	return out
}

// addTo notes a record of what stands at many offsets, in the arrays only if there are any.
func (m *memTypes) addTo(arrays []span, r record) bool {
	if len(arrays) == 0 {
		return m.add(r)
	}
	grown := false
	for _, e := range arrays {
		r := r
		r.off, r.end = addr{off: r.off, stride: r.stride}.firstIn(e), e.to
		grown = m.add(r) || grown
	}
	return grown
}

func sizeOf(list []Piece) int64 {
	n := int64(0)
	for _, p := range list {
		n = max(n, p.Offset+p.Size)
	}
	return n
}
