package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// elements gives what size bytes at an address hold, as lookup does, where an address
// that leads to elements of arrays leads to nothing else.
func (t *types) elements(a memtypes.Addr, size int64) []memtypes.Piece {
	m := &t.mem[a.Obj]
	if arrays := m.ArraysAt(a, size); len(arrays) > 0 {
		return m.InArrays(a, size, arrays)
	}
	if list, ok := m.StructsAt(a, size); ok {
		return list
	}
	if rows := m.DeclaredArraysAt(a, size); len(rows) > 0 {
		return t.agreed(m.InArrays(a, size, rows), a, size)
	}
	return t.agreed(t.lookup(a, size), a, size)
}

// hintArrays notes the arrays of structs in which an address is that of an element.
func (t *types) hintArrays(i *ir.Instr) {
	typ, off := i.Elem, int64(0)
	for k, x := range i.Args()[1:] {
		n, ok := pointsto.ConstIndex(x)
		switch {
		case k == 0 && ok:
			off += n * t.p.Layout.AllocSize(typ)
			continue
		case k > 0 && typ.Kind == ir.StructKind && ok:
			off += t.p.Layout.FieldOffset(typ, int(n))
			typ = typ.Fields[n]
			continue
		case k > 0 && typ.Kind == ir.ArrayKind && typ.Elem.Kind == ir.StructKind && !ok:
			for _, a := range t.p.Pointees(i.Arg(0)) {
				if a.Stride == 0 {
					t.hint(a.Moved(off, 0), typ)
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
func (t *types) agreed(list []memtypes.Piece, a memtypes.Addr, size int64) []memtypes.Piece {
	if a.Stride == 0 || a.Stride < size {
		return list
	}
	m := &t.mem[a.Obj]
	own := false
	note := func(base int64) {
		for _, w := range m.Window(base, size) {
			if w.Class != memtypes.FloatData {
				continue
			}
			integers := true
			for k, p := range list {
				if p.Offset >= w.Offset+w.Size || w.Offset >= p.Offset+p.Size {
					continue
				}
				integers = integers && p.Class == memtypes.Integer
				if p.Class != memtypes.Pointer {
					continue
				}
				if !own {
					list, own = slices.Clone(list), true
				}
				list[k].Class = memtypes.Mixed
			}
			if integers {
				list, own = withPiece(list, w), true
			}
		}
	}
	note(a.Off)
	m.Others(a, size, note)
	return list
}

// withPiece puts a piece in the place of integers.
func withPiece(list []memtypes.Piece, w memtypes.Piece) []memtypes.Piece {
	var out []memtypes.Piece
	for _, p := range list {
		end := p.Offset + p.Size
		if front := min(end, w.Offset); front > p.Offset {
			out = append(out, memtypes.Piece{Offset: p.Offset, Size: front - p.Offset, Class: p.Class, Type: p.Type, Rank: p.Rank})
		}
		if p.Offset <= w.Offset && w.Offset < end {
			out = append(out, w)
		}
		if back := max(p.Offset, w.Offset+w.Size); back < end {
			out = append(out, memtypes.Piece{Offset: back, Size: end - back, Class: p.Class, Type: p.Type, Rank: p.Rank})
		}
	}
	return out
}

func sizeOf(list []memtypes.Piece) int64 {
	n := int64(0)
	for _, p := range list {
		n = max(n, p.Offset+p.Size)
	}
	return n
}
