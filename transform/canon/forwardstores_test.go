package canon

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// A load finds what was stored, unless something else may have been in between.
func TestForwardStores(t *testing.T) {
	text := func(between string) string {
		return `define double @f(double %a, ptr %r, ptr %q, i1 %c) {
entry:
  store double %a, ptr %r
  br i1 %c, label %x, label %y
x:
  ` + between + `
  br label %y
y:
  %b = load double, ptr %r
  %s = fadd double %a, %b
  ret double %s
}
declare double @sin(double)
declare void @any(ptr)
`
	}
	for between, gone := range map[string]bool{
		"%u = load double, ptr %q":                      true,
		"%v = call double @sin(double %a)":              true,
		"store double 0.0, ptr %q":                      false,
		"store double %a, ptr %r":                       false,
		"call void @any(ptr %q)":                        false,
		"store volatile double %a, ptr %r":              false,
		"fence seq_cst":                                 false,
		"store float 0.0, ptr %r":                       false,
		"%w = atomicrmw fadd ptr %r, double %a seq_cst": false,
	} {
		f := irtest.Loaded(t, text(between))
		require.Equal(t, gone, ForwardStores(f), between)
		require.NoError(t, ir.Verify(f))
	}
}
