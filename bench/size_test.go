package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	api "github.com/llad-ad/llad"
	"github.com/llad-ad/llad/bench/harness"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// differentiate makes the derivative of f and writes the module.
func differentiate(tb testing.TB, text string, mode api.Mode) {
	m, err := ir.Read("size.ll", []byte(text))
	require.NoError(tb, err)
	_, err = api.Differentiate(m, api.Request{Func: "f", Mode: mode})
	require.NoError(tb, err)
	m.Bytes()
}

var modes = []struct {
	name string
	mode api.Mode
}{{"forward", api.Forward}, {"reverse", api.Reverse}}

// BenchmarkSize shows the time of differentiation against the size of the
// function. A time per instruction that grows tells of something that is not
// linear.
func BenchmarkSize(b *testing.B) {
	for _, mode := range modes {
		for _, s := range shapes {
			for _, n := range []int{1000, 10000, 100000} {
				text := s.text(n)
				b.Run(fmt.Sprintf("%s/%s/n=%d", mode.name, s.name, n), func(b *testing.B) {
					for b.Loop() {
						differentiate(b, text, mode.mode)
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/instr")
				})
			}
		}
	}
}

// usedTime is the processor's time of this process.
func usedTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// growsLinearly checks that the time grows as the function does: of two texts, of which the
// second has eight times the instructions, it may take at most twenty times the processor's
// time. What else the machine does takes caches and memory from either run, so that one of
// three measurements has to show it.
func growsLinearly(t *testing.T, name, short, long string, mode api.Mode) {
	measure := func(text string) time.Duration {
		runtime.GC()
		begin := usedTime(t)
		differentiate(t, text, mode)
		return usedTime(t) - begin
	}
	small, large := measure(short), measure(long)
	for again := 0; again < 2 && large >= 20*small; again++ {
		small, large = measure(short), measure(long)
	}
	t.Logf("%s: %v, %v", name, small, large)
	assert.Less(t, large, 20*small, "%s", name)
}

func TestTimeIsLinear(t *testing.T) {
	for _, mode := range modes {
		for _, s := range shapes {
			growsLinearly(t, mode.name+" "+s.name, s.text(2000), s.text(16000), mode.mode)
		}
	}
}

// smallLoops is the IR of a function with n small loops, which clang vectorises and unrolls.
func smallLoops(t *testing.T, n int) string {
	tc, err := native.FindToolchain(19)
	require.NoError(t, err)
	var c strings.Builder
	c.WriteString("double f(double *x, double *y, int *at, int n) {\n  double s = 0;\n")
	for k := range n {
		fmt.Fprintf(&c, []string{
			"  for (int i = 0; i < n; i++) y[i] += x[i] * %d.5;\n",
			"  for (int i = 1; i < n; i++) s += y[i] > %d.0 ? y[i] * y[i - 1] : x[i];\n",
			"  for (int i = 0; i < n; i++) y[at[i]] = y[i] * 0.5 + x[i] * s + %d.0;\n",
			"  for (int i = 1; i < n; i++) x[i] = x[i - 1] * %d.25 + y[i];\n",
		}[k%4], k)
	}
	c.WriteString("  return s;\n}\n")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "loops.c"), []byte(c.String()), 0o644))
	harness.Command(t, tc.Clang, "-O2", "-S", "-emit-llvm", filepath.Join(dir, "loops.c"), "-o", filepath.Join(dir, "loops.ll"))
	text, err := os.ReadFile(filepath.Join(dir, "loops.ll"))
	require.NoError(t, err)
	return string(text)
}

// Every loop that was vectorised or unrolled is put back, which changes the function.
func TestTimeOfUnrolledLoopsIsLinear(t *testing.T) {
	short, long := smallLoops(t, 60), smallLoops(t, 480)
	for _, mode := range modes {
		growsLinearly(t, mode.name, short, long, mode.mode)
	}
}
