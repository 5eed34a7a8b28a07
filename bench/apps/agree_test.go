package apps

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/bench/harness"
	"github.com/llad-ad/llad/internal/tier"
)

// Every gradient agrees with the one that a person wrote, if one did, with central differences and
// with the tangent. The fast tier compiles an application in one way, without optimisation
// after llad.
func TestAppsAgree(t *testing.T) {
	for _, a := range apps {
		for k, r := range recipes {
			if !tier.Count("apps", tier.All() || k == tier.Pick(a.name, len(recipes))) {
				continue
			}
			t.Run(a.name+"/"+r.name, func(t *testing.T) {
				t.Parallel()
				if !tier.All() {
					r.after = []string{"-O0"}
				}
				exe := a.build(t, r)
				m := harness.Measure(t, exe, append([]string{"check"}, a.small...)...)
				require.Len(t, m["check"]["llad"], 2)
				assert.Less(t, m.Worst("check", "llad"), 1e-12)
				assert.Less(t, m.Worst("check", "differences"), 1e-6)
				assert.Less(t, m.Worst("check", "jvp"), 1e-11)
				if a.published != nil {
					a.published(t, exe)
				}
			})
		}
	}
}

// The hydrodynamics end with the published energy at the origin after the published number of steps:
// LULESH 2.0 Updates and Changes, LLNL-TR-641973.
func hydroAsPublished(t *testing.T, exe string) {
	for _, published := range []struct {
		n, steps int
		energy   float64
	}{{5, 72, 7.853665e+03}, {10, 231, 2.720531e+04}, {30, 932, 2.025075e+05}} {
		if !tier.Count("apps published", tier.All() || published.n < 10) {
			continue
		}
		value := func(steps int) float64 {
			return harness.Measure(t, exe, "value", strconv.Itoa(published.n), strconv.Itoa(steps), "0").Least("value", "primal")
		}
		energy := value(published.steps)
		assert.InEpsilon(t, published.energy, energy, 1e-6)
		if published.n < 30 {
			assert.Equal(t, energy, value(published.steps+1), "it ends there")
			assert.NotEqual(t, value(published.steps-1), energy, "and not before")
		}
	}
}
