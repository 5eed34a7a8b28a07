package interp

import (
	"bytes"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// compilers are the versions and levels that every program in testdata runs at.
var compilers = []struct {
	clang  string
	levels []string
}{
	{"clang-19", []string{"-O0", "-O1", "-O2", "-O3"}},
	{"clang-14", []string{"-O0", "-O2"}},
	{"clang-22", []string{"-O0", "-O2"}},
}

// compile gives the IR of a C or C++ file.
func compile(t testing.TB, clang, file string, flags ...string) *ir.Module {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.ll")
	tool(t, clang, append(flags, "-S", "-emit-llvm", "-o", out, file)...)
	src, err := os.ReadFile(out)
	require.NoError(t, err)
	mod, err := ir.Read(filepath.Base(file), src)
	require.NoError(t, err)
	return mod
}

// tool runs a compiler. Where it is missing the test is skipped; in CI a
// missing clang is a failure.
func tool(t testing.TB, name string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		if os.Getenv("CI") != "" && strings.HasPrefix(name, "clang") {
			t.Fatalf("%s is not installed", name)
		}
		t.Skipf("%s is not installed", name)
	}
	msg, err := exec.Command(name, args...).CombinedOutput()
	require.NoError(t, err, "%s %s\n%s", name, strings.Join(args, " "), msg)
}

// runNative builds a file and gives what the program prints and its status.
func runNative(t *testing.T, clang, file string, flags ...string) (string, int) {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "prog")
	tool(t, clang, append(flags, "-o", exe, file, "-lstdc++", "-lm")...)
	var out bytes.Buffer
	cmd := exec.Command(exe)
	cmd.Stdout = &out
	err := cmd.Run()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		require.NoError(t, err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// runMain executes main in a machine.
func runMain(t *testing.T, mod *ir.Module, opts Options) (*Machine, string, int, error) {
	t.Helper()
	var out bytes.Buffer
	opts.Stdout = &out
	m, err := New(mod, opts)
	require.NoError(t, err)
	require.NoError(t, m.RunConstructors())
	var args []Value
	f := mod.Func("main")
	require.NotNil(t, f)
	if len(f.Params) == 2 {
		args = []Value{I32(1), Pointer(0)}
	}
	v, err := m.Call("main", args...)
	var fault *Fault
	if errors.As(err, &fault) && fault.Kind == Exit {
		return m, out.String(), fault.Status, nil
	}
	return m, out.String(), int(v.I64()), err
}

// TestPrograms: what a program prints in the machine is what it prints
// natively, bit for bit.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c*")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		if strings.HasSuffix(file, "_near.c") {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, status := runNative(t, "clang-19", file, languageFlags(file, "-O1")...)
			for _, c := range compilers {
				for _, level := range c.levels {
					t.Run(c.clang+level, func(t *testing.T) {
						m, got, gotStatus, err := runMain(t, compile(t, c.clang, file, languageFlags(file, level)...), Options{Evaluators: rules.Evaluator})
						require.NoError(t, err)
						require.Equal(t, want, got)
						require.Equal(t, status, gotStatus)
						require.Empty(t, m.Leaks())
					})
				}
			}
		})
	}
}

func languageFlags(file string, level string) []string {
	flags := []string{level, "-w", "-ffp-contract=off"}
	if strings.HasSuffix(file, ".cpp") {
		return append(flags, "-std=c++17")
	}
	return append(flags, "-std=gnu17")
}

// TestMathNear: the functions of math.h that need not be exact are within a
// few units of the last place of the C library's.
func TestMathNear(t *testing.T) {
	for _, name := range []string{"libm_near.c-O0", "libm_near.c-O2", "libm_more_near.c-O0", "libm_more_near.c-O2"} {
		file, level := "testdata/"+name[:len(name)-3], name[len(name)-3:]
		t.Run(name, func(t *testing.T) {
			flags := languageFlags(file, level)
			want, _ := runNative(t, "clang-19", file, flags...)
			_, got, _, err := runMain(t, compile(t, "clang-19", file, flags...), Options{Evaluators: rules.Evaluator})
			require.NoError(t, err)
			w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
			require.Len(t, g, len(w))
			for k := range w {
				a, b := strings.Fields(w[k]), strings.Fields(g[k])
				require.Len(t, b, len(a))
				for j := range a {
					x, err := strconv.ParseFloat(a[j], 64)
					require.NoError(t, err)
					y, err := strconv.ParseFloat(b[j], 64)
					require.NoError(t, err)
					tol := 4e-15 * math.Max(math.Abs(x), 0.01)
					if man, _, _ := strings.Cut(a[j], "e"); len(man) < 13 { // a float's nine digits
						tol = 2e-7 * math.Max(math.Abs(x), 0.01)
					}
					require.InDelta(t, x, y, tol, "line %d: %s and %s", k+1, w[k], g[k])
				}
			}
		})
	}
}
