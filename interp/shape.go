package interp

import "github.com/llad-ad/llad/ir"

// leafKind is the class of a scalar.
type leafKind uint8

const (
	intLeaf leafKind = iota
	ptrLeaf
	f16Leaf
	bf16Leaf
	f32Leaf
	f64Leaf
	f80Leaf
	f128Leaf
)

// leaf is a scalar member of a type: where it lies in registers and in memory.
type leaf struct {
	kind  leafKind
	bits  int32 // of the scalar
	slot  int32 // first slot
	slots int32
	off   int64 // first byte in memory
	bytes int32 // in memory
}

// shape is how the values of a type lie in registers and in memory.
type shape struct {
	typ    *ir.Type
	slots  int
	size   int64 // store size in bytes
	leaves []leaf
	packed bool // vector whose elements do not fill bytes: a string of bits in memory
}

// maxSlots bounds first-class values: one slot per scalar is no way to hold
// large arrays.
const maxSlots = 1 << 20

func leafKindOf(t *ir.Type) leafKind {
	switch t.Kind {
	case ir.HalfKind:
		return f16Leaf
	case ir.BFloatKind:
		return bf16Leaf
	case ir.FloatKind:
		return f32Leaf
	case ir.DoubleKind:
		return f64Leaf
	case ir.X86FP80Kind:
		return f80Leaf
	case ir.FP128Kind:
		return f128Leaf
	case ir.PtrKind:
		return ptrLeaf
	}
	return intLeaf
}

func leafBits(t *ir.Type) int {
	switch t.Kind {
	case ir.HalfKind, ir.BFloatKind:
		return 16
	case ir.FloatKind:
		return 32
	case ir.X86FP80Kind:
		return 80
	case ir.FP128Kind:
		return 128
	case ir.IntKind:
		return t.Bits
	}
	return 64
}

// slotsOf is the number of slots of a type.
func slotsOf(t *ir.Type) (int, error) { return slotsDown(t, 0) }

func slotsDown(t *ir.Type, depth int) (int, error) {
	if depth > 500 {
		return 0, faultf(Unsupported, "type %s is nested too deeply", t)
	}
	switch t.Kind {
	case ir.VoidKind, ir.MetadataKind, ir.LabelKind:
		return 0, nil
	case ir.IntKind:
		return (t.Bits + 63) / 64, nil
	case ir.HalfKind, ir.BFloatKind, ir.FloatKind, ir.DoubleKind, ir.X86FP80Kind, ir.FP128Kind, ir.PtrKind, ir.TokenKind:
		return 1, nil
	case ir.VectorKind, ir.ArrayKind:
		if t.Scalable {
			return 0, faultf(Unsupported, "scalable vector %s", t)
		}
		n, err := slotsDown(t.Elem, depth+1)
		if err != nil {
			return 0, err
		}
		if t.Len < 0 || n > 0 && t.Len > int64(maxSlots/n) {
			return 0, faultf(Unsupported, "%s is too large for a register", t)
		}
		return n * int(t.Len), nil
	case ir.StructKind:
		if t.Opaque {
			return 0, faultf(Unsupported, "opaque type %s has no values", t)
		}
		sum := 0
		for _, f := range t.Fields {
			n, err := slotsDown(f, depth+1)
			if err != nil {
				return 0, err
			}
			if sum += n; sum > maxSlots {
				return 0, faultf(Unsupported, "%s is too large for a register", t)
			}
		}
		return sum, nil
	}
	return 0, faultf(Unsupported, "type %s", t)
}

// shapeTable holds the shapes of the types of a module, each made once.
type shapeTable struct {
	layout *ir.Layout
	shapes map[*ir.Type]*shape
	sizes  map[*ir.Type]bool // those that sized is at, and whether it is done
}

func (s *shapeTable) init(l *ir.Layout) {
	s.layout, s.shapes, s.sizes = l, map[*ir.Type]*shape{}, map[*ir.Type]bool{}
}

// shape gives the shape of a type.
func (s *shapeTable) shape(t *ir.Type) (*shape, error) {
	if sh := s.shapes[t]; sh != nil {
		return sh, nil
	}
	if err := s.sized(t); err != nil {
		return nil, err
	}
	sh, err := newShape(s.layout, t)
	if err == nil {
		s.shapes[t] = sh
	}
	return sh, err
}

// sized faults for types without a size known here, among them structs that
// contain themselves, before anything is computed from the layout.
func (s *shapeTable) sized(t *ir.Type) error {
	done, seen := s.sizes[t]
	switch {
	case done:
		return nil
	case seen:
		return faultf(Unsupported, "type %s contains itself", t)
	}
	s.sizes[t] = false
	defer func() {
		if !s.sizes[t] {
			delete(s.sizes, t)
		}
	}()
	switch t.Kind {
	case ir.ArrayKind, ir.VectorKind:
		if t.Scalable {
			return faultf(Unsupported, "scalable vector %s", t)
		}
		if err := s.sized(t.Elem); err != nil {
			return err
		}
	case ir.StructKind:
		if t.Opaque {
			return faultf(Unsupported, "opaque type %s has no size", t)
		}
		for _, f := range t.Fields {
			if err := s.sized(f); err != nil {
				return err
			}
		}
	}
	s.sizes[t] = true
	return nil
}

// newShape computes a shape; without a layout the places in memory stay zero.
func newShape(l *ir.Layout, t *ir.Type) (*shape, error) {
	n, err := slotsOf(t)
	if err != nil {
		return nil, err
	}
	s := &shape{typ: t, slots: n}
	if l != nil && n > 0 && t.Kind != ir.TokenKind {
		s.size = l.StoreSize(t)
	}
	if t.Kind == ir.VectorKind && leafBits(t.Elem)%8 != 0 {
		s.packed = true
	}
	next := int32(0)
	s.add(l, t, 0, &next)
	return s, nil
}

func (s *shape) add(l *ir.Layout, t *ir.Type, off int64, next *int32) {
	switch t.Kind {
	case ir.VoidKind, ir.MetadataKind, ir.LabelKind:
	case ir.ArrayKind, ir.VectorKind:
		var step int64
		switch {
		case l == nil:
		case t.Kind == ir.VectorKind:
			step = int64(leafBits(t.Elem)) / 8 // elements of a vector stand without padding
		default:
			step = l.AllocSize(t.Elem)
		}
		for k := int64(0); k < t.Len; k++ {
			s.add(l, t.Elem, off+k*step, next)
		}
	case ir.StructKind:
		for k, f := range t.Fields {
			var at int64
			if l != nil {
				at = l.FieldOffset(t, k)
			}
			s.add(l, f, off+at, next)
		}
	default:
		bits := leafBits(t)
		n := int32(1)
		if t.Kind == ir.IntKind {
			n = int32((bits + 63) / 64)
		}
		s.leaves = append(s.leaves, leaf{kind: leafKindOf(t), bits: int32(bits), slot: *next, slots: n, off: off, bytes: int32((bits + 7) / 8)})
		*next += n
	}
}

// topMask covers the bits in use of the last slot of an integer.
func topMask(bits int) uint64 {
	if r := uint(bits) % 64; r != 0 {
		return 1<<r - 1
	}
	return ^uint64(0)
}

// signed is the w-bit number x sign-extended.
func signed(x uint64, w int) int64 {
	s := uint(64 - w)
	return int64(x<<s) >> s
}
