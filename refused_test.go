package llad_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/ir"
)

const refusedTwice = `
@name = constant [2 x i8] c"a\00"
define double @f(double %x) {
  %p = call ptr @getenv(ptr @name)
  store double %x, ptr %p, align 8
  %v = load double, ptr %p, align 8
  %r = call double @h(double %v, ptr %p)
  ret double %r
}
define double @h(double %x, ptr %p) noinline {
  %r = call double @BODY(double %x)
  ret double %r
}
declare ptr @getenv(ptr)
declare double @elsewhere(double)
`

// Where a derivative is refused for what memory holds, and by names since a function has no
// rule, it is the function that the message names.
func TestFunctionsWithoutRulesAreNamedFirst(t *testing.T) {
	differentiate := func(callee string, transport llad.Transport) error {
		m, err := ir.Read("f.ll", []byte(strings.Replace(refusedTwice, "BODY", callee, 1)))
		require.NoError(t, err)
		d := llad.New(m)
		d.Transport = transport
		_, err = d.Differentiate(llad.Request{Func: "f", Mode: llad.Reverse})
		return err
	}
	require.ErrorContains(t, differentiate("llvm.sin.f64", llad.TransportSettled), "L0311")
	require.NoError(t, differentiate("llvm.sin.f64", ""))
	err := differentiate("elsewhere", "")
	require.ErrorContains(t, err, "L0104")
	require.ErrorContains(t, err, "elsewhere")
}
