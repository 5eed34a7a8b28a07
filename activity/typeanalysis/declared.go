package typeanalysis

import "github.com/llad-ad/llad/ir"

// array is one that an object's type declares: the bytes [lo, hi), in elements of a size.
type array struct{ lo, hi, elem int64 }

// declaration is what the type of an object says of its bytes.
type declaration struct {
	arrays    []array
	addresses []int64 // where addresses stand
}

// mostDeclared bounds the members that a declaration names.
const mostDeclared = 256

// declare notes what a type says of an object: nothing where it has no arrays beside addresses.
func (s *System) declare(o *object, t *ir.Type) {
	d := &declaration{}
	s.members(d, t, 0)
	if len(d.arrays) > 0 && len(d.addresses) > 0 && len(d.arrays)+len(d.addresses) <= mostDeclared {
		o.declared = d
	}
}

func (s *System) members(d *declaration, t *ir.Type, at int64) {
	if len(d.arrays)+len(d.addresses) > mostDeclared {
		return
	}
	switch t.Kind {
	case ir.StructKind:
		for k, f := range t.Fields {
			s.members(d, f, at+s.layout.FieldOffset(t, k))
		}
	case ir.ArrayKind:
		elem := s.layout.AllocSize(t.Elem)
		if t.Len > 1 && elem > 0 {
			d.arrays = append(d.arrays, array{at, at + t.Len*elem, elem})
		}
		for k := int64(0); k < t.Len && k < mostDeclared; k++ {
			s.members(d, t.Elem, at+k*elem)
		}
	case ir.PtrKind:
		d.addresses = append(d.addresses, at)
	}
}

// within leaves the offsets that an address takes which moves from an offset of an object by
// elements of a size: those in the declared array that has such elements there (bounds), if
// it would lead to a declared address otherwise.
func (d *declaration) within(from int64, p pattern) pattern {
	if d == nil || p.stride == 0 || p.lo < from {
		return p
	}
	for _, a := range d.arrays {
		if a.elem != p.stride || from < a.lo || p.lo >= a.hi || (from-a.lo)%a.elem != 0 {
			continue
		}
		for _, at := range d.addresses {
			if at >= a.hi && p.meets(a.elem-(p.lo-from)%a.elem, exactly(at), 8) {
				p.hi = a.hi - 1
				p.hi = p.lo + (p.hi-p.lo)/p.stride*p.stride
				return p.norm()
			}
		}
	}
	return p
}
