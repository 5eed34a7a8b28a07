package transform

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// longFunction is unoptimised code of about 20 instructions a step: a slot of
// its own per step, one slot used everywhere, a branch, a copy of a struct.
func longFunction(steps int) string {
	var b strings.Builder
	b.WriteString("%s = type { double, [3 x double] }\ndeclare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n")
	b.WriteString("define double @f(ptr %x) {\nentry:\n  %sum = alloca double\n  %p = alloca %s\n  %q = alloca %s\n  store double 0.0, ptr %sum\n  store double 0.0, ptr %p\n")
	for k := range steps {
		fmt.Fprintf(&b, "  %%t%d = alloca double\n", k)
	}
	for k := range steps {
		fmt.Fprintf(&b, `  %%a%[1]d = getelementptr inbounds double, ptr %%x, i64 %[1]d
  %%b%[1]d = load double, ptr %%a%[1]d
  store double %%b%[1]d, ptr %%t%[1]d
  %%c%[1]d = load double, ptr %%t%[1]d
  %%d%[1]d = load double, ptr %%sum
  %%e%[1]d = fcmp olt double %%c%[1]d, %%d%[1]d
  br i1 %%e%[1]d, label %%y%[1]d, label %%z%[1]d
y%[1]d:
  %%f%[1]d = load double, ptr %%t%[1]d
  %%g%[1]d = fmul double %%f%[1]d, 2.0
  store double %%g%[1]d, ptr %%sum
  br label %%z%[1]d
z%[1]d:
  %%h%[1]d = getelementptr inbounds %%s, ptr %%p, i32 0, i32 1, i64 %[2]d
  store double %%d%[1]d, ptr %%h%[1]d
  call void @llvm.memcpy.p0.p0.i64(ptr %%q, ptr %%p, i64 32, i1 false)
  %%i%[1]d = getelementptr inbounds %%s, ptr %%q, i32 0, i32 1, i64 %[2]d
  %%j%[1]d = load double, ptr %%i%[1]d
  %%k%[1]d = fadd double %%j%[1]d, %%c%[1]d
  store double %%k%[1]d, ptr %%sum
`, k, k%3)
	}
	b.WriteString("  %r = load double, ptr %sum\n  ret double %r\n}\n")
	return b.String()
}

func TestNormalizeLongFunction(t *testing.T) {
	f := irtest.ReadFunc(t, longFunction(500))
	Normalize(f, Gradient)
	irtest.Check(t, f, "Normalize")
	f.MarkChanged()
	irtest.Accepted(t, "19", f.Module.Bytes())
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			require.NotEqual(t, ir.Alloca, i.Op)
		}
	}
}

// The time per step must not grow with the number of steps.
func BenchmarkNormalize(b *testing.B) {
	for _, steps := range []int{500, 5000} {
		text := longFunction(steps)
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				f := irtest.ReadFunc(b, text)
				b.StartTimer()
				Normalize(f, Gradient)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*steps), "ns/step")
		})
	}
}
