package products

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// The kernel against a plain product, for sizes around those of its blocks and every layout.
func TestKernel(t *testing.T) {
	for _, features := range []string{"+sse2", "+avx,+sse2"} {
		t.Run(features, func(t *testing.T) { testKernel(t, features) })
	}
}

func testKernel(t *testing.T, features string) {
	m, err := ir.Read("empty.ll", []byte("define void @f() \"target-features\"=\""+features+"\" {\n  ret void\n}\n"))
	require.NoError(t, err)
	f := m.Func("f")
	name := kernel(f, ir.Double).Name
	require.Equal(t, name, kernel(f, ir.Double).Name)
	m, err = ir.Read("kernel.ll", m.Bytes())
	require.NoError(t, err)
	for _, size := range [][3]int{{1, 1, 1}, {3, 2, 5}, {0, 4, 3}, {4, 3, 0}, {7, 1, 8}, {2, 3, 17}, {64, 2, 64}, {65, 6, 71}, {130, 4, 9}, {5, 5, 129}} {
		for layout := range 4 {
			t.Run(fmt.Sprint(size, layout), func(t *testing.T) {
				rows, cols, depth := size[0], size[1], size[2]
				machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
				require.NoError(t, err)
				operand := func(r, c, seed int, byRows bool) (at func(i, j int) float64, args []interp.Value) {
					lines, length, row, col := c, r, 1, r+2
					if byRows {
						lines, length, row, col = r, c, c+2, 1
					}
					all := make([]float64, lines*(length+2))
					for k := range all {
						all[k] = float64((k*7+seed)%11) - 4.5
					}
					p, err := machine.NewFloat64s(all)
					require.NoError(t, err)
					return func(i, j int) float64 { return all[i*row+j*col] }, []interp.Value{interp.Pointer(p), interp.I64(int64(row)), interp.I64(int64(col))}
				}
				x, xs := operand(rows, depth, 3, layout&1 != 0)
				y, ys := operand(depth, cols, 8, layout&2 != 0)
				z := make([]float64, (rows+1)*cols)
				want := make([]float64, len(z))
				for k := range z {
					z[k] = float64(k % 5)
					want[k] = z[k]
				}
				for i := range rows {
					for j := range cols {
						for l := range depth {
							want[i+j*(rows+1)] += 0.5 * x(i, l) * y(l, j) // exact: halves of small numbers
						}
					}
				}
				p, err := machine.NewFloat64s(z)
				require.NoError(t, err)
				args := []interp.Value{interp.I64(int64(rows)), interp.I64(int64(cols)), interp.I64(int64(depth)), interp.F64(0.5)}
				args = append(append(append(args, xs...), ys...), interp.Pointer(p), interp.I64(int64(rows+1)))
				_, err = machine.Call(name, args...)
				require.NoError(t, err)
				got, err := machine.ReadFloat64s(p, len(z))
				require.NoError(t, err)
				require.Equal(t, want, got)
			})
		}
	}
}

// Functions that are not the one meant are left alone.
func TestRegister(t *testing.T) {
	const name = "_ZN5Eigen8internal29general_matrix_matrix_productIldLi%dELb0EdLi0ELb0ELi%dELi1EE3runElllPKdlS4_lPdlldRNS0_15level3_blockingIddEEPNS0_16GemmParallelInfoIlEE"
	const params = "(i64, i64, i64, ptr, i64, ptr, i64, ptr, i64, i64, double, ptr, ptr)"
	for _, c := range []struct {
		what, text string
		known      bool
	}{
		{"by columns", "declare void @" + fmt.Sprintf(name, 0, 0) + params, true},
		{"by rows", "declare void @" + fmt.Sprintf(name, 1, 0) + params, true},
		{"into rows", "declare void @" + fmt.Sprintf(name, 1, 1) + params, false},
		{"other parameters", "declare void @" + fmt.Sprintf(name, 0, 0) + "(i64, i64, ptr)", false},
		{"in threads", "declare void @__kmpc_fork_call(ptr, i32, ptr, ...)\ndeclare void @" + fmt.Sprintf(name, 0, 0) + params, false},
	} {
		m, err := ir.Read("products.ll", []byte(c.text+"\n"))
		require.NoError(t, err)
		Register(m)
		for _, n := range m.FuncNames() {
			if strings.HasPrefix(n, "_ZN5Eigen") {
				require.Equal(t, c.known, m.Func(n).Given != nil, c.what)
			}
		}
	}
}
