package interp

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/rules"
)

// BenchmarkSteps reports how many instructions the machine executes a second.
func BenchmarkSteps(b *testing.B) {
	for _, level := range []string{"-O0", "-O1", "-O3"} {
		mod := compile(b, "clang-19", "testdata/bench/bench.c", level, "-w", "-fno-inline")
		for _, k := range []struct {
			fn string
			n  int32
		}{{"dot", 300000}, {"matmul", 10}, {"calls", 20}, {"libm", 20000}} {
			b.Run(k.fn+level, func(b *testing.B) {
				m, err := New(mod, Options{Evaluators: rules.Evaluator})
				require.NoError(b, err)
				for b.Loop() {
					_, err := m.Call(k.fn, I32(k.n))
					require.NoError(b, err)
				}
				b.ReportMetric(float64(m.Counts().Steps)/b.Elapsed().Seconds()/1e6, "Msteps/s")
			})
		}
	}
}
