package e2e

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/internal/tier"
)

// checked has llad compare the derivatives of functions of a module with differences.
func checked(t *testing.T, module string, flags ...string) {
	t.Helper()
	out, err := exec.Command(lladBinary(t), append([]string{"check", module}, flags...)...).CombinedOutput()
	require.NoError(t, err, "%q: %s", flags, out)
}

// kernel is the module of an OpenCL program for a CPU.
func kernel(t *testing.T, tc *native.Toolchain, name string, flags ...string) string {
	out := filepath.Join(t.TempDir(), name+".ll")
	words := append([]string{"-x", "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header", "-target", "x86_64-pc-linux-gnu",
		"-O1", "-w", "-S", "-emit-llvm", "../testdata/opencl/" + name + ".cl", "-o", out}, flags...)
	text, err := exec.Command(tc.Clang, words...).CombinedOutput()
	require.NoError(t, err, "%s", text)
	return out
}

// OpenCL's built-in functions have derivatives on a CPU: those of scalars, of vectors, and of vectors whose addresses
// are passed.
func TestOpenCLBuiltins(t *testing.T) {
	for _, version := range []int{14, 19, 22} {
		tc := toolchain(t, version)
		for name, flags := range map[string][]string{"values": {"-mavx2"}, "addresses": nil} {
			t.Run(tc.Clang+" "+name, func(t *testing.T) {
				t.Parallel()
				out := kernel(t, tc, "builtins", flags...)
				moves := kernel(t, tc, "moves", flags...)
				checked(t, out, "-func", "g", "-tol", "1e-3")
				if flags != nil {
					checked(t, out, "-func", "f")
					checked(t, moves, "-func", "f")
					checked(t, moves, "-func", "g", "-tol", "1e-3")
					return
				}
				for _, out := range []string{out, moves} {
					text, err := exec.Command(lladBinary(t), "-reverse", "-func", "f", out, "-o", out+".grad").CombinedOutput()
					require.NoError(t, err, "%s", text)
					text, err = exec.Command(tc.Opt, "-passes=verify", "-disable-output", out+".grad").CombinedOutput()
					require.NoError(t, err, "%s", text)
				}
			})
		}
	}
}

// What ldc makes of D has derivatives with and without optimisation.
func TestD(t *testing.T) {
	if _, err := exec.LookPath("ldc2"); err != nil {
		t.Skip("there is no ldc2: make test-all")
	}
	for _, level := range []string{"-O0", "-O2"} {
		t.Run(level, func(t *testing.T) {
			t.Parallel()
			out := filepath.Join(t.TempDir(), "f.ll")
			text, err := exec.Command("ldc2", level, "-output-ll", "-of="+out, "../testdata/d/slices.d").CombinedOutput()
			require.NoError(t, err, "%s", text)
			checked(t, out, "-func", "f")
		})
	}
}

// What Crystal makes with its library has derivatives: memory is its collector's, checks of bounds raise exceptions.
func TestCrystal(t *testing.T) {
	if !tier.All() {
		t.Skip("Crystal compiles its library for most of a minute")
	}
	needs(t, "crystal")
	source, err := filepath.Abs("../testdata/crystal/terms.cr")
	require.NoError(t, err)
	out := filepath.Join(t.TempDir(), "terms")
	cmd := exec.Command("crystal", "build", "--release", "--no-debug", "--emit", "llvm-ir", source, "-o", out)
	cmd.Dir = filepath.Dir(out)
	text, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", text)
	checked(t, out+".ll", "-func", "energy", "-n", "n=6", "-size", "x=6")
}
