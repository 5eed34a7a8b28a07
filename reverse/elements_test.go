package reverse_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// Vectors of integers whose elements carry several floats each: the adjoint of an
// element that is taken, put, moved is that of all of them. Clang 19 -O0 made the text
// of this, where q is a vector of long or of __int128 that is the bits of the first
// elements of x:
//
//	taken:  a = q[1], b = q[k];             2 * a[0] + 3 * a[1] + 5 * b[0] + 7 * b[1]
//	put:    q[1] = {x[3], x[0]}, q[3] = q[0], v = q;
//	        2 * v[0] + 3 * v[1] + 5 * v[2] + 7 * v[3] + 11 * v[6] + 13 * v[7]
//	placed: q[k] = {x[3], x[0]}, v = q;     2 * v[0] + 3 * v[1] + 5 * v[2] + 7 * v[3]
//	moved:  q = __builtin_shufflevector(q, q, 1, 0, 1, 1), a = q[k], q[3] = {x[3], a[1]}, v = q;
//	        2 * v[0] + 3 * v[1] + 5 * v[2] + 7 * v[3] + 11 * v[5] + 13 * v[6] + 17 * v[7] + 19 * a[0]
func TestElementsOfSeveralFloats(t *testing.T) {
	text, err := os.ReadFile("testdata/elements.ll")
	require.NoError(t, err)
	for _, test := range []struct {
		f    string
		k    int32
		want []float64
	}{
		{"taken", 0, []float64{5, 7, 2, 3}},
		{"taken", 1, []float64{0, 0, 2 + 5, 3 + 7}},
		{"put", 0, []float64{2 + 7 + 11, 3 + 13, 0, 5}},
		{"placed", 0, []float64{3, 0, 5, 7 + 2}},
		{"placed", 1, []float64{2 + 7, 3, 0, 5}},
		{"moved", 0, []float64{5, 7, 2 + 19, 3 + 11 + 13 + 17}},
		{"moved", 1, []float64{5 + 19, 7 + 17, 2, 3 + 11 + 13}},
	} {
		t.Run(test.f, func(t *testing.T) {
			m, err := ir.Read("elements.ll", text)
			require.NoError(t, err)
			_, err = llad.New(m).Differentiate(llad.Request{Mode: llad.Reverse, Func: test.f})
			require.NoError(t, err)
			machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
			require.NoError(t, err)
			x, err := machine.NewFloat64s(points(4))
			require.NoError(t, err)
			dx, err := machine.NewFloat64s(make([]float64, 4))
			require.NoError(t, err)
			_, err = machine.Call(test.f+"_grad", interp.Pointer(x), interp.Pointer(dx), interp.I32(test.k), interp.F64(1))
			require.NoError(t, err)
			got, err := machine.ReadFloat64s(dx, 4)
			require.NoError(t, err)
			require.Equal(t, test.want, got)
		})
	}
}
