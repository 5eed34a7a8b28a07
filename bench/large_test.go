package bench

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/internal/tier"
	"github.com/llad-ad/llad/ir"
)

// compiled gives the IR of testdata/large.cpp by clang 19: 2 MB without debug
// information at -O1, more than 10 MB with it at -O0.
func compiled(tb testing.TB, args ...string) (path string) {
	tb.Helper()
	tc, err := native.FindToolchain(19)
	require.NoError(tb, err)
	path = filepath.Join(tb.TempDir(), "large.ll")
	args = append([]string{"-S", "-emit-llvm", "testdata/large.cpp", "-o", path}, args...)
	out, err := exec.Command(tc.Clang, args...).CombinedOutput()
	require.NoError(tb, err, "%s", out)
	return path
}

var (
	twoMB = []string{"-O1", "-DLLAD_WIDE_TOO", "-std=c++17"}
	tenMB = []string{"-O0", "-g", "-DLLAD_WIDE_TOO", "-std=c++17"}
)

var build struct {
	sync.Once
	path string
	err  error
}

// llad builds the command.
func llad(tb testing.TB) string {
	tb.Helper()
	build.Do(func() {
		dir, err := os.MkdirTemp("", "llad-bench-")
		if err != nil {
			build.err = err
			return
		}
		build.path = filepath.Join(dir, "llad")
		build.err = exec.Command("go", "build", "-o", build.path, "../cmd/llad").Run()
	})
	require.NoError(tb, build.err)
	return build.path
}

func TestMain(m *testing.M) {
	code := m.Run()
	tier.Report(os.Stdout)
	if build.path != "" {
		os.RemoveAll(filepath.Dir(build.path))
	}
	os.Exit(code)
}

// BenchmarkMarkerModule compares, on a module of 2 MB with one marker call,
// the whole llad command with opt's verifier, which does little but read it.
func BenchmarkMarkerModule(b *testing.B) {
	tc, err := native.FindToolchain(19)
	require.NoError(b, err)
	file := compiled(b, twoMB...)
	st, err := os.Stat(file)
	require.NoError(b, err)
	for _, run := range []struct {
		name string
		args []string
	}{
		{"llad", []string{llad(b), file, "-o", file + ".out"}},
		{"opt", []string{tc.Opt, "-passes=verify", "-disable-output", file}},
	} {
		b.Run(run.name, func(b *testing.B) {
			b.SetBytes(st.Size())
			for b.Loop() {
				out, err := exec.Command(run.args[0], run.args[1:]...).CombinedOutput()
				require.NoError(b, err, "%s", out)
			}
		})
	}
}

// BenchmarkReadEverything reads a module of 10 MB into instructions.
func BenchmarkReadEverything(b *testing.B) {
	file := compiled(b, "-O0", "-DLLAD_WIDE_TOO", "-std=c++17")
	src, err := os.ReadFile(file)
	require.NoError(b, err)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		m, err := ir.Read(file, src)
		require.NoError(b, err)
		for _, name := range m.FuncNames() {
			require.NoError(b, m.Func(name).Load())
		}
	}
}

// A module with one marker call is done before opt has read it; the best of
// three runs of each counts.
func TestFasterThanReadingIt(t *testing.T) {
	tc, err := native.FindToolchain(19)
	require.NoError(t, err)
	file := compiled(t, twoMB...)
	best := func(args ...string) time.Duration {
		var times []time.Duration
		for range 3 {
			cmd := exec.Command(args[0], args[1:]...)
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			times = append(times, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		}
		return min(times[0], times[1], times[2])
	}
	ours := best(llad(t), file, "-o", file+".out")
	theirs := best(tc.Opt, "-passes=verify", "-disable-output", file)
	t.Logf("llad %v, opt %v", ours, theirs)
	assert.Less(t, ours, theirs)
}

// Peak memory for a module of more than 10 MB stays below 100 MB.
func TestPeakMemory(t *testing.T) {
	file := compiled(t, tenMB...)
	st, err := os.Stat(file)
	require.NoError(t, err)
	require.Greater(t, st.Size(), int64(10<<20))
	cmd := exec.Command(llad(t), file, "-o", file+".out")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss // in KiB on Linux
	t.Logf("%d MB of text, %d MB at peak", st.Size()>>20, peak>>10)
	assert.Less(t, peak, int64(100<<10))
}
