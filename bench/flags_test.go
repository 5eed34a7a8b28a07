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
// whose loops are as they were written; all are compiled in the same way. IR names the processor that it is made for, and
// that holds for what is compiled of it: -O2 is also compared with such IR for any processor. The programs run in turn,
// three times each, and the fastest round counts. Each line's ns/op is the time of the gradient with loops as they were written,
// for this processor; x-O2 and x-O3 are those of the plain levels over it, x-O2-generic that of -O2 over what is as
// general.
func BenchmarkPlainFlags(b *testing.B) {
	for _, p := range problems {
		b.Run(p.name, func(b *testing.B) {
			builds := append([]recipe{
				{"best", "primal.c", harness.IRFlags()},
				{"generic", "primal.c", forAnyProcessor(harness.IRFlags())},
			}, plain...)
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

// forAnyProcessor are flags without those that choose a processor.
func forAnyProcessor(flags []string) []string {
	return slices.DeleteFunc(slices.Clone(flags), func(s string) bool { return strings.HasPrefix(s, "-march=") || strings.HasPrefix(s, "-mcpu=") })
}

func measureBuilds(b *testing.B, builds []recipe, exes []string, size []string) {
	best := map[string]float64{}
	for _, r := range builds {
		best[r.name] = math.Inf(1)
	}
	for b.Loop() {
		for range 3 {
			for k, exe := range exes {
				m := harness.Measure(b, exe, append([]string{"time", "7"}, size...)...)
				best[builds[k].name] = min(best[builds[k].name], m.Least("time", "llad"))
			}
		}
	}
	b.ReportMetric(best["best"], "ns/op")
	for _, r := range plain {
		b.ReportMetric(best[r.name]/best["best"], "x-"+r.name)
	}
	b.ReportMetric(best["O2"]/best["generic"], "x-O2-generic")
}
