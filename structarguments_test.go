package llad_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// A tangent of f(re, im, a) = re*a + im*im.
const tangentOfThree = `
@enzyme_dup = external global i32
@enzyme_const = external global i32
declare double @__enzyme_fwddiff(ptr, ...)
define double @NAME(double %re, double %im, double %a) {
  %p = fmul double %re, %a
  %q = fmul double %im, %im
  %s = fadd double %p, %q
  ret double %s
}
define double @tangent(double %re, double %im, double %dre, double %dim, double %a) {
  %dup = load i32, ptr @enzyme_dup
  %const = load i32, ptr @enzyme_const
  %r = call double (ptr, ...) @__enzyme_fwddiff(ptr @NAME, ARGS, i32 %const, double %a)
  ret double %r
}
`

// A complex number in registers stands in a call behind one marker, with its tangent behind it; in C, where
// nothing says so, such a call is refused.
func TestStructArguments(t *testing.T) {
	const together = "i32 %dup, double %re, double %im, double %dre, double %dim"
	const single = "i32 %dup, double %re, double %dre, i32 %dup, double %im, double %dim"
	for _, c := range []struct {
		name, args string
		refused    bool
	}{
		{"_Z1fSt7complexIdEd", together, false},
		{"f", single, false},
		{"f", together, true},
	} {
		m, err := ir.Read("f.ll", []byte(strings.NewReplacer("NAME", c.name, "ARGS", c.args).Replace(tangentOfThree)))
		require.NoError(t, err)
		_, err = llad.LowerMarkers(m)
		if c.refused {
			require.ErrorContains(t, err, "they may be a struct by value and its tangent")
			continue
		}
		require.NoError(t, err)
		machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
		require.NoError(t, err)
		ret, err := machine.Call("tangent", interp.F64(2), interp.F64(3), interp.F64(1), interp.F64(10), interp.F64(5))
		require.NoError(t, err)
		require.Equal(t, 65.0, ret.F64(), "%s %s", c.name, c.args)
	}
}
