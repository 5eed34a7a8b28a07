package activity_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// What is mixed with SipHash's constants is a number, though it comes from memory
// with floats; the same arithmetic without them is refused.
func TestHashes(t *testing.T) {
	text := func(key string) string {
		return `source_filename = "a.1-cgu.0"
define double @f(ptr %p) {
  %x = load double, ptr %p, align 8
  %w = load i64, ptr %p, align 8
  %h = xor i64 %w, ` + key + `
  %g = mul i64 %h, 31
  store i64 %g, ptr %p, align 8
  %y = load double, ptr %p, align 8
  ret double %y
}
`
	}
	for key, refused := range map[string]bool{"8317987319222330741": false, "8317987319222330742": true} {
		m, err := ir.Read("h.ll", []byte(text(key)))
		require.NoError(t, err)
		f := m.Func("f")
		require.NoError(t, f.Load())
		_, diags := activity.NewEnv(m).Analyze(f, signature.Seed{Params: []signature.Kind{signature.Dup}, Ret: true})
		require.Equal(t, refused, len(diags) > 0, key)
	}
}
