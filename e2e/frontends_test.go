package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
				moves, ends := kernel(t, tc, "moves", flags...), kernel(t, tc, "ends", flags...)
				checked(t, out, "-func", "g", "-tol", "1e-3")
				if flags != nil {
					checked(t, out, "-func", "f")
					checked(t, moves, "-func", "f")
					checked(t, moves, "-func", "g", "-tol", "1e-3")
					checked(t, ends, "-func", "f", "-at", "0=1.5", "-at", "1=2.5")
					checked(t, ends, "-func", "g", "-tol", "1e-3")
					valueOfEnds(t, tc, ends)
					return
				}
				for _, out := range []string{out, moves, ends} {
					text, err := exec.Command(lladBinary(t), "-reverse", "-func", "f", out, "-o", out+".grad").CombinedOutput()
					require.NoError(t, err, "%s", text)
					text, err = exec.Command(tc.Opt, "-passes=verify", "-disable-output", out+".grad").CombinedOutput()
					require.NoError(t, err, "%s", text)
				}
			})
		}
	}
}

// valueOfEnds compares what the gradient of ends.cl gives as the function's value with the same in C.
func valueOfEnds(t *testing.T, tc *native.Toolchain, ir string) {
	dir := t.TempDir()
	driver := filepath.Join(dir, "driver.c")
	require.NoError(t, os.WriteFile(driver, []byte(`#include <math.h>
#include <stdio.h>
double f_grad(double x, double *dx, double y, double *dy, double seed);
int main(void) {
  double x = 1.5, y = 2.5, dx = 0, dy = 0;
  double s = 255 + -128 * y + 2147483647 * 1e-9 + 0 + 4 * x + 255 + 127 * y + 0;
  s += 92 * x + -128 * -y + 127 * (x * y) + 31 * 0.5 + y * x;
  s += cbrt(x) * -pow(y, 0.2) + sqrt(y) / cbrt(y) + y * x;
  s += x * x + -y * (x * y) + x * y * 0.5 + x * 0.5;
  printf("%.9f\n", f_grad(x, &dx, y, &dy, 1) - s);
}
`), 0o600))
	grad, prog := filepath.Join(dir, "grad.ll"), filepath.Join(dir, "prog")
	for _, words := range [][]string{
		{lladBinary(t), "-reverse", "-func", "f", "-emit", "derivatives", ir, "-o", grad},
		{tc.Clang, "-w", driver, grad, "-lm", "-o", prog},
	} {
		text, err := exec.Command(words[0], words[1:]...).CombinedOutput()
		require.NoError(t, err, "%s", text)
	}
	text, err := exec.Command(prog).Output()
	require.NoError(t, err)
	require.Equal(t, "0.000000000", strings.TrimPrefix(strings.TrimSpace(string(text)), "-"))
}

// Memory of D's collector of garbage, which runs while derivatives do.
func TestCollectorOfD(t *testing.T) {
	if _, err := exec.LookPath("ldc2"); err != nil {
		t.Skip("there is no ldc2: make test-all")
	}
	dir := t.TempDir()
	out, grad, driver, prog := filepath.Join(dir, "f.ll"), filepath.Join(dir, "grad.ll"), filepath.Join(dir, "driver.o"), filepath.Join(dir, "prog")
	run := func(words ...string) string {
		text, err := exec.Command(words[0], words[1:]...).CombinedOutput()
		require.NoError(t, err, "%q: %s", words, text)
		return string(text)
	}
	names := []string{"fresh", "appended", "linked", "structs", "copies", "closed", "grown"}
	run("ldc2", "-O0", "-output-ll", "-of="+out, "../testdata/d/collected.d")
	for _, f := range names[:6] {
		checked(t, out, "-func", f)
	}
	run("ldc2", "-O2", "-output-ll", "-of="+out, "../testdata/d/collected.d")
	for _, f := range names {
		checked(t, out, "-func", f)
	}
	run(lladBinary(t), "-reverse", "-func", strings.Join(names, ","), out, "-o", grad)
	source := filepath.Join(dir, "driver.c")
	require.NoError(t, os.WriteFile(source, []byte(`#include <stdio.h>
int rt_init(void), rt_term(void);
void gc_collect(void), *gc_malloc(unsigned long, unsigned, void *);
void *_d_allocmemory(unsigned long n) {
  static int k;
  if (++k % 3 == 0) gc_collect();
  return gc_malloc(n, 0, 0);
}
#define RUN(f) double f##_grad(const double *, double *, int, double); \
  for (int i = 0; i < 40; i++) dx[i] = 0; \
  f##_grad(x, dx, 40, 1); printf("%.5g %.5g\n", dx[0], dx[39]);
int main(void) {
  double x[40], dx[40];
  rt_init();
  for (int i = 0; i < 40; i++) x[i] = 1 + i * 0.01;
  RUN(fresh) RUN(appended) RUN(linked) RUN(copies) RUN(closed) RUN(grown)
  rt_term();
}
`), 0o600))
	clang := toolchain(t, 14).Clang
	run(clang, "-O1", "-c", source, "-o", driver)
	run(clang, "-w", "-O1", "-c", grad, "-o", grad+".o")
	run("ldc2", "-L--export-dynamic", "-link-defaultlib-shared", "-of="+prog, driver, grad+".o")
	require.Equal(t, strings.Repeat("59.654 2.78\n", 3)+"11.01 11.12\n96.6 1\n8 21.485\n", run(prog))
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
