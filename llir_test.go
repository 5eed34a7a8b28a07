package llad

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// llirStencil builds for (i = 1; i < n; i++) u[i] *= u[i-1], whose loop keeps values.
func llirStencil(m *llir.Module) {
	u, n := llir.NewParam("u", types.NewPointer(types.Double)), llir.NewParam("n", types.I64)
	f := m.NewFunc("f", types.Void, u, n)
	entry, head, body, exit := f.NewBlock("entry"), f.NewBlock("head"), f.NewBlock("body"), f.NewBlock("exit")
	one := constant.NewInt(types.I64, 1)
	entry.NewBr(head)
	i := head.NewPhi(llir.NewIncoming(one, entry))
	head.NewCondBr(head.NewICmp(enum.IPredSLT, i, n), body, exit)
	before, at := body.NewGetElementPtr(types.Double, u, body.NewSub(i, one)), body.NewGetElementPtr(types.Double, u, i)
	body.NewStore(body.NewFMul(body.NewLoad(types.Double, before), body.NewLoad(types.Double, at)), at)
	i.Incs = append(i.Incs, llir.NewIncoming(body.NewAdd(i, one), body))
	body.NewBr(head)
	exit.NewRet(nil)
}

// llirMembers builds a function that stores the product of the first two members of a struct in the third.
func llirMembers(named bool) func(*llir.Module) {
	return func(m *llir.Module) {
		var t types.Type = types.NewStruct(types.Double, types.Double, types.Double, types.I32)
		if named {
			t = m.NewTypeDef("P", t)
		}
		p := llir.NewParam("p", types.NewPointer(t))
		f := m.NewFunc("f", types.Void, p, llir.NewParam("n", types.I64))
		b := f.NewBlock("")
		member := func(k int64) *llir.InstGetElementPtr {
			return b.NewGetElementPtr(t, p, constant.NewInt(types.I32, 0), constant.NewInt(types.I32, k))
		}
		b.NewStore(b.NewFMul(b.NewLoad(types.Double, member(0)), b.NewLoad(types.Double, member(1))), member(2))
		b.NewRet(nil)
	}
}

// Modules built with llir whose derivatives need casts between typed pointers: members of structs, tapes. What
// comes back is verified by LLVM 14 and gives the gradient and tangent of the last of three numbers at 2, 3, 5.
func TestDifferentiateLLIRWithCasts(t *testing.T) {
	tc, err := native.FindToolchain(14)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		build    func(*llir.Module)
		gradient []float64
	}{
		"stencil": {llirStencil, []float64{15, 10, 6}},
		"named":   {llirMembers(true), []float64{3, 2, 0}},
		"literal": {llirMembers(false), []float64{3, 2, 0}},
	} {
		m := llir.NewModule()
		c.build(m)
		for _, mode := range []Mode{Reverse, Forward} {
			_, err := Differentiate(m, Request{Func: "f", Mode: mode})
			require.NoError(t, err, name)
		}
		path := filepath.Join(t.TempDir(), name+".ll")
		require.NoError(t, os.WriteFile(path, []byte(m.String()), 0o600))
		out, err := exec.Command(tc.Opt, "-passes=verify", "-disable-output", path).CombinedOutput()
		require.NoError(t, err, "%s", out)

		mod, err := ir.Read(path, []byte(m.String()))
		require.NoError(t, err)
		machine, err := interp.New(mod, interp.Options{Evaluators: rules.Evaluator})
		require.NoError(t, err)
		call := func(f string, shadow ...float64) []float64 {
			x, err := machine.NewFloat64s([]float64{2, 3, 5, 0})
			require.NoError(t, err)
			d, err := machine.NewFloat64s(append(shadow, 0))
			require.NoError(t, err)
			_, err = machine.Call(f, interp.Pointer(x), interp.Pointer(d), interp.I64(3))
			require.NoError(t, err, "%s of %s", f, name)
			got, err := machine.ReadFloat64s(d, 3)
			require.NoError(t, err)
			return got
		}
		assert.Equal(t, c.gradient, call("f_grad", 0, 0, 1), name)
		for k, want := range c.gradient {
			tangent := make([]float64, 3)
			tangent[k] = 1
			assert.Equal(t, want, call("f_jvp", tangent...)[2], name)
		}
	}
}
