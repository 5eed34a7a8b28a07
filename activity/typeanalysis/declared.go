package typeanalysis

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// array is one that an object's type declares: the bytes [lo, hi), in elements of a size. Of
// an array of arrays it is the whole, in the innermost elements.
type array struct{ lo, hi, elem int64 }

// member is an address or a float that an object's type declares.
type member struct {
	at     int64
	format format
}

// declaration is what the type of an object says of its bytes.
type declaration struct {
	arrays  []array    // those of the largest elements first
	regions [][2]int64 // arrays of elements that are not described (claims.go)
	end     int64      // of an object that has such
	period  int64      // how long an element is of an array for which all this holds, 0 for none
	base    int64      // where that begins
	structs [][2]int64 // from and to which byte they stand
	members []member
}

// mostDeclared bounds the members that a declaration names.
const mostDeclared = 1024

// declare notes what a type says of an object: nothing where all its members are of one kind.
func (s *System) declare(o *object, t *ir.Type) {
	d := &declaration{}
	s.members(d, t, 0)
	mixed := slices.ContainsFunc(d.members, func(m member) bool { return m.format != d.members[0].format })
	if len(d.arrays) > 0 && mixed && !d.full() {
		slices.SortStableFunc(d.arrays, func(a, b array) int { return int(b.elem - a.elem) })
		o.declared = d
	}
}

func (d *declaration) full() bool {
	return len(d.arrays)+len(d.regions)+len(d.structs)+len(d.members) > mostDeclared
}

func (s *System) members(d *declaration, t *ir.Type, at int64) {
	if d.full() {
		return
	}
	switch t.Kind {
	case ir.StructKind:
		d.structs = append(d.structs, [2]int64{at, at + s.layout.AllocSize(t)})
		for k, f := range t.Fields {
			s.members(d, f, at+s.layout.FieldOffset(t, k))
		}
	case ir.ArrayKind:
		n, each := t.Len, t.Elem
		for each.Kind == ir.ArrayKind && n > 0 && n < far/max(each.Len, 1) {
			n, each = n*each.Len, each.Elem
		}
		size := s.layout.AllocSize(each)
		switch {
		case size > 0 && n > 1:
			d.arrays = append(d.arrays, array{at, at + n*size, size})
		case size > 0 && n == 0: // it has no declared end
			d.arrays = append(d.arrays, array{at, far, size})
		}
		for k := int64(0); k < n && !d.full(); k++ {
			s.members(d, each, at+k*size)
		}
	default:
		if f, ok := formatOf(t); ok {
			d.members = append(d.members, member{at, f})
		}
	}
}

// within leaves the offsets that an address takes which moves from some offsets of an object to
// others: where it moves by elements of a declared array, those in that array (bounds), if the
// next ones would lead to a member of another format. It moves by units, where their size is known.
func (d *declaration) within(from, p pattern, unit int64) pattern {
	if d == nil || p.stride == 0 || d.period > 0 {
		return p
	}
	if unit <= 1 {
		unit = p.stride
	}
	if q := d.inRegion(from, p, unit); q != p {
		return q
	}
	return d.kept(from, p, 1)
}

// inRegion is within where it is not known what the elements of the array are: units of which
// there are several in it are taken for such, if the steps would leave the object.
func (d *declaration) inRegion(from, p pattern, unit int64) pattern {
	if unit < leastStep || p.stride%unit != 0 || p.hi < d.end && p.lo >= 0 {
		return p
	}
	for _, r := range d.regions {
		if from.lo >= r[0] && from.hi < r[1] && (p.lo >= r[0] || p.lo < 0) && p.lo < r[1] && (r[1]-r[0])%unit == 0 && r[1]-r[0] >= 2*unit {
			lo := max(p.lo, r[0]+floorMod(p.lo-r[0], p.stride))
			return pattern{lo, max(lo, min(p.hi, r[1]-1)), p.stride}.cut()
		}
	}
	return p
}

// leastStep is that of a walk through an array: less is one through the bytes of an object.
const leastStep = 4

// kept is within for single offsets too, and for what is so wide.
func (d *declaration) kept(from, p pattern, width int64) pattern {
	a := d.arrayOf(from, p)
	if a == nil || !d.mixes(*a, floorMod(p.lo-a.lo, a.elem)) {
		return p
	}
	if p.lo < a.lo {
		p.lo = a.lo + floorMod(p.lo-a.lo, max(p.stride, a.elem))
	}
	if p.lo >= a.hi { // from its end: none of them
		p.lo -= (p.lo - a.hi + a.elem) / a.elem * a.elem
	}
	p.hi = max(min(p.hi, a.hi-width), p.lo)
	return p.cut().norm()
}

