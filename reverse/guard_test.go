package reverse_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// What a loop computes for an iteration that never comes is guarded where a
// partial may be infinite, and nowhere else.
func TestGuardsAtPoles(t *testing.T) {
	text, err := os.ReadFile("testdata/left.ll")
	require.NoError(t, err)
	for _, c := range []struct {
		f        string
		compared int // adjoints that are compared with zero
		left     int // what an iteration adds to adjoints outside of the next iteration, unless there is none
		want     [2]float64
	}{
		{"steps", 0, 0, [2]float64{1, 0}},
		{"quotients", 0, 3, [2]float64{1, 0}},
		{"normalised", 1, 6, [2]float64{1, 1}}, // the root of zero is told apart by its own rule
		{"kept", 4, 0, [2]float64{1, 0}},
	} {
		t.Run(c.f, func(t *testing.T) {
			m, err := ir.Read("left.ll", text)
			require.NoError(t, err)
			_, err = llad.Differentiate(m, llad.Request{Func: c.f, Mode: llad.Reverse})
			require.NoError(t, err)
			grad := string(m.Bytes())
			grad = grad[strings.Index(grad, "@"+c.f+"_grad("):]
			grad = grad[:strings.Index(grad, "\n}")]
			require.Equal(t, c.compared, strings.Count(grad, "fcmp oeq"), grad)
			require.Equal(t, c.left, strings.Count(grad, "double 0x0000000000000000, double %")-c.compared, grad)
			machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
			require.NoError(t, err)
			d, err := machine.NewFloat64s(make([]float64, 2))
			require.NoError(t, err)
			// One iteration, which computes NaN for a second one.
			_, err = machine.Call(c.f+"_grad", interp.F64(0), interp.Pointer(d), interp.F64(0), interp.Pointer(d+8), interp.I64(1), interp.F64(1))
			require.NoError(t, err)
			got, err := machine.ReadFloat64s(d, 2)
			require.NoError(t, err)
			require.Equal(t, c.want[:], got)
		})
	}
}

// Nor where what may be dropped is multiplied by a finite constant.
func TestNoGuardsOfConstants(t *testing.T) {
	for factor, guarded := range map[string]bool{"1.0e-1": false, "0.0": false, "0x7FF0000000000000": true, "%b": true} {
		m, err := ir.Read("kink.ll", []byte(`define double @f(double %a, double %b) {
  %s = fmul double %a, `+factor+`
  %r = call double @llvm.maxnum.f64(double %a, double %s)
  ret double %r
}
declare double @llvm.maxnum.f64(double, double)
`))
		require.NoError(t, err)
		_, err = llad.Differentiate(m, llad.Request{Func: "f", Mode: llad.Reverse})
		require.NoError(t, err)
		require.Equal(t, guarded, strings.Contains(string(m.Bytes()), "fcmp oeq"), factor)
	}
}

// What a select may drop adds nothing where it is dropped, however infinite it is, and no adjoint
// but those of selects and of what has several uses is compared with zero for that.
func TestDroppedIsZero(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name, body string
		compared   int
		want       [3]float64 // for a = -1, b = inf, c = 3
	}{
		{"product", `%s = fmul double %a, %b
  %t = fmul double %s, %c
  %r = select i1 %p, double %t, double %c`, 0, [3]float64{0, 0, 1}},
		{"taken", `%s = fmul double %a, %c
  %r = select i1 %p, double %b, double %s`, 0, [3]float64{3, 0, -1}},
		{"beside what is used", `%s = fmul double %a, %b
  %t = fmul double %c, %c
  %u = fsub double %t, %s
  %v = select i1 %p, double %u, double 0.0
  %r = fadd double %v, %t`, 0, [3]float64{0, 0, 6}},
		{"select in a select", `%q = fcmp ogt double %c, 1.0
  %s = fmul double %a, %b
  %t = select i1 %q, double %s, double %c
  %u = fmul double %t, %b
  %r = select i1 %p, double %u, double %c`, 0, [3]float64{0, 0, 1}},
		{"select of what is dropped", `%q = fcmp ogt double %c, 1.0
  %s = fmul double %a, %b
  %t = select i1 %p, double %s, double %c
  %r = select i1 %q, double %t, double %a`, 0, [3]float64{0, 0, 1}},
		{"exchanged", `%s = fmul double %a, %c
  %t = fmul double %c, %c
  %x = select i1 %p, double %s, double %t
  %y = select i1 %p, double %t, double %s
  %z = fmul double %y, 2.0
  %r = fadd double %x, %z`, 0, [3]float64{6, 0, 4}},
		{"used on both sides", `%s = fmul double %a, %c
  %t = fadd double %s, %c
  %u = fmul double %t, %b
  %r = select i1 %p, double %u, double %s`, 0, [3]float64{3, 0, -1}},
		{"used by two that drop", `%q = fcmp ogt double %c, 4.0
  %s = fmul double %a, %b
  %x = select i1 %p, double %s, double %c
  %y = select i1 %q, double %s, double %c
  %r = fadd double %x, %y`, 2, [3]float64{0, 0, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := ir.Read("dropped.ll", []byte("define double @f(double %a, double %b, double %c) {\n  %p = fcmp ogt double %a, 0.0\n  "+c.body+"\n  ret double %r\n}\n"))
			require.NoError(t, err)
			_, err = llad.Differentiate(m, llad.Request{Func: "f", Mode: llad.Reverse})
			require.NoError(t, err)
			require.Equal(t, c.compared, strings.Count(string(m.Bytes()), "fcmp oeq"), "%s", m.Bytes())
			machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
			require.NoError(t, err)
			d, err := machine.NewFloat64s(make([]float64, 3))
			require.NoError(t, err)
			_, err = machine.Call("f_grad", interp.F64(-1), interp.Pointer(d), interp.F64(inf), interp.Pointer(d+8), interp.F64(3), interp.Pointer(d+16), interp.F64(1))
			require.NoError(t, err)
			got, err := machine.ReadFloat64s(d, 3)
			require.NoError(t, err)
			require.Equal(t, c.want[:], got)
		})
	}
}
