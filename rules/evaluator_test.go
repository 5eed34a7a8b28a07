package rules

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
)

func TestErfcx(t *testing.T) {
	for x, want := range map[float64]float64{
		0: 1, 1: 0.427583576155807, -2: 108.940904389977972, 1e8: 1e-8 / math.SqrtPi,
	} {
		assert.InEpsilon(t, want, erfcx(x), 1e-14, "at %g", x)
	}
	assert.True(t, math.IsInf(erfcx(-30), 1))
	assert.Zero(t, erfcx(math.Inf(1)))
	// Both formulas where one takes over.
	assert.InEpsilon(t, erfcx(25)*25, erfcx(math.Nextafter(25, 26))*25, 1e-13)
	assert.True(t, math.IsNaN(erfcx(math.NaN())))
}

// The interpreter computes the intrinsics of x86 by itself, as it does
// instructions: it gives what their rows do.
func TestTargetRowsInTheInterpreter(t *testing.T) {
	for _, w := range slices.Concat(targetRows, avx512Rows) {
		r := w.rule()
		for _, name := range strings.Fields(w.names) {
			typ := vectorOf(name)
			params, args := []string{}, []string{}
			for k := range w.sig {
				params = append(params, fmt.Sprintf("%s %%%d", typ, k))
			}
			args = append(args, params...)
			if strings.Contains(name, "14.p") {
				args = append(args, typ+" zeroinitializer", map[bool]string{false: "i8 -1", true: "i16 -1"}[strings.Contains(name, "ps.512")])
			} else if strings.Contains(name, "scalef") || strings.Contains(name, "getexp") {
				args = append(args, typ+" zeroinitializer", "i16 -1", "i32 4")
			} else if strings.Contains(name, "getmant") || strings.Contains(name, "reduce") {
				args = append(args, "i32 0", typ+" zeroinitializer", "i16 -1", "i32 4")
			} else if strings.Contains(name, "fixupimm") {
				params[2] = strings.NewReplacer("double", "i64", "float", "i32").Replace(params[2])
				args = append(slices.Clone(params), "i32 0", "i16 -1", "i32 4")
			} else if strings.Contains(name, "rndscale") {
				args = append(args, "i32 8", typ+" zeroinitializer", map[bool]string{false: "i8 -1", true: "i16 -1"}[strings.Contains(name, "ps.512")])
			} else if strings.Contains(name, "512") || strings.Contains(name, "round") {
				args = append(args, "i32 8") // the rounding: to nearest
			}
			types := make([]string, len(args))
			for k, a := range args {
				types[k], _, _ = strings.Cut(a, " %")
				for _, value := range []string{" 8", " 0", " 4", " -1", " zeroinitializer"} {
					types[k] = strings.TrimSuffix(types[k], value)
				}
			}
			mod, err := ir.Read("target.ll", fmt.Appendf(nil, "define %s @f(%s) {\n  %%r = call %s @%s(%s)\n  ret %s %%r\n}\ndeclare %s @%s(%s)\n",
				typ, strings.Join(params, ", "), typ, name, strings.Join(args, ", "), typ, typ, name, strings.Join(types, ", ")))
			require.NoError(t, err)
			m, err := interp.New(mod, interp.Options{})
			require.NoError(t, err)
			for _, at := range points(t, r) {
				var values []interp.Value
				for k, p := range mod.Func("f").Params {
					values = append(values, fill(t, p.Typ, at[k]))
				}
				got, err := m.Call("f", values...)
				require.NoError(t, err, name)
				for _, v := range got.Floats() {
					require.InEpsilon(t, primal(r.Name, at), v, 1e-7, "%s at %v", name, at)
				}
			}
		}
	}
}

// vectorOf is the type of the operands of an intrinsic of x86, by its name.
func vectorOf(name string) string {
	bits := 128
	switch {
	case strings.HasSuffix(name, ".256"):
		bits = 256
	case strings.HasSuffix(name, ".512"):
		bits = 512
	}
	if strings.Contains(name, "pd") {
		return fmt.Sprintf("<%d x double>", bits/64)
	}
	return fmt.Sprintf("<%d x float>", bits/32)
}
