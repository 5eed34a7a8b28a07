package ir

import (
	"strconv"
	"strings"
)

// Layout is the module's data layout: sizes and alignments of types.
type Layout struct {
	text     string
	ints     []widthAlign // by width, ascending
	floats   []widthAlign
	vectors  []widthAlign
	ptrs     map[int]pointerLayout
	aggAlign int64
	big      bool
	sizes    map[*Type]structLayout
}

type widthAlign struct {
	bits  int
	align int64
}

type pointerLayout struct {
	bits, index int
	align       int64
}

type structLayout struct {
	offsets []int64
	size    int64 // with padding at the end
	align   int64
}

func defaultLayout() *Layout {
	return &Layout{
		ints:     []widthAlign{{1, 1}, {8, 1}, {16, 2}, {32, 4}, {64, 4}},
		floats:   []widthAlign{{16, 2}, {32, 4}, {64, 8}, {80, 16}, {128, 16}},
		vectors:  []widthAlign{{64, 8}, {128, 16}},
		ptrs:     map[int]pointerLayout{0: {64, 64, 8}},
		aggAlign: 1,
		sizes:    map[*Type]structLayout{},
	}
}

// parseLayout reads the text of `target datalayout`. What it does not know it
// passes over.
func parseLayout(text string) *Layout {
	l := defaultLayout()
	l.text = text
	for _, spec := range strings.Split(text, "-") {
		if spec == "" {
			continue
		}
		parts := strings.Split(spec[1:], ":")
		num := func(k int) int {
			if k >= len(parts) {
				return 0
			}
			n, _ := strconv.Atoi(parts[k])
			return n
		}
		align := int64(num(1) / 8)
		switch spec[0] {
		case 'E':
			l.big = true
		case 'i':
			l.ints = setWidth(l.ints, num(0), align)
		case 'f':
			l.floats = setWidth(l.floats, num(0), align)
		case 'v':
			l.vectors = setWidth(l.vectors, num(0), align)
		case 'a':
			l.aggAlign = max(1, align)
		case 'p':
			l.setPointer(parts, num)
		}
	}
	return l
}

// setPointer takes p[flags][n]:size:abi[:pref[:index]].
func (l *Layout) setPointer(parts []string, num func(int) int) {
	space := strings.TrimLeft(parts[0], "abcdefghijklmnopqrstuvwxyz")
	n := 0
	if space != "" {
		var err error
		if n, err = strconv.Atoi(space); err != nil {
			return
		}
	}
	bits := num(1)
	if bits <= 0 {
		return
	}
	p := pointerLayout{bits: bits, index: bits, align: max(1, int64(num(2)/8))}
	if k := num(4); k > 0 {
		p.index = k
	}
	l.ptrs[n] = p
}

func setWidth(l []widthAlign, bits int, align int64) []widthAlign {
	if bits <= 0 || align < 0 {
		return l
	}
	align = max(1, align)
	for k := range l {
		switch {
		case l[k].bits == bits:
			l[k].align = align
			return l
		case l[k].bits > bits:
			l = append(l, widthAlign{})
			copy(l[k+1:], l[k:])
			l[k] = widthAlign{bits, align}
			return l
		}
	}
	return append(l, widthAlign{bits, align})
}

// String is the text the layout was read from.
func (l *Layout) String() string { return l.text }

// BigEndian reports whether the most significant byte comes first.
func (l *Layout) BigEndian() bool { return l.big }

// PtrBits is the width of pointers of an address space.
func (l *Layout) PtrBits(addrSpace int) int { return l.pointer(addrSpace).bits }

// IndexBits is the width of the arithmetic in a getelementptr.
func (l *Layout) IndexBits(addrSpace int) int { return l.pointer(addrSpace).index }

func (l *Layout) pointer(addrSpace int) pointerLayout {
	if p, ok := l.ptrs[addrSpace]; ok {
		return p
	}
	return l.ptrs[0]
}

func roundUp(n, align int64) int64 { return (n + align - 1) / align * align }

