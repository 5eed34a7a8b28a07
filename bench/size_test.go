package bench

import (
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	api "github.com/llad-ad/llad"
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

// The time grows as the function does: eight times the instructions may take at
// most twenty times the processor's time. What else the machine does takes caches and
// memory from either run, so that one of three measurements has to show it.
func TestTimeIsLinear(t *testing.T) {
	used := func() time.Duration {
		var u syscall.Rusage
		require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	for _, mode := range modes {
		for _, s := range shapes {
			measure := func(n int) time.Duration {
				text := s.text(n)
				runtime.GC()
				begin := used()
				differentiate(t, text, mode.mode)
				return used() - begin
			}
			small, large := measure(2000), measure(16000)
			for again := 0; again < 2 && large >= 20*small; again++ {
				small, large = measure(2000), measure(16000)
			}
			t.Logf("%s %s: %v, %v", mode.name, s.name, small, large)
			assert.Less(t, large, 20*small, "%s %s", mode.name, s.name)
		}
	}
}
