package interp

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

func TestRust(t *testing.T) {
	out := filepath.Join(t.TempDir(), "kernels.ll")
	tool(t, "rustc", "--crate-type", "lib", "--emit", "llvm-ir", "-C", "opt-level=3", "-C", "panic=abort", "-C", "codegen-units=1", "-o", out, "testdata/rust/kernels.rs")
	src, err := os.ReadFile(out)
	require.NoError(t, err)
	mod, err := ir.Read("kernels.ll", src)
	require.NoError(t, err)
	m, err := New(mod, Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)

	x, y := []float64{1, 2, 3, 4.5, 5}, []float64{2, 0.5, -1, 3, 7}
	px, err := m.NewFloat64s(x)
	require.NoError(t, err)
	py, err := m.NewFloat64s(y)
	require.NoError(t, err)
	v, err := m.Call("dot", Pointer(px), Pointer(py), I64(5))
	require.NoError(t, err)
	require.Equal(t, 48.5, v.F64())

	v, err = m.Call("horner", Pointer(px), I64(5), F64(0.5))
	require.NoError(t, err)
	require.Equal(t, 1+2*0.5+3*0.25+4.5*0.125+5*0.0625, v.F64())

	for _, n := range []int32{6, 9} {
		want := uint64(0)
		for i := uint64(0); i < uint64(n); i++ {
			if p := i * 2654435761; n%2 == 0 {
				want ^= p + 1
			} else {
				want ^= p * uint64(n)
			}
		}
		v, err = m.Call("boxed", I32(n))
		require.NoError(t, err)
		require.Equal(t, want, v.U64())
	}

	v, err = m.Call("matrix", I64(4))
	require.NoError(t, err)
	want := 0.0
	for i := 0; i < 4; i++ {
		for j := 0; j < 4; j++ {
			s := 0.0
			for k := 0; k < 4; k++ {
				s += 1 / float64(i+k+1) * (1 / float64(k+j+1))
			}
			want += math.Sqrt(s)
		}
	}
	require.InDelta(t, want, v.F64(), 1e-14)
	require.Empty(t, m.Leaks())

	_, err = m.Call("wide", I64(math.MaxInt64), I64(12345))
	require.NoError(t, err)

	_, err = m.Call("index", Pointer(px), I64(5), I64(7))
	require.Equal(t, Abort, KindOf(err))
	require.ErrorContains(t, err, "index 7 out of bounds of length 5")
}
