package bench

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every gradient agrees with the one that a person wrote, which agrees with
// central differences, however the function is written; so do tangents.
func TestGradientsAgree(t *testing.T) {
	for _, p := range problems {
		for _, src := range append([]string{"primal.c"}, p.styles...) {
			t.Run(p.name+"/"+src, func(t *testing.T) {
				t.Parallel()
				m := measure(t, p.compile(t, src, false), append([]string{"check"}, p.small...)...)
				require.Len(t, m["check"]["llad"], 2)
				assert.Less(t, m.worst("check", "llad"), 1e-11)
				assert.Less(t, m.worst("check", "hand"), 1e-15)
				assert.Less(t, m.worst("check", "differences"), 1e-6)
				assert.Less(t, m.worst("check", "jvp"), 1e-11)
				assert.Less(t, m.worst("check", "jvp8"), 1e-11)
			})
		}
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
		builds := []recipe{{"scalar", "primal.c", irFlags()}, {"vectors", "primal.c", []string{"-O3", "-march=native"}}}
		if len(p.styles) > 0 {
			builds = append(builds, recipe{"style", "style.cpp", []string{"-O2"}}, recipe{"plain", "style.cpp", []string{"-O0"}})
		}
		for _, b := range builds {
			t.Run(p.name+"/"+b.name, func(t *testing.T) {
				t.Parallel()
				exe := p.compileFrom(t, b.src, b.flags, false)
				var extra [2]float64
				for i, size := range sizes {
					m := measure(t, exe, append([]string{"memory"}, strings.Fields(size)...)...)
					extra[i] = m.least("memory", "llad") - m.least("memory", "primal")
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
// takes beyond the primal's; jvp is one tangent, jvp8 eight at once.
func BenchmarkGradient(b *testing.B) {
	for _, p := range problems {
		b.Run(p.name, func(b *testing.B) {
			exe := p.compile(b, "primal.c", haveADOLC())
			for _, size := range slices.SortedFunc(maps.Keys(p.sizes), func(x, y string) int {
				return cmp.Or(cmp.Compare(len(p.sizes[x]), len(p.sizes[y])), cmp.Compare(x, y))
			}) {
				b.Run(size, func(b *testing.B) { measureGradient(b, exe, strings.Fields(p.sizes[size])) })
			}
		})
	}
}

func measureGradient(b *testing.B, exe string, size []string) {
	var m measured
	for b.Loop() {
		m = measure(b, exe, append([]string{"time", "20"}, size...)...)
	}
	b.StopTimer()
	report(b, m)
	m = measure(b, exe, append([]string{"memory"}, size...)...)
	base := m.least("memory", "primal")
	for who := range m["memory"] {
		if who != "primal" {
			b.ReportMetric(max(0, m.least("memory", who)-base), who+"-extra-B")
		}
	}
}

func report(b *testing.B, m measured) {
	ns := m.least("time", "llad")
	b.ReportMetric(ns, "ns/op")
	for who := range m["time"] {
		if who != "llad" {
			b.ReportMetric(m.least("time", who), who+"-ns")
			b.ReportMetric(ns/m.least("time", who), "x-"+who)
		}
	}
}
