package raise

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// What a value is made of is looked at once at each depth, in however many ways it gets there.
func TestOpenedOnce(t *testing.T) {
	const levels = 12
	var w strings.Builder
	w.WriteString("define i64 @f(i64 %a0) {\n")
	for k := range levels {
		fmt.Fprintf(&w, "  %%b%d = shl i64 %%a%d, 1\n  %%c%d = sub i64 %%a%d, %d\n  %%a%d = add i64 %%b%d, %%c%d\n", k, k, k, k, k+2, k+1, k, k)
	}
	fmt.Fprintf(&w, "  ret i64 %%a%d\n}\n", levels)
	m, err := ir.Read("f.ll", []byte(w.String()))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	y := newSymbols(m)
	last := f.Entry().Term().Arg(0)
	first := y.open(last)
	require.LessOrEqual(t, len(y.opens), 3*levels)
	n := len(y.sums)
	require.Equal(t, first, y.open(last))
	require.Len(t, y.sums, n)
}
