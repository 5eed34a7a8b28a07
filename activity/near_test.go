package activity

import (
	"math"
	"math/rand"
	"testing"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// TestNear holds what the records near a byte say of an element there against what all do.
func TestNear(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for range 300 {
		var m memtypes.Memory
		for range 20 {
			r := memtypes.Record{Off: rnd.Int63n(200) - 20, Stride: 8 * (1 + rnd.Int63n(12)), Size: 8, End: math.MaxInt64, Class: memtypes.Pointer, Rank: memtypes.Rank(1 + rnd.Intn(2))}
			if rnd.Intn(2) == 0 {
				r.Class, r.Typ = memtypes.FloatData, ir.Double
			}
			if rnd.Intn(4) > 0 {
				r.End = r.Off + rnd.Int63n(100)
			}
			m.Add(r)
		}
		for b := int64(-60); b < 300; b++ {
			for k := range m.Strided {
				r := &m.Strided[k]
				start, in := r.Element(b)
				if !in {
					continue
				}
				m.Near = nil
				for k := range m.Strided {
					m.Near = append(m.Near, &m.Strided[k])
				}
				want := m.Displaced(r, start)
				if m.FindNear(b); m.Displaced(r, start) != want {
					t.Fatalf("an element of %v at %d is displaced by all records (%v), and not so by those near %d", *r, start, want, b)
				}
				found := false
				for _, n := range m.Near {
					found = found || n == r
				}
				if !found {
					t.Fatalf("%v is not near %d", *r, b)
				}
			}
		}
	}
}
