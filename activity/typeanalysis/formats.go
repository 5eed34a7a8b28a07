package typeanalysis

import (
	"math/bits"

	"github.com/llad-ad/llad/ir"
)

// format is what bytes may hold that has a derivative or leads to one.
type format uint8

// The formats; the last ones are of integers that are computed from addresses or floats, or are none.
const (
	address format = iota
	half
	brain
	single
	double
	extended
	quad
	computed // an address that is computed in a way that its shadow does not follow
	distance // the distance of two addresses
	kept     // such a distance, loaded from memory
	odd      // bits that the shadow of a word would take for a derivative: of constants, and of addresses with something added
	altered  // what is computed from the bits of floats
	numFormats
)

var formatNames = [numFormats]string{"address", "half", "bfloat", "float", "double", "x86_fp80", "fp128", "computed address", "distance", "distance", "number", "number"}

var formatSizes = [numFormats]int64{8, 2, 2, 4, 8, 10, 16, 8, 8, 8, 8, 1}

func (f format) size() int64 { return formatSizes[f] }

// formatOf is the format of a scalar type, false for integers.
func formatOf(t *ir.Type) (format, bool) {
	switch t.Kind {
	case ir.PtrKind:
		return address, true
	case ir.HalfKind:
		return half, true
	case ir.BFloatKind:
		return brain, true
	case ir.FloatKind:
		return single, true
	case ir.DoubleKind:
		return double, true
	case ir.X86FP80Kind:
		return extended, true
	case ir.FP128Kind, ir.PPCFP128Kind:
		return quad, true
	}
	return 0, false
}

// Positions in a value are kept from -behind, for what begins before it, to ahead.
const (
	behind = 16
	ahead  = 112
)

// positions is a set of positions in a value, in bytes.
type positions [2]uint64

func (m *positions) add(at int64) {
	if at += behind; at >= 0 && at < 128 {
		m[at/64] |= 1 << (at % 64)
	}
}

func (m positions) has(at int64) bool {
	at += behind
	return at >= 0 && at < 128 && m[at/64]>>(at%64)&1 != 0
}

func (m positions) empty() bool { return m == positions{} }

// each calls yield with each position.
func (m positions) each(yield func(at int64)) {
	for k := range m {
		for w := m[k]; w != 0; w &= w - 1 {
			yield(int64(k*64) + int64(bits.TrailingZeros64(w)) - behind)
		}
	}
}

// window leaves the positions from lo on that are below hi.
func (m positions) window(lo, hi int64) (r positions) {
	if m.empty() {
		return r
	}
	lo, hi = min(max(lo+behind, 0), 128), min(max(hi+behind, 0), 128)
	for k := range r {
		from, to := min(max(lo-int64(k)*64, 0), 64), min(max(hi-int64(k)*64, 0), 64)
		if from < to {
			r[k] = m[k] & (^uint64(0) << from) & (^uint64(0) >> (64 - to))
		}
	}
	return r
}

// shift moves the positions; what leaves is lost.
func (m positions) shift(d int64) (r positions) {
	switch {
	case d == 0 || m.empty():
		return m
	case d >= 64:
		return positions{0, m[0] << (d - 64)}
	case d > 0:
		return positions{m[0] << d, m[1]<<d | m[0]>>(64-d)}
	case d <= -64:
		return positions{m[1] >> (-d - 64), 0}
	}
	return positions{m[0]>>-d | m[1]<<(64+d), m[1] >> -d}
}

// join adds the positions of o, and reports whether any is new.
func (m *positions) join(o positions) bool {
	old := *m
	m[0] |= o[0]
	m[1] |= o[1]
	return *m != old
}

// formats says where in a value each format may stand.
type formats [numFormats]positions

// join adds those of o, and reports whether any is new.
func (s *formats) join(o *formats) bool {
	changed := false
	for f := range s {
		changed = s[f].join(o[f]) || changed
	}
	return changed
}

// moved are the formats that overlap the bytes [lo, hi), moved by so many bytes.
func (s *formats) moved(lo, hi, by int64) (r formats) {
	for f := range s {
		r[f] = s[f].window(lo-format(f).size()+1, hi).shift(by)
	}
	return r
}

// counts reports whether the bytes of a value may hold an address or a float.
func (s *formats) counts() bool {
	for f := range computed {
		if !s[f].empty() {
			return true
		}
	}
	return false
}

// float reports whether the bytes of a value may hold a float.
func (s *formats) float() bool {
	for f := half; f < computed; f++ {
		if !s[f].empty() {
			return true
		}
	}
	return false
}

// of is a value that is a format at its begin.
func of(f format) (r formats) {
	r[f].add(0)
	return r
}

// floats are the formats of floats among those of a value.
func (r formats) floats() (f formats) {
	copy(f[half:computed], r[half:computed])
	return f
}
