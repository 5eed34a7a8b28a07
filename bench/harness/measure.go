package harness

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Measured are the numbers that a program printed: by what was measured
// (check, time, memory), then by who.
type Measured map[string]map[string][]float64

// Worst is the greatest number.
func (m Measured) Worst(what, who string) float64 {
	worst := 0.0
	for _, v := range m[what][who] {
		worst = max(worst, v)
	}
	return worst
}

// Least is the smallest number; there must be one.
func (m Measured) Least(what, who string) float64 {
	least := m[what][who][0]
	for _, v := range m[what][who] {
		least = min(least, v)
	}
	return least
}

// Measure runs a program: `check SIZE...`, `time MS SIZE...` or `memory SIZE...`. Times are in
// nanoseconds, memory in bytes.
func Measure(tb testing.TB, exe string, args ...string) Measured {
	tb.Helper()
	m := Measured{}
	cmd := exec.Command(exe, args...)
	cmd.Dir = filepath.Dir(exe) // ADOL-C leaves files
	out, err := cmd.CombinedOutput()
	require.NoError(tb, err, "%s %s\n%s", exe, strings.Join(args, " "), out)
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		var what, who string
		var v float64
		_, err := fmt.Sscan(line, &what, &who, &v)
		require.NoError(tb, err, "%q", line)
		if m[what] == nil {
			m[what] = map[string][]float64{}
		}
		m[what][who] = append(m[what][who], v)
	}
	return m
}

// ReportExtra reports the memory that each takes beyond the primal's as a metric.
func ReportExtra(b *testing.B, exe string, size []string) {
	m := Measure(b, exe, append([]string{"memory"}, size...)...)
	base := m.Least("memory", "primal")
	for who := range m["memory"] {
		if who != "primal" {
			b.ReportMetric(max(0, m.Least("memory", who)-base), who+"-extra-B")
		}
	}
}

// ReportTimes reports llad's least time as ns/op, and that of each other and what llad's is of it.
func ReportTimes(b *testing.B, m Measured) {
	ns := m.Least("time", "llad")
	b.ReportMetric(ns, "ns/op")
	for who := range m["time"] {
		if who != "llad" {
			b.ReportMetric(m.Least("time", who), who+"-ns")
			b.ReportMetric(ns/m.Least("time", who), "x-"+who)
		}
	}
}
