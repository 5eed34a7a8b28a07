package activity

import (
	"math"
	"math/rand"
	"testing"

	"github.com/llad-ad/llad/ir"
)

// TestNear holds what the records near a byte say of an element there against what all do.
func TestNear(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for range 300 {
		var m memTypes
		for range 20 {
			r := record{off: rnd.Int63n(200) - 20, stride: 8 * (1 + rnd.Int63n(12)), size: 8, end: math.MaxInt64, class: Pointer, rank: rank(1 + rnd.Intn(2))}
			if rnd.Intn(2) == 0 {
				r.class, r.typ = FloatData, ir.Double
			}
			if rnd.Intn(4) > 0 {
				r.end = r.off + rnd.Int63n(100)
			}
			m.add(r)
		}
		for b := int64(-60); b < 300; b++ {
			for k := range m.strided {
				r := &m.strided[k]
				start, in := r.element(b)
				if !in {
					continue
				}
				m.near = nil
				for k := range m.strided {
					m.near = append(m.near, &m.strided[k])
				}
				want := m.displaced(r, start)
				if m.findNear(b); m.displaced(r, start) != want {
					t.Fatalf("an element of %v at %d is displaced by all records (%v), and not so by those near %d", *r, start, want, b)
				}
				found := false
				for _, n := range m.near {
					found = found || n == r
				}
				if !found {
					t.Fatalf("%v is not near %d", *r, b)
				}
			}
		}
	}
}
