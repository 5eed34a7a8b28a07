package bench

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/llad-ad/llad/bench/harness"
)

// plain are builds as they come, without a thought of what differentiates the IR.
var plain = []recipe{
	{"O2", "primal.c", []string{"-O2"}},
	{"O3", "primal.c", []string{"-O3", "-march=native"}},
}

// BenchmarkPlainFlags measures the gradient made of the IR of plain levels beside that made of IR
// whose loops are as they were written; all are compiled in the same way. The programs run in turn, three times
// each, and the fastest round counts. Each line's ns/op is the latter's time; x-O2 and
// x-O3 are those of the former over it.
func BenchmarkPlainFlags(b *testing.B) {
	for _, p := range problems {
		b.Run(p.name, func(b *testing.B) {
			builds := append([]recipe{{"best", "primal.c", harness.IRFlags()}}, plain...)
			exes := make([]string, len(builds))
			for k, r := range builds {
				exes[k] = p.compileFrom(b, r.src, r.flags, false)
			}
			for _, size := range slices.SortedFunc(maps.Keys(p.sizes), func(x, y string) int {
				return cmp.Or(cmp.Compare(len(p.sizes[x]), len(p.sizes[y])), cmp.Compare(x, y))
			}) {
				b.Run(size, func(b *testing.B) { measureBuilds(b, builds, exes, strings.Fields(p.sizes[size])) })
			}
		})
	}
}

func measureBuilds(b *testing.B, builds []recipe, exes []string, size []string) {
	best := make([]float64, len(exes))
	for k := range best {
		best[k] = math.Inf(1)
	}
	for b.Loop() {
		for range 3 {
			for k, exe := range exes {
				m := harness.Measure(b, exe, append([]string{"time", "7"}, size...)...)
				best[k] = min(best[k], m.Least("time", "llad"))
			}
		}
	}
	b.ReportMetric(best[0], "ns/op")
	for k, r := range builds[1:] {
		b.ReportMetric(best[k+1]/best[0], "x-"+r.name)
	}
}
