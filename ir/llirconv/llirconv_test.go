package llirconv

import (
	"math"
	"testing"

	"github.com/llir/llvm/asm"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// sample builds
//
//	double f(double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += sin(x[i]); return s; }
func sample() (*llir.Module, *llir.Func) {
	m := llir.NewModule()
	sin := m.NewFunc("sin", types.Double, llir.NewParam("", types.Double))
	x, n := llir.NewParam("x", types.NewPointer(types.Double)), llir.NewParam("n", types.I32)
	f := m.NewFunc("f", types.Double, x, n)
	entry, head, body, exit := f.NewBlock("entry"), f.NewBlock("head"), f.NewBlock("body"), f.NewBlock("exit")
	entry.NewBr(head)
	i := head.NewPhi(llir.NewIncoming(constant.NewInt(types.I32, 0), entry))
	s := head.NewPhi(llir.NewIncoming(constant.NewFloat(types.Double, 0), entry))
	head.NewCondBr(head.NewICmp(enum.IPredSLT, i, n), body, exit)
	v := body.NewLoad(types.Double, body.NewGetElementPtr(types.Double, x, i))
	s.Incs = append(s.Incs, llir.NewIncoming(body.NewFAdd(s, body.NewCall(sin, v)), body))
	i.Incs = append(i.Incs, llir.NewIncoming(body.NewAdd(i, constant.NewInt(types.I32, 1)), body))
	body.NewBr(head)
	exit.NewRet(s)
	return m, f
}

func TestFromReadsWhatAProgramBuilt(t *testing.T) {
	m, _ := sample()
	mod, err := From("sample", m)
	require.NoError(t, err)
	assert.True(t, mod.Typed)
	f := mod.Func("f")
	require.NotNil(t, f)
	require.NoError(t, f.Load())
	require.NoError(t, ir.Verify(f))
	assert.Len(t, f.Blocks, 4)
	assert.Equal(t, "double*", f.Params[0].Typ.String())

	back, err := To(mod)
	require.NoError(t, err)
	again, err := From("sample", back)
	require.NoError(t, err)
	require.NoError(t, again.Func("f").Load())
	assert.Empty(t, differ(f, again.Func("f")))
}

func TestFromRefusesConstantsThatWouldChange(t *testing.T) {
	m, _ := sample()
	m.NewGlobalDef("nan", constant.NewFloat(types.Double, math.NaN()))
	_, err := From("sample", m)
	require.ErrorContains(t, err, "a NaN constant in @nan")

	m, f := sample()
	f.Blocks[0].Term = nil
	_, err = From("sample", m)
	require.ErrorContains(t, err, "no terminator")

	m, f = sample()
	tenth := constant.NewFloat(types.Float, 0)
	tenth.X.SetFloat64(0.1)
	f.Blocks[2].NewFAdd(tenth, tenth)
	_, err = From("sample", m)
	require.ErrorContains(t, err, "which is no float")
}

func TestToRefusesOpaquePointers(t *testing.T) {
	mod, err := ir.Read("o.ll", []byte("define void @f(ptr %p) {\n  ret void\n}\n"))
	require.NoError(t, err)
	_, err = To(mod)
	require.ErrorContains(t, err, "opaque pointers")
}

func TestGraftAddsToTheSameObjects(t *testing.T) {
	m, f := sample()
	mod, err := From("sample", m)
	require.NoError(t, err)
	b := ir.NewBuilder(mod.AddFunc("g", mod.FuncType(ir.Double, mod.PtrTo(ir.Double))).NewBlock("entry"))
	b.F.IsDecl = false
	table := mod.AddGlobal("table", "internal", "constant", mod.PtrTo(mod.Func("f").Typ), mod.Func("f"))
	fp := b.Load(mod.PtrTo(mod.Func("f").Typ), table, 8)
	r := b.Call(mod.Func("f").Typ, fp, b.F.Params[0], ir.NewInt(ir.I32, 3))
	b.Ret(b.FAdd(r, b.CallFunc(mod.Func("f"), b.F.Params[0], ir.NewInt(ir.I32, 3))))

	g, err := Graft(m, mod, "g")
	require.NoError(t, err)
	assert.Equal(t, []*llir.Func{m.Funcs[0], f, g}, m.Funcs)
	calls := 0
	for _, i := range g.Blocks[0].Insts {
		if c, ok := i.(*llir.InstCall); ok && c.Callee == f {
			calls++
		}
	}
	assert.Equal(t, 1, calls, "the new function calls the old object")
	assert.Same(t, f, m.Globals[0].Init.(*llir.Func))
	_, err = asm.ParseString("", m.String())
	require.NoError(t, err)
}

// Nothing in a module without pointers shows that they would have types.
func TestModuleWithoutPointersIsTyped(t *testing.T) {
	m := llir.NewModule()
	x := llir.NewParam("x", types.Double)
	m.NewFunc("f", types.Double, x).NewBlock("entry").NewRet(x)
	mod, err := From("m", m)
	require.NoError(t, err)
	assert.Equal(t, "i8*", mod.Ptr().String())
}