// BitSize is the number of bits that a value of type t has.
func (l *Layout) BitSize(t *Type) int64 {
	switch t.Kind {
	case HalfKind, BFloatKind:
		return 16
	case FloatKind:
		return 32
	case DoubleKind, X86MMXKind:
		return 64
	case X86FP80Kind:
		return 80
	case FP128Kind, PPCFP128Kind:
		return 128
	case X86AMXKind:
		return 8192
	case IntKind:
		return int64(t.Bits)
	case PtrKind:
		return int64(l.PtrBits(t.AddrSpace))
	case VectorKind: // of a scalable vector, the least size
		return t.Len * l.BitSize(t.Elem)
	case ArrayKind:
		return 8 * t.Len * l.AllocSize(t.Elem)
	case StructKind:
		return 8 * l.structOf(t).size
	}
	return 0
}

// StoreSize is the number of bytes a store of type t may write. For a
// scalable vector it is that of vscale 1.
func (l *Layout) StoreSize(t *Type) int64 { return (l.BitSize(t) + 7) / 8 }

// AllocSize is the distance in bytes between two elements of type t in memory.
func (l *Layout) AllocSize(t *Type) int64 { return roundUp(l.StoreSize(t), l.Align(t)) }

// Align is the ABI alignment of type t in bytes, at least 1.
func (l *Layout) Align(t *Type) int64 {
	switch t.Kind {
	case HalfKind, BFloatKind, FloatKind, DoubleKind, X86FP80Kind, FP128Kind, PPCFP128Kind:
		return l.floatAlign(int(l.BitSize(t)))
	case IntKind:
		return l.intAlign(t.Bits)
	case PtrKind:
		return l.pointer(t.AddrSpace).align
	case VectorKind:
		return l.vectorAlign(t)
	case ArrayKind:
		return l.Align(t.Elem)
	case StructKind:
		return l.structOf(t).align
	case X86MMXKind:
		return 8
	case X86AMXKind:
		return 64
	}
	return 1
}

func (l *Layout) floatAlign(bits int) int64 {
	for _, f := range l.floats {
		if f.bits == bits {
			return f.align
		}
	}
	return powerOf2(int64(bits / 8))
}

// intAlign is that of the next larger stated width, or of the largest.
func (l *Layout) intAlign(bits int) int64 {
	for _, i := range l.ints {
		if i.bits >= bits {
			return i.align
		}
	}
	return l.ints[len(l.ints)-1].align
}

func (l *Layout) vectorAlign(t *Type) int64 {
	bits := l.BitSize(t)
	for _, v := range l.vectors {
		if int64(v.bits) == bits {
			return v.align
		}
	}
	return powerOf2((bits + 7) / 8)
}

// powerOf2 is the least power of two not below n.
func powerOf2(n int64) int64 {
	p := int64(1)
	for p < n && p < 1<<40 {
		p <<= 1
	}
	return p
}

// FieldOffset is the byte offset of field k of struct t.
func (l *Layout) FieldOffset(t *Type, k int) int64 { return l.structOf(t).offsets[k] }

// Steps takes the distance that a getelementptr with these indices over elem goes
// apart. For each of them step gets the index and the bytes that one of it counts,
// or nil and the bytes themselves for a member of a struct. It is false when step
// was once, or when the distance in bytes is not known: vectors of unknown length,
// members that are not there.
func (l *Layout) Steps(elem *Type, indices []Value, step func(index Value, bytes int64) bool) bool {
	t := elem
	for k, v := range indices {
		if k > 0 && t.Kind == StructKind {
			n, ok := IntValue(v)
			if !ok || n < 0 || int(n) >= len(t.Fields) || !step(nil, l.FieldOffset(t, int(n))) {
				return false
			}
			t = t.Fields[n]
			continue
		}
		if k > 0 {
			t = t.Elem
		}
		if t == nil || t.Kind == VectorKind && t.Scalable || !step(v, l.AllocSize(t)) {
			return false
		}
	}
	return true
}

func (l *Layout) structOf(t *Type) structLayout {
	if s, ok := l.sizes[t]; ok {
		return s
	}
	s := structLayout{align: 1, offsets: make([]int64, len(t.Fields))}
	if !t.Packed {
		s.align = l.aggAlign
	}
	for k, f := range t.Fields {
		if !t.Packed {
			a := l.Align(f)
			s.size = roundUp(s.size, a)
			s.align = max(s.align, a)
		}
		s.offsets[k] = s.size
		s.size += l.AllocSize(f)
	}
	s.size = roundUp(s.size, s.align)
	l.sizes[t] = s
	return s
}
