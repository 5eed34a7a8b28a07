package llad

import (
	"bytes"
	"os"
	"testing"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

func read(t *testing.T, src string) *ir.Module {
	t.Helper()
	m, err := ir.Read("test.ll", []byte(src))
	require.NoError(t, err)
	return m
}

const product = `
define double @product(double %x, double %y) {
  %r = fmul double %x, %y
  ret double %r
}
`

func TestDifferentiateAModule(t *testing.T) {
	m := read(t, product)
	r, err := Differentiate(m, Request{Func: "product"})
	require.NoError(t, err)
	assert.Equal(t, "product_grad", r.Func.Name)
	mach, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	dx, err := mach.NewFloat64s([]float64{10})
	require.NoError(t, err)
	dy, err := mach.NewFloat64s([]float64{0})
	require.NoError(t, err)
	v, err := mach.Call("product_grad", interp.F64(3), interp.Pointer(dx), interp.F64(5), interp.Pointer(dy), interp.F64(2))
	require.NoError(t, err)
	assert.Equal(t, 15.0, v.F64())
	for p, want := range map[interp.Ptr]float64{dx: 10 + 2*5, dy: 2 * 3} {
		got, err := mach.ReadFloat64s(p, 1)
		require.NoError(t, err)
		assert.Equal(t, want, got[0], "gradients are added up")
	}
}

func TestDifferentiateWhatLLIRBuilt(t *testing.T) {
	m := llir.NewModule()
	x, y := llir.NewParam("x", types.Double), llir.NewParam("y", types.NewPointer(types.Double))
	f := m.NewFunc("f", types.Double, x, y)
	b := f.NewBlock("")
	b.NewRet(b.NewFMul(x, b.NewLoad(types.Double, y)))

	r, err := Differentiate(m, Request{Func: "f", Mode: Forward})
	require.NoError(t, err)
	require.NotNil(t, r.LLIR)
	assert.Same(t, m, r.LLIR.Parent)
	assert.Equal(t, "double (double, double, double*, double*, double*)", r.LLIR.Sig.String())
	assert.Same(t, f, m.Funcs[0])

	// Its result differentiates again.
	again, err := Differentiate(m, Request{Func: "f", Mode: Reverse})
	require.NoError(t, err)
	assert.Equal(t, "f_grad", again.LLIR.Name())

	_, err = Differentiate(m, Request{Func: "g"})
	require.ErrorContains(t, err, "no function 'g'")
}

func TestADerivativeAskedForTwiceIsMadeOnce(t *testing.T) {
	m := read(t, product)
	d := New(m)
	a, err := d.Differentiate(Request{})
	require.NoError(t, err)
	b, err := d.Differentiate(Request{Func: "product"})
	require.NoError(t, err)
	assert.Same(t, a, b)
	c, err := d.Differentiate(Request{Args: map[string]Activity{"x": Const}, Name: "partial"})
	require.NoError(t, err)
	assert.Equal(t, "partial", c.Func.Name)
	_, err = d.Differentiate(Request{Name: "partial"})
	require.ErrorContains(t, err, "a function 'partial' already")
	assert.Equal(t, []*Result{a, c}, d.Made())
}

func TestFindFunc(t *testing.T) {
	m := read(t, `
define double @_ZN4deep1fEdd(double %0, double %1) {
  ret double %0
}
define double @_Z1gd(double %0) {
  ret double %0
}
define double @_Z1gf(float %0) {
  ret double 0.0
}
define double @_Z5twiceIdET_S0_(double %0) {
  ret double %0
}
define double @_ZN5crate4norm17h0123456789abcdefE(double %0) {
  ret double %0
}
define double @_RNvCs1234_7mycrate4cube(double %0) {
  ret double %0
}
define double @"odd name"(double %0) {
  ret double %0
}
declare double @outside(double)
`)
	for name, symbol := range map[string]string{
		"deep::f":                 "_ZN4deep1fEdd",
		"deep::f(double, double)": "_ZN4deep1fEdd",
		"deep::f(double,double)":  "_ZN4deep1fEdd",
		"g(float)":                "_Z1gf",
		"_Z1gd":                   "_Z1gd",
		"twice":                   "_Z5twiceIdET_S0_",
		"mycrate::cube":           "_RNvCs1234_7mycrate4cube",
		"crate::norm":             "_ZN5crate4norm17h0123456789abcdefE",
		"odd name":                `"odd name"`,
	} {
		f, err := FindFunc(m, name)
		if assert.NoError(t, err, "%s", name) {
			assert.Equal(t, symbol, f.Name, "%s", name)
		}
	}
	for name, message := range map[string]string{
		"g":       "'g' is the name of 2 functions",
		"deep":    "no function 'deep'",
		"outside": "declared but not defined",
	} {
		_, err := FindFunc(m, name)
		assert.ErrorContains(t, err, message)
	}
}

func TestSplitNames(t *testing.T) {
	assert.Equal(t, []string{"f(int, T<a,b>)", "g"}, SplitNames("f(int, T<a,b>), g,"))
	assert.Empty(t, SplitNames(" , "))
}

func TestParamNamesFromDebugInfo(t *testing.T) {
	m := read(t, `
define double @f(double %0, ptr %1) !dbg !5 {
  ret double %0
}
!5 = distinct !DISubprogram(name: "f")
!6 = !DILocalVariable(name: "scale", arg: 1, scope: !5, file: !1, line: 1)
!7 = !DILocalVariable(name: "x", arg: 2, scope: !5, file: !1, line: 1)
!8 = !DILocalVariable(name: "other", arg: 1, scope: !9, file: !1, line: 1)
!9 = distinct !DISubprogram(name: "g")
`)
	assert.Equal(t, []string{"scale", "x"}, ParamNames(m.Func("f")))
	kinds, err := Kinds(m.Func("f"), map[string]Activity{"x": Const})
	require.NoError(t, err)
	assert.Equal(t, []Activity{Out, Const}, kinds)
}

func TestDemo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var out bytes.Buffer
	require.NoError(t, Demo(&out))
	assert.Contains(t, out.String(), "worst relative error against finite differences")
	assert.Contains(t, out.String(), "No clang on the PATH")
}

