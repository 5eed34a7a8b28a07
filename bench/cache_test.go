package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	api "github.com/llad-ad/llad"
	"github.com/llad-ad/llad/bench/harness"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// cacheProblem is a loop over time of testdata/cache.
type cacheProblem struct {
	name  string
	size  int
	steps []int
}

var cacheProblems = []cacheProblem{
	{"heat", 1000, []int{100, 1000, 10000}},
	{"lstm", 32, []int{100, 1000}},
	{"nbody", 20, []int{100, 1000}},
	{"rk", 500, []int{100, 1000}},
	{"wave", 1000, []int{100, 1000, 100000, 1000000}},
}

var cacheStrategies = []string{"keep", "recompute", "ctz", "binomial:10", "online:10", "periodic:32", "mixed:10", "mem:2MiB"}

// mostSteps are how many steps a strategy is run with at most: the time of some grows as
// their square, the memory of others with them.
var mostSteps = map[string]int{"recompute": 1000, "keep": 10000, "periodic:32": 100000}

// cacheProgram compiles a problem with a strategy; hand, if not negative, is the
// number of slots of the hand-written driver that is built with it.
func cacheProgram(tb testing.TB, problem, strategy string, hand int) string {
	tb.Helper()
	tc, err := native.FindToolchain(19)
	require.NoError(tb, err)
	dir := tb.TempDir()
	src := filepath.Join("testdata", "cache", problem+".c")
	text := harness.Command(tb, tc.Clang, append([]string{"-S", "-emit-llvm", "-o", "-", src}, harness.IRFlags()...)...)
	m, err := ir.Read(src, []byte(text))
	require.NoError(tb, err)
	d := api.New(m)
	d.Cache.Stats = true
	if mem, ok := strings.CutPrefix(strategy, "mem:"); ok {
		d.Cache.Mem, err = api.ParseBytes(mem)
		require.NoError(tb, err)
	} else {
		require.NoError(tb, d.Cache.Add(strategy))
	}
	_, err = d.Differentiate(api.Request{Func: "run", Mode: api.Reverse})
	require.NoError(tb, err)
	require.Empty(tb, d.Notes)
	args := append([]string{"-Wno-override-module", "-o", filepath.Join(dir, "prog")}, harness.Optimised()...)
	if hand >= 0 {
		_, err = api.New(m).Differentiate(api.Request{Func: "step", Mode: api.Reverse})
		require.NoError(tb, err)
		args = append(args, "-DHAND="+strconv.Itoa(hand), filepath.Join("testdata", "cache", "hand.c"))
	}
	out := m.Bytes()
	if !strings.Contains(string(out), "@llad_stats(") {
		args = append(args, filepath.Join("testdata", "cache", "nostats.c"))
	}
	grad := filepath.Join(dir, "grad.ll")
	require.NoError(tb, os.WriteFile(grad, out, 0o644))
	harness.Command(tb, tc.Clang, append(args, grad, filepath.Join("testdata", "cache", "main.c"), "-lm")...)
	return filepath.Join(dir, "prog")
}

// cacheRun gives the numbers that a program prints.
func cacheRun(tb testing.TB, exe string, size, n, rounds int) map[string]float64 {
	tb.Helper()
	out := harness.Command(tb, exe, strconv.Itoa(size), strconv.Itoa(n), strconv.Itoa(rounds))
	m := map[string]float64{}
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		var name string
		var v float64
		_, err := fmt.Sscan(line, &name, &v)
		require.NoError(tb, err, "%q", line)
		m[name] = v
	}
	return m
}

// BenchmarkCache runs loops over time under every strategy. ns/op is one
// gradient; fwd-steps/step is how often a step is run in all, 1 being once;
// peak-B are the bytes of states, resident-B the growth of the process.
func BenchmarkCache(b *testing.B) {
	for _, p := range cacheProblems {
		for _, s := range cacheStrategies {
			b.Run(fmt.Sprintf("problem=%s/strategy=%s", p.name, s), func(b *testing.B) {
				exe := cacheProgram(b, p.name, s, -1)
				for _, n := range p.steps {
					if most := mostSteps[s]; most > 0 && n > most {
						continue
					}
					b.Run("n="+strconv.Itoa(n), func(b *testing.B) { p.measure(b, exe, n) })
				}
			})
		}
	}
}

func (p *cacheProblem) measure(b *testing.B, exe string, n int) {
	rounds := 3
	if n > 10000 {
		rounds = 1
	}
	m := map[string]float64{}
	for b.Loop() {
		m = cacheRun(b, exe, p.size, n, rounds)
	}
	b.ReportMetric(m["gradient"], "ns/op")
	b.ReportMetric(m["primal"], "primal-ns")
	b.ReportMetric(1+m["advances"]/float64(n), "fwd-steps/step")
	b.ReportMetric(m["slots"], "slots")
	b.ReportMetric(m["peak"], "peak-B")
	b.ReportMetric(m["resident"], "resident-B")
}

// BenchmarkCacheHand holds the schedules in generated code against a driver
// written by hand that calls the same step and the same gradient of it.
func BenchmarkCacheHand(b *testing.B) {
	for _, c := range []struct {
		strategy string
		slots    int
	}{{"ctz", 0}, {"binomial:10", 10}} {
		for _, size := range []int{100, 1000, 10000} {
			b.Run(fmt.Sprintf("strategy=%s/size=%d", c.strategy, size), func(b *testing.B) {
				exe := cacheProgram(b, "wave", c.strategy, c.slots)
				m := map[string]float64{}
				for b.Loop() {
					m = cacheRun(b, exe, size, 1000, 5)
				}
				require.InDelta(b, 1, m["sum"]/m["handsum"], 1e-9)
				b.ReportMetric(m["ours"], "ns/op")
				b.ReportMetric(m["hand"], "hand-ns")
				b.ReportMetric(m["ours"]/m["hand"], "ratio")
			})
		}
	}
}
