package e2e

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The Makefile of examples/c, as it stands, leads from C to a gradient that is
// right.
func TestExampleC(t *testing.T) {
	tc := toolchain(t, 19)
	dir, bin := t.TempDir(), lladBinary(t)
	for _, name := range []string{"Makefile", "energy.c", "main.c"} {
		text, err := os.ReadFile(filepath.Join("../examples/c", name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
	}
	cmd := exec.Command("make", "-s", "CLANG="+tc.Clang, "LLAD="+bin)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)

	checkChain(t, out)
}

// checkChain holds what an example printed against the gradient of its energy
// by hand.
func checkChain(t *testing.T, out []byte) {
	t.Helper()
	x := []float64{0.5, -0.25, 1, 0.75}
	dk := 0.0
	dx := make([]float64, len(x))
	for i, v := range x {
		dx[i] += 2 * v * math.Exp(-v*v)
		if i > 0 {
			d := v - x[i-1]
			dk += 0.5 * d * d
			dx[i] += 2 * d
			dx[i-1] -= 2 * d
		}
	}
	got := map[string]float64{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		var name string
		var value float64
		_, err := fmt.Sscan(line, &name, &value)
		require.NoError(t, err, line)
		got[name] = value
	}
	require.InDelta(t, dk, got["d/dk"], 1e-14)
	for i := range x {
		require.InDelta(t, dx[i], got[fmt.Sprintf("d/dx[%d]", i)], 1e-13)
	}
}

// The cargo project of examples/rust builds offline, links the gradient and
// prints one that is right.
func TestExampleRust(t *testing.T) {
	dir, bin := t.TempDir(), lladBinary(t)
	require.NoError(t, os.CopyFS(filepath.Join(dir, "gradient"), os.DirFS("../examples/rust")))
	version, err := exec.Command("rustc", "-vV").Output()
	require.NoError(t, err, "no rustc on the PATH: run `make deps`")
	clang := toolchain(t, 19).Clang // rustc's own LLVM may be newer: only derivatives are built
	if strings.Contains(string(version), "LLVM version: 14") {
		clang = toolchain(t, 14).Clang
	}
	cmd := exec.Command("cargo", "run", "--offline", "-q")
	cmd.Dir = filepath.Join(dir, "gradient")
	cmd.Env = append(os.Environ(), "LLAD="+bin, "CLANG="+clang, "CARGO_TARGET_DIR="+filepath.Join(dir, "target"))
	out, err := cmd.Output()
	require.NoError(t, err, "%s", out)
	checkChain(t, out)
}
