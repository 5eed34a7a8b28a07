package rules

import (
	"slices"
	"testing"

	"github.com/llad-ad/llad/ir"
	"github.com/stretchr/testify/require"
)

// partialText is the body of a function that computes the partial with respect
// to operand 0 of a call.
func partialText(t *testing.T, name string, typ func(m *ir.Module) *ir.Type, flags ir.Flags, rest ...ir.Value) string {
	e := newEmission(t, false)
	ft := typ(e.mod)
	f := e.mod.AddFunc("p", e.mod.FuncType(ft, ft, ft))
	f.IsDecl = false
	f.Params[0].Name, f.Params[1].Name = "x", "d"
	b := ir.NewBuilder(f.NewBlock("entry"))
	args := append([]ir.Value{f.Params[0]}, rest...)
	params := []*ir.Type{ft}
	for _, a := range rest {
		params = append(params, a.Type())
	}
	i := b.CallFunc(e.mod.Declare(name, e.mod.FuncType(ft, params...)), args...)
	i.Flags = flags
	r := ForInstr(i)
	require.NotNil(t, r, name)
	b.Ret(r.Emit(b, i, 0, func(k int) ir.Value { return args[k] }, func() ir.Value { return i }, f.Params[1]))
	require.NoError(t, ir.Verify(f))
	return f.String()
}

func double(*ir.Module) *ir.Type { return ir.Double }

func TestForms(t *testing.T) {
	two := func(m *ir.Module) *ir.Type { return m.Types.Vector(ir.Double, 2, false) }
	half := func(*ir.Module) *ir.Type { return ir.Half }
	num := func(v float64) ir.Value { return ir.NewFloat(ir.Double, v) }
	for _, c := range []struct {
		what, name string
		typ        func(*ir.Module) *ir.Type
		flags      ir.Flags
		rest       []ir.Value
		has, lacks []string
	}{
		{"an intrinsic for a libm name", "sin", double, 0, nil, []string{"@llvm.cos.f64(double %x)"}, nil},
		{"a vector library", "_ZGVbN2v_sin", two, 0, nil, []string{"@llvm.cos.v2f64(<2 x double> %x)"}, nil},
		{"lanes for what is no intrinsic", "llvm.sinh.v2f64", two, 0, nil,
			[]string{"call double @cosh(double", "extractelement", "insertelement"}, nil},
		{"half through float", "llvm.sinh.f16", half, 0, nil, []string{"fpext half %x to float", "call float @coshf("}, nil},
		{"attributes of a pure call", "sinh", double, 0, nil, []string{"@cosh(double %x) nounwind readnone willreturn"}, nil},
		{"a square", "pow", double, 0, []ir.Value{num(2)}, []string{"fmul"}, []string{"select", "fcmp", "@llvm.pow.f64"}},
		{"a power below one", "pow", double, 0, []ir.Value{num(0.5)}, []string{"select", "fcmp oeq"}, []string{"fcmp olt"}},
		{"an inverse power", "pow", double, 0, []ir.Value{num(-1.5)}, []string{"@llvm.pow.f64"}, []string{"select"}},
		{"fast-math flags but for those about infinities", "tanh", double, ir.FastMath, nil,
			[]string{"fmul reassoc nsz arcp contract afn"}, []string{"fmul fast"}},
		{"no fast-math flags of its own", "tanh", double, 0, nil, []string{"fmul double"}, nil},
		{"no test for what nnan excludes", "fmax", double, ir.FMFNNaN, []ir.Value{num(3)}, []string{"fcmp oge"}, []string{"fcmp uno"}},
		{"the primal's rounding", "llvm.powi.f64.i32", double, 0, []ir.Value{ir.NewInt(ir.I32, 5)},
			[]string{"@llvm.powi.f64.i32(double %x, i32 4)"}, []string{"select"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			text := partialText(t, c.name, c.typ, c.flags, c.rest...)
			for _, s := range c.has {
				require.Contains(t, text, s)
			}
			for _, s := range c.lacks {
				require.NotContains(t, text, s)
			}
		})
	}
}

// A function of the program, or one whose types are others, is no function of
// the library.
func TestStrangers(t *testing.T) {
	e := newEmission(t, false)
	caller := e.mod.AddFunc("caller", e.mod.FuncType(ir.Void, ir.Double, ir.Float))
	b := ir.NewBuilder(caller.NewBlock("entry"))
	x, s := caller.Params[0], caller.Params[1]
	for _, c := range []struct {
		name string
		ret  *ir.Type
		args []ir.Value
	}{
		{"y1", ir.Double, []ir.Value{x, x}},
		{"sinf", ir.Double, []ir.Value{x}},
		{"exp", ir.Float, []ir.Value{s}},
		{"j0", ir.I32, []ir.Value{x}},
		{"tanh", ir.Double, []ir.Value{s}},
		{"fadd", ir.Double, []ir.Value{x, x}},
		{"sincos", ir.Double, []ir.Value{x}},
	} {
		params := make([]*ir.Type, len(c.args))
		for k, a := range c.args {
			params[k] = a.Type()
		}
		i := b.CallFunc(e.mod.Declare(c.name, e.mod.FuncType(c.ret, params...)), c.args...)
		require.Nil(t, ForInstr(i), c.name)
	}
	own := e.mod.AddFunc("cos", e.mod.FuncType(ir.Double, ir.Double))
	own.IsDecl = false
	require.Nil(t, ForInstr(b.CallFunc(own, x)), "a definition of cos")
}

// The derivative of x * sqrt(x) divides once less: what comes back to the root has x for a factor.
func TestRootsOfFactorsAreNotDividedBy(t *testing.T) {
	m, err := ir.Read("root.ll", []byte(`declare double @llvm.sqrt.f64(double)
define double @f(double %x, double %g) {
  %s = call double @llvm.sqrt.f64(double %x)
  %h = fmul contract double %g, %x
  %k = fneg contract double %h
  ret double %s
}
`))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	s := f.Entry().Instrs[0]
	for d, divides := range map[ir.Value]bool{f.Params[1]: true, f.Entry().Instrs[1]: false, f.Entry().Instrs[2]: false} {
		b := ir.NewBuilder(f.Entry())
		b.Before(f.Entry().Term())
		b.Flags = ir.FMFContract | ir.FMFARcp
		from := len(f.Entry().Instrs) - 1
		ForInstr(s).Emit(b, s, 0, s.Arg, func() ir.Value { return s }, d)
		made := f.Entry().Instrs[from:]
		require.Equal(t, divides, slices.ContainsFunc(made, func(i *ir.Instr) bool { return i.Op == ir.FDiv }))
	}
}
