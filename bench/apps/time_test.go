package apps

import (
	"strings"
	"testing"

	"github.com/llad-ad/llad/bench/harness"
)

// BenchmarkApps measures primal and gradients of every application interleaved in one process, compiled
// in three ways. Each line's ns/op is llad's gradient; x-primal and x-hand are its time over theirs,
// extra-B the memory beyond the primal's; jvp is a tangent.
func BenchmarkApps(b *testing.B) {
	for _, a := range apps {
		for _, r := range recipes {
			b.Run("app="+a.name+"/flags="+r.name, func(b *testing.B) {
				exe := a.build(b, r)
				for _, s := range a.sizes {
					b.Run(s.name, func(b *testing.B) { measure(b, exe, strings.Fields(s.args)) })
				}
			})
		}
	}
}

func measure(b *testing.B, exe string, size []string) {
	var m harness.Measured
	for b.Loop() {
		m = harness.Measure(b, exe, append([]string{"time", "20"}, size...)...)
	}
	b.StopTimer()
	harness.ReportTimes(b, m)
	harness.ReportExtra(b, exe, size)
}
