package schedule

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAuto(t *testing.T) {
	for _, c := range []struct {
		name   string
		n      int
		budget int64
		z      Sizes
		want   string
	}{
		{"everything fits", 1000, 16000, Sizes{State: 8, Tape: 16}, "keep"},
		{"nothing to do", 0, 0, Sizes{State: 8, Tape: 16}, "keep"},
		{"large tapes", 1000, 1100, Sizes{State: 100, Tape: 1000}, ""},
		{"one slot", 1000, 1200, Sizes{State: 100, Tape: 1000}, "binomial:1"},
		{"ten slots", 1000, 2100, Sizes{State: 100, Tape: 1000}, "binomial:10"},
		{"of like size", 1000, 1200, Sizes{State: 100, Tape: 100}, "mixed:10"},
		{"small tapes", 1000, 8000, Sizes{State: 1000, Tape: 10}, "binomial:1/500"},
		{"a million steps in 64 MiB", 1_000_000, 64 << 20, Sizes{State: 160_000, Tape: 80_000}, "binomial:208/420"},
	} {
		got, err := Auto(c.n, c.budget, c.z)
		if c.want == "" {
			assert.ErrorContains(t, err, "the least is 1200", c.name)
			continue
		}
		require.NoError(t, err, c.name)
		assert.Equal(t, c.want, got.String(), c.name)
	}
}

// Whatever the budget, what is given fits, really, and nothing that fits
// advances fewer steps.
func TestAutoIsTheBest(t *testing.T) {
	for _, z := range []Sizes{{State: 8, Tape: 1}, {State: 5, Tape: 5}, {State: 2, Tape: 9}, {State: 0, Tape: 3}, {State: 4, Tape: 0}} {
		for _, n := range []int{0, 1, 2, 3, 17, 60} {
			type other struct {
				s     Schedule
				t     int
				bytes int64
			}
			var others []other
			for k := 1; k <= n; k++ {
				for _, o := range []Schedule{Binomial(k), Periodic(k), Mixed(k), CTZ{}, Online(k)} {
					others = append(others, other{o, o.Advances(n), o.Bytes(n, z)})
				}
			}
			last := math.MaxInt
			for budget := int64(0); budget < 600; budget += 7 {
				s, err := Auto(n, budget, z)
				if err != nil {
					require.Greater(t, min(KeepAll{}.Bytes(n, z), RecomputeAll{}.Bytes(n, z)), budget)
					continue
				}
				c, err := Check(n, s.Slots(n), z, s.Actions(n))
				require.NoError(t, err)
				require.LessOrEqual(t, c.PeakBytes, budget, "%v n=%d %+v", s, n, z)
				require.LessOrEqual(t, s.Bytes(n, z), budget, "%v n=%d %+v", s, n, z)
				require.LessOrEqual(t, c.Advances, last, "more memory never advances more")
				last = c.Advances
				for _, o := range others {
					if o.bytes <= budget && o.t < c.Advances {
						t.Fatalf("%v beats %v: n=%d budget=%d %+v", o.s, s, n, budget, z)
					}
				}
			}
		}
	}
}

func TestAutoUnbounded(t *testing.T) {
	z := Sizes{State: 100, Tape: 30}
	s, err := AutoUnbounded(1130, z)
	require.NoError(t, err)
	assert.Equal(t, Online(10), s)
	_, err = AutoUnbounded(229, z)
	assert.ErrorContains(t, err, "the least is 230")
	_, err = AutoUnbounded(-2, Sizes{State: math.MaxInt64, Tape: math.MaxInt64})
	assert.Error(t, err)
	_, err = Auto(3, -2, Sizes{State: math.MaxInt64, Tape: math.MaxInt64})
	assert.Error(t, err)
	_, err = AutoUnbounded(1000, Sizes{State: -1})
	assert.Error(t, err)
	_, err = Auto(3, 1000, Sizes{Tape: -1})
	assert.Error(t, err)
}

// Sizes near the end of the range saturate.
func TestBytesSaturate(t *testing.T) {
	z := Sizes{State: math.MaxInt64 / 2, Tape: math.MaxInt64 / 2}
	for _, s := range all() {
		assert.Equal(t, int64(math.MaxInt64), s.Bytes(100, z), "%v", s)
	}
}
