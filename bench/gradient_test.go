package bench

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/bench/harness"
	"github.com/llad-ad/llad/internal/tier"
)

// Every gradient agrees with the one that a person wrote, which agrees with
// central differences, however the function is written; so do tangents.
func TestGradientsAgree(t *testing.T) {
	for _, p := range problems {
		sources := append([]string{"primal.c"}, p.styles...)
		for k, src := range sources {
			if !tier.Count("gradients of the benchmarks", tier.All() || k == tier.Pick(p.name, len(sources))) {
				continue
			}
			t.Run(p.name+"/"+src, func(t *testing.T) {
				t.Parallel()
				m := harness.Measure(t, p.compile(t, src, false), append([]string{"check"}, p.small...)...)
				require.Len(t, m["check"]["llad"], 2)
				assert.Less(t, m.Worst("check", "llad"), 1e-11)
				assert.Less(t, m.Worst("check", "hand"), 1e-15)
				assert.Less(t, m.Worst("check", "differences"), 1e-6)
				assert.Less(t, m.Worst("check", "jvp"), 1e-11)
				assert.Less(t, m.Worst("check", "jvp8"), 1e-11)
			})
		}
	}
}

// The calls by which Enzyme is measured are right: llad replaces them here.
func TestCallsForEnzyme(t *testing.T) {
	llad := harness.Binary(t)
	for _, p := range problems {
		if p.width > 1 || !tier.Take("calls for Enzyme", p.name, 300) {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			build := harness.Build{Src: "primal.c", Before: harness.IRFlags(), After: harness.Optimised()}
			exe := p.folder().CompileEnzyme(t, build, func(in, out string) { harness.Command(t, llad, in, "-o", out) })
			require.NotEmpty(t, exe)
			m := harness.Measure(t, exe, append([]string{"check"}, p.small...)...)
			assert.Less(t, m.Worst("check", "llad"), 1e-11)
		})
	}
}

// recipe is a source of a function and how its IR is made.
type recipe struct {
	name, src string
	flags     []string
}

// What a sum over data points takes beside its inputs does not grow with them,
// whether its loops are as they were written or vectorised and unrolled.
func TestMemoryOfSums(t *testing.T) {
	for _, p := range problems {
		sizes, ok := gathers[p.name]
		if !ok {
			continue
		}
		builds := []recipe{{"scalar", "primal.c", harness.IRFlags()}, {"vectors", "primal.c", []string{"-O3", "-march=native"}}}
		if len(p.styles) > 0 {
			builds = append(builds, recipe{"style", "style.cpp", []string{"-O2"}}, recipe{"plain", "style.cpp", []string{"-O0"}})
		}
		for k, b := range builds {
			if !tier.Count("memory of sums", tier.All() || k == tier.Pick(p.name, len(builds))) {
				continue
			}
			t.Run(p.name+"/"+b.name, func(t *testing.T) {
				t.Parallel()
				exe := p.compileFrom(t, b.src, b.flags, false)
				var extra [2]float64
				for i, size := range sizes {
					m := harness.Measure(t, exe, append([]string{"memory"}, strings.Fields(size)...)...)
					extra[i] = m.Least("memory", "llad") - m.Least("memory", "primal")
				}
				t.Logf("%.0f and %.0f bytes", extra[0], extra[1])
				assert.Less(t, extra[1]-extra[0], 512.0*1024)
			})
		}
	}
}

// BenchmarkGradient measures primal and gradients interleaved in one process;
// the fastest of fifteen rounds counts. Each line's ns/op is llad's gradient;
// x-primal, x-hand and x-adolc are its time over theirs, extra-B the memory it
// takes beyond the primal's; jvp is one tangent, jvp8 eight at once. ENZYME names a
// plugin whose gradients are measured beside the same primals (enzyme-ns).
func BenchmarkGradient(b *testing.B) {
	for _, p := range problems {
		b.Run(p.name, func(b *testing.B) {
			exe := p.compile(b, "primal.c", harness.HaveADOLC())
			for _, size := range slices.SortedFunc(maps.Keys(p.sizes), func(x, y string) int {
				return cmp.Or(cmp.Compare(len(p.sizes[x]), len(p.sizes[y])), cmp.Compare(x, y))
			}) {
				b.Run(size, func(b *testing.B) {
					m := measureGradient(b, exe, strings.Fields(p.sizes[size]))
					build := harness.Build{Src: "primal.c", Before: harness.IRFlags(), After: harness.Optimised()}
					p.folder().ReportEnzyme(b, build, m, strings.Fields(p.sizes[size]))
				})
			}
		})
	}
}

func measureGradient(b *testing.B, exe string, size []string) harness.Measured {
	var m harness.Measured
	for b.Loop() {
		m = harness.Measure(b, exe, append([]string{"time", "20"}, size...)...)
	}
	b.StopTimer()
	harness.ReportTimes(b, m)
	harness.ReportExtra(b, exe, size)
	return m
}
