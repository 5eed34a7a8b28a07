package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/ir"
)

// Forward mode on C++: every program of testdata/cxx defines
// `extern "C" double f(double *x, int n)` and is held against differences by
// driver.c.
func TestForwardCxx(t *testing.T) {
	tc := toolchain(t, 19)
	paths, err := filepath.Glob("../testdata/cxx/*.cpp")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	dir := t.TempDir()
	clang := func(args ...string) {
		out, err := exec.Command(tc.Clang, args...).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	driver := filepath.Join(dir, "driver.o")
	clang("-O1", "-c", "../testdata/cxx/driver.c", "-o", driver)
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".cpp")
		for _, level := range []string{"-O0", "-O2"} {
			t.Run(name+level, func(t *testing.T) {
				base := filepath.Join(dir, name+level)
				clang("-std=c++17", level, "-S", "-emit-llvm", path, "-o", base+".ll")
				text, err := os.ReadFile(base + ".ll")
				require.NoError(t, err)
				m, err := ir.Read(name+".ll", text)
				require.NoError(t, err)
				_, err = llad.Differentiate(m, llad.Request{Func: "f", Mode: llad.Forward})
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(base+".d.ll", m.Bytes(), 0o644))
				clang("-O1", "-c", "-Wno-override-module", base+".d.ll", "-o", base+".o")
				clang(driver, base+".o", "-lstdc++", "-lm", "-o", base)
				out, err := exec.Command(base).CombinedOutput()
				require.NoError(t, err, "%s", out)
			})
		}
	}
}
