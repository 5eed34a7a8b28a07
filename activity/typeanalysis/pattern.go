package typeanalysis

// far is an end of patterns that have none.
const far = int64(1) << 40

// pattern is a set of offsets: lo, lo+stride, ... not above hi; lo alone where the stride is 0.
type pattern struct{ lo, hi, stride int64 }

func exactly(off int64) pattern { return pattern{off, off, 0} }

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

func floorMod(a, n int64) int64 { return ((a % n) + n) % n }

// norm gives ends that are so far away that offsets cannot reach them one form.
func (p pattern) norm() pattern {
	if p.stride == 0 {
		p.hi = p.lo
		return p
	}
	if p.lo < -far/2 {
		p.lo = floorMod(p.lo, p.stride) - far/p.stride*p.stride
	}
	if p.hi > far/2 {
		p.hi = far
	}
	return p
}

// shift moves a pattern.
func (p pattern) shift(d int64) pattern { return pattern{p.lo + d, p.hi + d, p.stride}.norm() }

// step moves a pattern by any multiple of n, upwards only or either way.
func (p pattern) step(n int64, up bool) pattern {
	if n == 0 {
		return p
	}
	p.stride, p.hi = gcd(p.stride, n), far
	if !up {
		p.lo -= far
	}
	return p.norm()
}

// plus is the set of sums.
func (p pattern) plus(q pattern) pattern {
	return pattern{p.lo + q.lo, p.hi + q.hi, gcd(p.stride, q.stride)}.norm()
}

// minus is the set of differences.
func (p pattern) minus(q pattern) pattern {
	return p.plus(q.negated())
}

// negated is the set of the negative offsets.
func (p pattern) negated() pattern {
	n := pattern{-p.hi, -p.lo, p.stride}
	if p.hi >= far && p.stride > 0 { // the end is not one of the offsets
		n.lo = floorMod(-p.lo, p.stride) - far
		n.lo -= floorMod(n.lo+p.lo, p.stride)
	}
	return n.norm()
}

// aligned leaves the offsets that are multiples of n.
func (p pattern) aligned(n int64) (pattern, bool) {
	if n <= 1 {
		return p, true
	}
	if p.stride == 0 {
		return p, p.lo%n == 0
	}
	step := p.stride
	for range n { // the first offset that is one
		if floorMod(p.lo, n) == 0 {
			break
		}
		p.lo += step
	}
	p.stride = step / gcd(step, n) * n
	return p, floorMod(p.lo, n) == 0 && p.lo <= p.hi
}

// join is a pattern with the offsets of both.
func (p pattern) join(q pattern) pattern {
	return pattern{min(p.lo, q.lo), max(p.hi, q.hi), gcd(gcd(p.stride, q.stride), p.lo-q.lo)}.norm()
}

// contains reports whether all of q is in p.
func (p pattern) contains(q pattern) bool {
	if q.lo < p.lo || q.hi > p.hi {
		return false
	}
	if p.stride == 0 {
		return q.stride == 0 && p.lo == q.lo
	}
	return q.stride%p.stride == 0 && (q.lo-p.lo)%p.stride == 0
}

// clip leaves the offsets at which so many bytes are inside an object of a size, 0 if it is not known.
func (p pattern) clip(width, size int64) (pattern, bool) {
	if p.stride == 0 {
		return p, p.lo >= 0 && (size == 0 || p.lo+width <= size)
	}
	if p.lo < 0 {
		p.lo = floorMod(p.lo, p.stride)
	}
	if size > 0 && p.hi > size-width {
		p.hi = size - width
	}
	if p.hi < p.lo {
		return p, false
	}
	if p.hi < far {
		p.hi = p.lo + (p.hi-p.lo)/p.stride*p.stride
	}
	if p.hi == p.lo {
		p.stride = 0
	}
	return p, true
}

// differences calls yield with each d = a - b, a of p and b of q, that is above low and below high.
func (p pattern) differences(q pattern, low, high int64, yield func(d int64)) {
	first, step, last := p.between(q, low, high)
	for d := first; d <= last; d += step {
		yield(d)
	}
}

// between are the differences of p and q that are above low and below high: the first, the
// distance from one to the next, and an upper bound.
func (p pattern) between(q pattern, low, high int64) (first, step, last int64) {
	all := p.minus(q)
	if all.stride == 0 {
		if all.lo <= low || all.lo >= high {
			return 1, 1, 0
		}
		return all.lo, 1, all.lo
	}
	first = max(low+1, all.lo)
	first += floorMod(all.lo-first, all.stride)
	return first, all.stride, min(high-1, all.hi)
}

// meets reports whether so many bytes at an offset of p and so many at one of q may overlap.
func (p pattern) meets(wide int64, q pattern, wideQ int64) bool {
	first, _, last := p.between(q, -wide, wideQ)
	return first <= last
}

// places is a set of offsets as patterns.
type places struct {
	list   []pattern
	any    bool // what stands there may do so at any offset, and at two that are less than its size apart
	joined int  // 0, or how often the one pattern grew since there were too many
}

// mostPlaces bounds the patterns of an address, mostHeld those of what an object holds.
const (
	mostPlaces = 8
	mostHeld   = 64
	mostGrowth = 16 // of a pattern, before it loses its ends
)

// add adds a pattern, and reports whether it is new. Where there are more than most they
// become one; where that grows it loses the end to which it grows.
func (s *places) add(p pattern, most int) bool {
	for _, q := range s.list {
		if q.contains(p) {
			return false
		}
	}
	if s.joined > 0 {
		old := s.list[0]
		now := old.join(p)
		s.joined++
		if now.hi > old.hi && s.joined > mostGrowth {
			now.hi = far
		}
		if now.lo < old.lo && s.joined > mostGrowth {
			now.lo -= far
		}
		now = now.norm()
		s.list[0] = now
		return true
	}
	s.list = append(s.list, p)
	if len(s.list) > most {
		one := s.list[0]
		for _, q := range s.list[1:] {
			one = one.join(q)
		}
		s.list, s.joined = append(s.list[:0], one), 1
	}
	return true
}
