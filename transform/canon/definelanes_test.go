package canon

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// What a function computed before it computes after, and what was open is a number.
func TestDefineLanes(t *testing.T) {
	const text = `
define <2 x double> @shuffle(<2 x double> %v) {
  %r = shufflevector <2 x double> %v, <2 x double> poison, <2 x i32> <i32 1, i32 poison>
  ret <2 x double> %r
}
define <2 x double> @second(<2 x double> %v) {
  %r = shufflevector <2 x double> %v, <2 x double> undef, <2 x i32> <i32 3, i32 0>
  ret <2 x double> %r
}
define <4 x float> @insert(<2 x double> %v) {
  %x = extractelement <2 x double> %v, i32 0
  %f = fptrunc double %x to float
  %r = insertelement <4 x float> <float poison, float 2.0, float undef, float poison>, float %f, i32 3
  ret <4 x float> %r
}
define { i32, double } @struct(<2 x double> %v) {
  %r = insertvalue { i32, double } poison, i32 7, 0
  ret { i32, double } %r
}
define <2 x i32> @kept(<2 x double> %v) {
  %i = fptosi <2 x double> %v to <2 x i32>
  %r = shufflevector <2 x i32> %i, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  ret <2 x i32> %r
}
`
	m, defs := irtest.Read(t, []byte(text))
	for _, f := range defs {
		require.Equal(t, f.Name != "kept", DefineLanes(f), f.Name)
		require.False(t, DefineLanes(f), f.Name)
		irtest.Check(t, f, "DefineLanes")
		f.MarkChanged()
	}
	irtest.Accepted(t, "19", m.Bytes())
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	v, err := interp.Make(m.Types.Vector(ir.Double, 2, false), 3.0, 5.0)
	require.NoError(t, err)
	for name, want := range map[string]string{
		"shuffle": "<2 x double> (double 5, double 0.5)", "second": "<2 x double> (double 0, double 3)",
		"insert": "<4 x float> (float 0, float 2, float 0, float 3)", "struct": "{ i32, double } (i32 7, double 0)",
		"kept": "<2 x i32> (i32 5, i32 3)",
	} {
		got, err := machine.Call(name, v)
		require.NoError(t, err, name)
		require.Equal(t, want, got.String(), name)
	}
}
