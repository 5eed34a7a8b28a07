package llad

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// What is compiled for more than its callers gets derivatives of its own, which are compiled
// for as much; what the architecture has anyway is not more.
func TestTargetsStayApart(t *testing.T) {
	const text = `target triple = "x86_64-unknown-linux-gnu"
declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
define internal void @wide(ptr %x) "target-features"="+avx,+fma,+sse2" {
  %v = load <4 x double>, ptr %x, align 8
  %w = call <4 x double> @llvm.fma.v4f64(<4 x double> %v, <4 x double> %v, <4 x double> %v)
  store <4 x double> %w, ptr %x, align 8
  ret void
}
define internal void @plain(ptr %x) "target-features"="+cx8,+sse2,+x87" {
  %v = load double, ptr %x, align 8
  %w = fmul double %v, %v
  store double %w, ptr %x, align 8
  ret void
}
define double @f(ptr %x) {
  call void @wide(ptr %x)
  call void @plain(ptr %x)
  %r = load double, ptr %x, align 8
  ret double %r
}
`
	for mode, suffix := range map[Mode]string{Reverse: "_grad", Forward: "_jvp"} {
		m, err := ir.Read("targets.ll", []byte(text))
		require.NoError(t, err)
		_, err = New(m).Differentiate(Request{Func: "f", Mode: mode})
		require.NoError(t, err)
		apart := 0
		for _, def := range strings.Split(string(m.Bytes()), "\ndefine ")[4:] {
			head, body, _ := strings.Cut(def, "\n")
			if strings.Contains(body, "<4 x double>") {
				apart++
				assert.Contains(t, head, "+fma", suffix)
			}
			assert.NotContains(t, head, "plain", suffix)
		}
		assert.Positive(t, apart, suffix)
	}
}
