package typerecovery

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/rules"
)

// The comparisons of x86 give the same masks when they are spelled out.
func TestLowerComparisons(t *testing.T) {
	kinds := []struct{ name, typ, bits string }{
		{"sse.cmp.ps", "<4 x float>", "<4 x i32>"}, {"sse2.cmp.pd", "<2 x double>", "<2 x i64>"},
		{"avx.cmp.ps.256", "<8 x float>", "<8 x i32>"}, {"avx.cmp.pd.256", "<4 x double>", "<4 x i64>"},
		{"sse.cmp.ss", "<4 x float>", "<4 x i32>"}, {"sse2.cmp.sd", "<2 x double>", "<2 x i64>"},
	}
	var text strings.Builder
	for k, c := range kinds {
		fmt.Fprintf(&text, "declare %s @llvm.x86.%s(%s, %s, i8)\n", c.typ, c.name, c.typ, c.typ)
		for n := range 32 {
			fmt.Fprintf(&text, "define %s @f%d.%d(%s %%x, %s %%y) {\n", c.bits, k, n, c.typ, c.typ)
			fmt.Fprintf(&text, "  %%c = call %s @llvm.x86.%s(%s %%x, %s %%y, i8 %d)\n", c.typ, c.name, c.typ, c.typ, n)
			fmt.Fprintf(&text, "  %%r = bitcast %s %%c to %s\n  ret %s %%r\n}\n", c.typ, c.bits, c.bits)
		}
	}
	plain, _ := irtest.Read(t, []byte(text.String()))
	m, defs := irtest.Read(t, []byte(text.String()))
	for _, f := range defs {
		require.True(t, LowerCalls(f), f.Name)
		irtest.Check(t, f, "LowerCalls")
		f.MarkChanged()
	}
	irtest.Accepted(t, "19", m.Bytes())
	want, err := interp.New(plain, interp.Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	got, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	nan := math.NaN()
	lists := [2][]float64{{1, 2, 2, nan, 3, -1, nan, 0}, {2, 2, 1, 1, nan, -1, nan, 0}}
	for k := range kinds {
		for n := range 32 {
			name := fmt.Sprintf("f%d.%d", k, n)
			typ := m.Func(name).Params[0].Typ
			for at := range 7 {
				var args []interp.Value
				for _, list := range lists {
					var v []any
					for j := range typ.NumElems() {
						v = append(v, list[(at+j)%len(list)])
					}
					a, err := interp.Make(typ, v...)
					require.NoError(t, err)
					args = append(args, a)
				}
				x, err := want.Call(name, args...)
				require.NoError(t, err)
				y, err := got.Call(name, args...)
				require.NoError(t, err)
				require.Equal(t, x.String(), y.String(), "%s %s %d", kinds[k].name, name, at)
			}
		}
	}
}
