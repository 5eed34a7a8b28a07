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

// A variable that another module defines has a shadow where this one knows its size, also by names.
func TestExternalVariables(t *testing.T) {
	const text = `@table = external global [4 x double]
@own = external thread_local global { [4 x double], i8 }
define double @f(double %x, i64 %i, i64 %j) {
  %y = fmul double %x, %x
  %p = getelementptr [4 x double], ptr @table, i64 0, i64 %i
  store double %y, ptr %p
  %q = getelementptr [4 x double], ptr @own, i64 0, i64 %i
  store double %y, ptr %q
  %r = getelementptr [4 x double], ptr @table, i64 0, i64 %j
  %v = load double, ptr %r
  %s = getelementptr [4 x double], ptr @own, i64 0, i64 %j
  %w = load double, ptr %s
  %z = fmul double %v, %w
  ret double %z
}
`
	for _, transport := range []llad.Transport{llad.TransportSettled, llad.TransportNames} {
		m, err := ir.Read("variables.ll", []byte(text))
		require.NoError(t, err)
		d := llad.New(m)
		d.Transport = transport
		grad, err := d.Differentiate(llad.Request{Func: "f", Mode: llad.Reverse})
		require.NoError(t, err)
		jvp, err := d.Differentiate(llad.Request{Func: "f", Mode: llad.Forward})
		require.NoError(t, err)

		whole := strings.NewReplacer("external global [4 x double]", "global [4 x double] zeroinitializer",
			"external thread_local global { [4 x double], i8 }", "thread_local global { [4 x double], i8 } zeroinitializer").Replace(string(m.Bytes()))
		m, err = ir.Read("whole.ll", []byte(whole))
		require.NoError(t, err)
		machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
		require.NoError(t, err)
		for range 2 { // nothing stays from a call
			for j, want := range map[int64]float64{2: 4 * 27, 1: 0} { // of x to the fourth, and of what the program left
				place, err := machine.NewFloat64s([]float64{0})
				require.NoError(t, err)
				_, err = machine.Call(grad.Func.Name, interp.F64(3), interp.Pointer(place), interp.I64(2), interp.I64(j), interp.F64(1))
				require.NoError(t, err)
				got, err := machine.ReadFloat64s(place, 1)
				require.NoError(t, err)
				require.Equal(t, want, got[0], "%s %d", transport, j)
				_, err = machine.Call(jvp.Func.Name, interp.F64(3), interp.F64(1), interp.I64(2), interp.I64(j), interp.Pointer(place))
				require.NoError(t, err)
				got, err = machine.ReadFloat64s(place, 1)
				require.NoError(t, err)
				require.Equal(t, want, got[0], "%s %d", transport, j)
			}
		}
	}
}

// settled gives the error of the derivative of f in a text, which is not to be made by names.
func settled(t *testing.T, text string, mode llad.Mode) error {
	t.Helper()
	m, err := ir.Read("v.ll", []byte(text))
	require.NoError(t, err)
	d := llad.New(m)
	d.Transport = llad.TransportSettled
	_, err = d.Differentiate(llad.Request{Func: "f", Mode: mode})
	return err
}

// A shadow of a variable whose size is not known would be written behind its end: it is refused, where the variable may
// hold derivatives.
func TestVariablesWithoutSize(t *testing.T) {
	for _, c := range []struct{ variable, refused string }{
		{"external global [0 x double]", "4: error[L0311]: variable 'v' is defined in another module"},
		{"external global { i32, [0 x double] }", "4: error[L0311]: variable 'v' is defined in another module"},
		{"external global [4 x double]", ""},
		{"global { i32, [0 x double] } zeroinitializer", ""},
	} {
		text := "@v = " + c.variable + `
define double @f(double %x, i64 %i, i64 %j) {
  %y = fmul double %x, %x
  %p = getelementptr double, ptr @v, i64 %i
  store double %y, ptr %p
  %q = getelementptr double, ptr @v, i64 %j
  %r = load double, ptr %q
  ret double %r
}
`
		for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
			err := settled(t, text, mode)
			if c.refused == "" {
				require.NoError(t, err, c.variable)
			} else {
				require.ErrorContains(t, err, c.refused, c.variable)
			}
		}
	}
}

// A table of constants of unknown size that is only read needs no shadow.
func TestConstantsWithoutSize(t *testing.T) {
	const text = `@v = external constant [0 x double]
define double @f(double %x, i64 %i) {
  %p = getelementptr double, ptr @v, i64 %i
  %c = load double, ptr %p
  %y = fmul double %x, %c
  ret double %y
}
`
	for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
		require.NoError(t, settled(t, text, mode))
	}
}

// A loop that writes a variable whose size is not known is not run again from snapshots, which could not hold it: what
// it needs is kept.
func TestStateWithoutSize(t *testing.T) {
	for variable, notes := range map[string]int{"external global [0 x i32]": 1, "external global [4 x i32]": 0} {
		text := "@count = " + variable + `
define double @f(double %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = phi double [ %x, %entry ], [ %w, %loop ]
  %k = load i32, ptr @count
  %k3 = mul i32 %k, 3
  %k4 = add i32 %k3, %i
  store i32 %k4, ptr @count
  %r = and i32 %k4, 7
  %s = uitofp i32 %r to double
  %vs = fmul double %v, %s
  %vv = fmul double %vs, %v
  %w = fadd double %vv, 1.0
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret double %w
}
`
		m, err := ir.Read("count.ll", []byte(text))
		require.NoError(t, err)
		d := llad.New(m)
		require.NoError(t, d.Cache.Add("binomial:2"))
		_, err = d.Differentiate(llad.Request{Func: "f", Mode: llad.Reverse})
		require.NoError(t, err)
		require.Len(t, d.Notes, notes, variable)
		for _, n := range d.Notes {
			require.Equal(t, "L0413", n.Code)
			require.Contains(t, n.Message, "the variable 'count', whose extent is not known")
		}
	}
}
