package canon

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
)

// A permutation of doubles that is written as one of their halves becomes one of
// doubles; one that tears them apart stays.
func TestWideShuffle(t *testing.T) {
	const text = `
define <2 x double> @whole(<2 x double> %v) {
  %a = bitcast <2 x double> %v to <2 x i64>
  %b = bitcast <2 x i64> %a to <4 x i32>
  %c = shufflevector <4 x i32> %b, <4 x i32> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
  %d = bitcast <4 x i32> %c to <2 x i64>
  %e = bitcast <2 x i64> %d to <2 x double>
  ret <2 x double> %e
}
define <2 x double> @torn(<2 x double> %v) {
  %b = bitcast <2 x double> %v to <4 x i32>
  %c = shufflevector <4 x i32> %b, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %e = bitcast <4 x i32> %c to <2 x double>
  ret <2 x double> %e
}
`
	m, defs := irtest.Read(t, []byte(text))
	for _, f := range defs {
		InstSimplify(f)
		DCE(f)
		irtest.Check(t, f, "InstSimplify")
		f.MarkChanged()
	}
	irtest.Accepted(t, "19", m.Bytes())
	require.Contains(t, m.Func("whole").String(), "shufflevector <2 x double> %v, <2 x double> undef, <2 x i32> <i32 1, i32 0>")
	require.Contains(t, m.Func("torn").String(), "shufflevector <4 x i32>")
}
