package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/plotter"

	"github.com/llad-ad/llad/bench/results"
)

const measured = `goos: linux
BenchmarkCache/problem=heat/strategy=keep/n=100-2   1  900 ns/op  0 peak-B  100 primal-ns  5000 resident-B  1 fwd-steps/step  0 slots
BenchmarkCache/problem=heat/strategy=binomial:10/n=1000-2   1  8000 ns/op  8800 peak-B  1000 primal-ns  0 resident-B  4.637 fwd-steps/step  10 slots
BenchmarkGradient/other-2  1  5 ns/op
`

func parsed(t *testing.T) []line {
	t.Helper()
	in := filepath.Join(t.TempDir(), "in.txt")
	require.NoError(t, os.WriteFile(in, []byte(measured), 0o644))
	all, err := results.Read(in, "Cache")
	require.NoError(t, err)
	var lines []line
	for _, r := range all {
		l, err := lineOf(r)
		require.NoError(t, err)
		lines = append(lines, l)
	}
	return lines
}

func TestParse(t *testing.T) {
	lines := parsed(t)
	require.Len(t, lines, 2)
	require.Equal(t, "binomial:10", lines[1].strategy)
	require.Equal(t, 1000, lines[1].n)
	require.Equal(t, 5000.0, lines[0].memory())
	require.Equal(t, 8800.0, lines[1].memory())
}

// The curve goes through the measured point it is drawn from, and a state more
// costs memory and saves steps.
func TestTheoryMeetsTheMeasuredPoint(t *testing.T) {
	lines := parsed(t)
	curve := theory(lines)
	require.NotEmpty(t, curve)
	for k := 1; k < len(curve); k++ {
		require.Greater(t, curve[k].X, curve[k-1].X)
		require.Less(t, curve[k].Y, curve[k-1].Y)
	}
	require.InDelta(t, 8-3.637+float64(3636)/1000, curve[at(curve, 8800)].Y, 0.3)
}

// at is the point of the curve that is nearest to x from above.
func at(curve plotter.XYs, x float64) int {
	for k, p := range curve {
		if p.X >= x {
			return k
		}
	}
	return len(curve) - 1
}

func TestDraw(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.txt")
	require.NoError(t, os.WriteFile(in, []byte(measured), 0o644))
	require.NoError(t, run(in, dir))
	svg, err := os.ReadFile(filepath.Join(dir, "cache-heat.svg"))
	require.NoError(t, err)
	require.Contains(t, string(svg), "binomial, in theory")
}
