package activity

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// Where too many addresses were passed on nothing is said of a function, whether that is so before it
// is studied or becomes so while it is.
func TestTooManyAddresses(t *testing.T) {
	text := `
define void @f(ptr %x, ptr %p) {
  store ptr %x, ptr %p
  %q = load ptr, ptr %p
  %v = load double, ptr %q
  %w = fmul double %v, %v
  store double %w, ptr %q
  ret void
}`
	for _, c := range []struct {
		steps int
		brief bool
	}{{0, false}, {maxPassed, false}, {maxPassed + 1, false}, {0, true}, {briefPassed, true}, {briefPassed + 1, true}} {
		steps := c.steps
		m, err := ir.Read("f.ll", []byte(text))
		require.NoError(t, err)
		f := m.Func("f")
		require.NoError(t, f.Load())
		e := NewEnv(m)
		e.sums.steps, e.Brief = steps, c.brief
		info, diags := e.Analyze(f, signature.Seed{Params: []signature.Kind{signature.Dup, signature.Dup}})
		require.Same(t, f, info.F)
		require.Equal(t, steps == 0, info.Studied())
		if steps == 0 {
			require.Empty(t, diags)
			require.Positive(t, e.sums.steps)
			continue
		}
		require.Len(t, diags, 1)
		require.ErrorContains(t, diags[0], "too many addresses")
		require.Equal(t, CodeUndecided, diags[0].Code)
	}
}
