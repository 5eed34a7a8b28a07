package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const lines = `goos: linux
BenchmarkGradient/lse/n=8-2 	 2	 300 ns/op	 2048 llad-extra-B	 200 hand-ns	 100 primal-ns	 1200 adolc-ns	 450 enzyme-ns	 150 jvp-ns	 400 jvp8-ns
BenchmarkGradient/gmm/d=2,k=3-2 	 1	 1200 ns/op	 1024 llad-extra-B	 200 hand-ns	 100 primal-ns
BenchmarkReadEverything-2 	 1	 1200 ns/op
PASS
`

func TestReport(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "benchmarks.txt")
	require.NoError(t, os.WriteFile(in, []byte(lines), 0o644))
	require.NoError(t, run(in, dir))

	md, err := os.ReadFile(filepath.Join(dir, "gradients.md"))
	require.NoError(t, err)
	assert.Contains(t, string(md), "| lse | n=8 | 0.1 | 0.3 | 3.00 | 1.50 | 4.0 | 1.50 | 2 | – | – | 1.50 | 0.50 |\n")
	assert.Contains(t, string(md), "| geometric mean | | | | 6.00 | 3.00 | 4.0 | 1.50 | | | | 1.50 | 0.50 |\n")

	csv, err := os.ReadFile(filepath.Join(dir, "gradients.csv"))
	require.NoError(t, err)
	assert.Contains(t, string(csv), "gmm,\"d=2,k=3\",100,1200,200,,,1024,,,,\n")

	svg, err := os.ReadFile(filepath.Join(dir, "gradients.svg"))
	require.NoError(t, err)
	assert.Contains(t, string(svg), "ADOL-C")
	assert.Contains(t, string(svg), "Enzyme")
}

func TestReportOfNothing(t *testing.T) {
	in := filepath.Join(t.TempDir(), "benchmarks.txt")
	require.NoError(t, os.WriteFile(in, []byte("PASS\n"), 0o644))
	assert.ErrorContains(t, run(in, t.TempDir()), "no line of BenchmarkGradient")
}