// cut ends a pattern at the last of its offsets.
func (p pattern) cut() pattern {
	if p.stride > 0 {
		p.hi = p.lo + (p.hi-p.lo)/p.stride*p.stride
	}
	if p.hi == p.lo {
		p.stride = 0
	}
	return p
}

// arrayOf is the declared array by whose elements an address moves from some offsets to others,
// nil if it is not known: the one in which it begins, or at whose end.
func (d *declaration) arrayOf(from, p pattern) (end *array) {
	for k := range d.arrays {
		a := &d.arrays[k]
		if p.stride%a.elem != 0 || (p.lo-from.lo)%a.elem != 0 || from.hi > a.hi && from.hi < far {
			continue
		}
		if from.lo >= a.lo && from.lo < a.hi {
			return a
		}
		if from.lo == a.hi && end == nil && (from.lo-a.lo)%a.elem == 0 {
			end = a
		}
	}
	return end
}

// mixes reports whether there are members beside an array of another format than what its
// elements have at a place, where its next elements would be.
func (d *declaration) mixes(a array, phase int64) bool {
	next := pattern{phase - far/a.elem*a.elem, far, a.elem}.shift(a.lo)
	return slices.ContainsFunc(d.members, func(m member) bool {
		return (m.at < a.lo || m.at >= a.hi) && !d.repeats(a, m) && next.meets(a.elem-phase, exactly(m.at), m.format.size())
	})
}

// repeats reports whether the elements of an array have a member like one that is outside of it
// where that would stand in an element.
func (d *declaration) repeats(a array, m member) bool {
	return slices.Contains(d.members, member{a.lo + floorMod(m.at-a.lo, a.elem), m.format})
}

// accessed leaves the offsets at which so many bytes are accessed: inside the declared array in
// which they begin (bounds).
func (d *declaration) accessed(p pattern, width int64) pattern {
	if d == nil || p.stride == 0 {
		return p
	}
	return d.kept(p, p, width)
}

// room is how long a block of unknown length is at most that begins at some offsets: to the end
// of the declared array in which it begins (bounds).
func (d *declaration) room(begin pattern) int64 {
	if d == nil {
		return far
	}
	for _, a := range d.arrays {
		if begin.lo >= a.lo && begin.lo < a.hi && begin.hi < a.hi && (begin.lo-a.lo)%a.elem == 0 && begin.stride%a.elem == 0 && !d.begins(begin.lo, a.hi) {
			return a.hi - begin.lo
		}
	}
	for _, r := range d.regions {
		if d.period == 0 && begin.lo >= r[0] && begin.hi < r[1] && !d.begins(begin.lo, r[1]) {
			return r[1] - begin.lo
		}
	}
	return far
}

// begins reports whether a struct begins at an offset that goes on behind the end of an array.
func (d *declaration) begins(at, end int64) bool {
	return slices.ContainsFunc(d.structs, func(s [2]int64) bool { return s[0] == at && s[1] > end })
}

// copied are the offsets of what a block holds that is copied to some offsets of an object: in the
// declared array in which the block begins (bounds), where it is not known how far into that.
func (d *declaration) copied(begin, p pattern) pattern {
	if d == nil || begin.stride == 0 {
		return p
	}
	return d.kept(begin, p, 1)
}

// moved is where an address leads that is moved by a distance from where it came as a whole: not
// out of the declared array into which it leads (bounds), unless it may be the address of a struct that begins with that.
func (d *declaration) moved(from pattern, by int64) pattern {
	p := from.shift(by)
	if d == nil {
		return p
	}
	if a := d.arrayOf(from, p); a == nil || by > 0 && d.begins(from.lo, a.hi) {
		return p
	}
	return d.kept(from, p, 1)
}

// advances are the offsets to which an address leads that a loop moves again and again by a
// distance, where a declared array keeps it (bounds); the next one alone otherwise.
func (d *declaration) advances(from pattern, by int64) pattern {
	next := from.shift(by)
	if d == nil || by == 0 {
		return next
	}
	wide := pattern{from.lo, far, max(by, -by)}
	if by < 0 {
		wide.lo, wide.hi = floorMod(from.lo, -by)-far/by*by, from.hi
	}
	wide.stride = gcd(wide.stride, from.stride)
	if p := d.within(from, wide, 0); p != wide {
		return p
	}
	return next
}
