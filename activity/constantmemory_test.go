package activity_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// A result that goes through memory declared constant is refused; one that is only left there, read there
// before, or has no derivative, is not.
func TestLostInConstantMemory(t *testing.T) {
	const text = `
define double @through(double %x, ptr %w) {
  store double %x, ptr %w
  %v = load double, ptr %w
  ret double %v
}
define double @left(double %x, ptr %w) {
  store double %x, ptr %w
  ret double %x
}
define double @before(double %x, ptr %w) {
  %v = load double, ptr %w
  %p = fmul double %v, %x
  store double %p, ptr %w
  ret double %p
}
define double @constant(double %x, ptr %w) {
  store double 2.0, ptr %w
  %v = load double, ptr %w
  %p = fmul double %v, %x
  ret double %p
}
define double @either(double %x, ptr %w, ptr %y, i1 %c) {
  %p = select i1 %c, ptr %w, ptr %y
  store double %x, ptr %p
  %v = load double, ptr %w
  ret double %v
}
define double @rounds(double %x, ptr %w, i1 %c) {
entry:
  br label %loop
loop:
  %v = load double, ptr %w
  %p = fmul double %v, %x
  store double %p, ptr %w
  br i1 %c, label %loop, label %done
done:
  ret double %p
}
`
	m, err := ir.Read("f.ll", []byte(text))
	require.NoError(t, err)
	for name, refused := range map[string]bool{"through": true, "left": false, "before": false, "constant": false, "either": false, "rounds": true} {
		f := m.Func(name)
		require.NoError(t, f.Load())
		kinds := []signature.Kind{signature.Out, signature.Const, signature.Const}[:min(3, len(f.Params))]
		if name == "either" {
			kinds = []signature.Kind{signature.Out, signature.Const, signature.Dup, signature.Const}
		}
		seed := signature.Seed{Params: kinds, Ret: true}
		_, diags := activity.NewEnv(m).Analyze(f, seed)
		codes := []string{}
		for _, d := range diags {
			codes = append(codes, d.Code)
		}
		if refused {
			require.Equal(t, []string{activity.CodeLostInConstant}, codes, name)
		} else {
			require.Empty(t, codes, name)
		}
	}
}