func TestDemoNative(t *testing.T) {
	tc, err := native.FindToolchain(19)
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Symlink(tc.Clang, dir+"/clang"))
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	var out bytes.Buffer
	require.NoError(t, Demo(&out))
	assert.Contains(t, out.String(), "d/dk 1.84042839632")
	assert.Contains(t, out.String(), "d/dx[3] 4.68437254392")
}

func TestHeaderTypes(t *testing.T) {
	m := read(t, `
%struct.S = type { double, [3 x float], i32 }
define { double, double } @f(ptr byval(%struct.S) %s, <2 x float> %v, i1 %b, x86_fp80 %l, ptr %unused, ptr %mixed) {
  %a = load double, ptr %mixed
  %q = getelementptr i8, ptr %mixed, i64 8
  %c = load i32, ptr %q
  %p = load double, ptr %s
  %r = insertvalue { double, double } undef, double %p, 0
  %t = insertvalue { double, double } %r, double %a, 1
  ret { double, double } %t
}
`)
	r, err := Differentiate(m, Request{Args: map[string]Activity{"v": Const, "l": Const, "unused": Const}})
	require.NoError(t, err)
	h, err := Header("f.h", []*Result{r})
	require.NoError(t, err)
	text := string(h)
	for _, want := range []string{
		"typedef struct { double m0; double m1; } f_grad_result;",
		"typedef struct { double m0; float m1[3]; int32_t m2; } f_grad_s;",
		"typedef float f_grad_v __attribute__((vector_size(2 * sizeof(float))));",
		"f_grad_result f_grad(f_grad_s s, double *d_s, f_grad_v v, bool b, long double l, const void *unused, const void *mixed, void *d_mixed, f_grad_result seed);",
	} {
		assert.Contains(t, text, want)
	}
	rust, err := RustDecls([]*Result{r}, 2021)
	require.ErrorContains(t, err, "no Rust declaration")
	assert.Nil(t, rust)
}
