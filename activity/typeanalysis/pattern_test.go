package typeanalysis

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// members lists the offsets of a pattern that are not above a bound.
func (p pattern) members(bound int64) (list []int64) {
	if p.stride == 0 {
		return []int64{p.lo}
	}
	for o := p.lo; o <= min(p.hi, bound); o += p.stride {
		list = append(list, o)
	}
	return list
}

func drawn(r *rand.Rand) pattern {
	p := exactly(r.Int64N(24) - 4)
	if r.IntN(2) == 0 {
		p.stride = 1 + r.Int64N(9)
		p.hi = p.lo + p.stride*(1+r.Int64N(4))
	}
	return p
}

// Operations on patterns hold at least what they say of the offsets one by one.
func TestPatternsOverApproximate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		p, q, n := drawn(r), drawn(r), r.Int64N(12)-4
		sum, difference, joined, scaled := p.plus(q), p.minus(q), p.join(q), p.times(n)
		meets := false
		for _, a := range p.members(1000) {
			require.Contains(t, joined.members(1000), a)
			require.Contains(t, scaled.members(1000), a*n, "%v times %d", p, n)
			for _, b := range q.members(1000) {
				require.Contains(t, sum.members(1000), a+b)
				require.Contains(t, difference.members(1000), a-b)
				meets = meets || a < b+4 && b < a+8
			}
		}
		if meets {
			require.True(t, p.meets(8, q, 4), "%v meets %v", p, q)
		}
	}
}

// Clipped and aligned patterns hold just the offsets that are inside and aligned.
func TestPatternsThatAreNarrowed(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		p, n := drawn(r), int64(1)<<r.IntN(4)
		var want []int64
		for _, a := range p.members(1000) {
			if a >= 0 && a+8 <= 24 && a%n == 0 {
				want = append(want, a)
			}
		}
		got, ok := p.aligned(n)
		if ok {
			got, ok = got.clip(8, 24)
		}
		if ok {
			assert.ElementsMatch(t, want, got.members(1000), "%v by %d", p, n)
		} else {
			assert.Empty(t, want, "%v by %d", p, n)
		}
	}
}

// A set that grows for ever comes to an end, upwards and downwards.
func TestPlacesEnd(t *testing.T) {
	for _, step := range []int64{8, -8, 12} {
		var s places
		at, grew := exactly(40), 0
		for range 10_000 {
			if s.add(at, mostPlaces) {
				grew++
			}
			last := s.list[len(s.list)-1]
			at = last.shift(step)
		}
		assert.Less(t, grew, 100, "by %d", step)
		assert.Len(t, s.list, 1)
	}
}
