package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
)

// mlirTools are the distribution's mlir-opt and mlir-translate; without them the test is skipped.
func mlirTools(t *testing.T) (opt, translate string) {
	t.Helper()
	for _, name := range []string{"mlir-opt-19", "mlir-translate-19"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("there is no " + name + ": make test-all")
		}
	}
	return "mlir-opt-19", "mlir-translate-19"
}

// mlirPasses lower the dialects of testdata/mlir to that of LLVM.
var mlirPasses = []string{"--convert-linalg-to-loops", "--convert-vector-to-scf", "--convert-scf-to-openmp", "--lower-affine", "--convert-scf-to-cf",
	"--convert-complex-to-standard", "--convert-complex-to-llvm", "--convert-math-to-llvm", "--convert-vector-to-llvm", "--expand-strided-metadata", "--lower-affine",
	"--convert-openmp-to-llvm", "--finalize-memref-to-llvm", "--convert-func-to-llvm", "--convert-arith-to-llvm", "--convert-index-to-llvm",
	"--convert-cf-to-llvm", "--canonicalize", "--reconcile-unrealized-casts"}

// What mlir-translate makes of MLIR's dialects has right gradients in the plain form of its functions, and right tangents
// in that for C.
func TestMLIR(t *testing.T) {
	opt, translate := mlirTools(t)
	tc, bin := toolchain(t, 19), lladBinary(t)
	driver, err := filepath.Abs("../testdata/mlir/driver.c")
	require.NoError(t, err)
	programs, err := filepath.Glob("../testdata/mlir/*.mlir")
	require.NoError(t, err)
	require.NotEmpty(t, programs)
	for _, program := range programs {
		name := strings.TrimSuffix(filepath.Base(program), ".mlir")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(program)
			require.NoError(t, err)
			dir := t.TempDir()
			run := func(words ...string) string {
				cmd := exec.Command(words[0], words[1:]...)
				cmd.Dir = dir
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, "%q: %s", words, out)
				return string(out)
			}
			require.NoError(t, os.WriteFile(filepath.Join(dir, "f.mlir"), text, 0o644))
			run(slices.Concat([]string{opt, "f.mlir", "-o", "lowered.mlir"}, mlirPasses)...)
			run(translate, "--mlir-to-llvmir", "lowered.mlir", "-o", "O0.ll")
			run(tc.Opt, "-O2", "-S", "O0.ll", "-o", "O2.ll")
			for _, level := range []string{"O0", "O2"} {
				run(bin, "-reverse", "-func", "f", level+".ll", "-o", "grad.ll")
				run(bin, "-forward", "-func", "_mlir_ciface_f", "grad.ll", "-o", "both.ll")
				run(slices.Concat([]string{tc.Clang, "-O1", "-w", "both.ll", driver, "-o", "program", "-lm"}, native.OpenMP())...)
				require.Equal(t, "ok\n", run(filepath.Join(dir, "program")), level)
			}
		})
	}
}

// The Makefile of examples/mlir calls derivatives in both forms, and those of a function that returns a memref.
func TestExampleMLIR(t *testing.T) {
	mlirTools(t)
	out := copiedExample(t, "mlir").run(t, "make", "-s", "CLANG="+toolchain(t, 19).Clang)
	at := strings.Index(out, "energy")
	require.GreaterOrEqual(t, at, 0, out)
	chain, returned, ok := strings.Cut(out[at:], "tangent")
	require.True(t, ok, out)
	checkChain(t, []byte(chain))
	require.Equal(t, "tangent[0] 1\ntangent[1] 0.5\ntangent[2] 1\ntangent[3] 3\ngradient[0] 1\ngradient[1] -1\ngradient[2] 6\ngradient[3] 6\n", "tangent"+returned)
}
