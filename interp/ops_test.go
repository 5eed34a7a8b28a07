package interp

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// parse reads a module; the first function defined in it is what tests call.
func parse(t *testing.T, text string) *ir.Module {
	t.Helper()
	mod, err := ir.Read("test.ll", []byte(`target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
`+text))
	require.NoError(t, err)
	return mod
}

// eval calls @f of a module.
func eval(t *testing.T, text string, args ...Value) (Value, error) {
	t.Helper()
	m, err := New(parse(t, text), Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	return m.Call("f", args...)
}

// TestExpressions: one instruction or intrinsic on constants, which the machine
// also has to evaluate. Each case is a result type, a body that defines %r, and
// the result as Value.String writes it.
func TestExpressions(t *testing.T) {
	for _, c := range []struct{ typ, body, want string }{
		// integers
		{"i8", "%r = add i8 127, 1", "i8 -128"},
		{"i8", "%r = mul i8 -128, -1", "i8 -128"},
		{"i1", "%r = add i1 true, true", "i1 0"},
		{"i33", "%r = add i33 4294967295, 1", "i33 -4294967296"},
		{"i32", "%r = ashr i32 -8, 1", "i32 -4"},
		{"i32", "%r = lshr i32 -8, 28", "i32 15"},
		{"i5", "%r = shl i5 3, 3", "i5 -8"},
		{"i32", "%r = srem i32 -7, 3", "i32 -1"},
		{"i32", "%r = urem i32 -7, 3", "i32 0"},
		{"i32", "%r = sdiv exact i32 -6, 3", "i32 -2"},
		{"i128", "%r = mul i128 18446744073709551616, 3", "i128 55340232221128654848"},
		{"i128", "%r = sdiv i128 -100000000000000000000, 7", "i128 340282366920938463449088893146053925742"},
		{"i128", "%r = ashr i128 -18446744073709551616, 64", "i128 340282366920938463463374607431768211455"},
		{"i128", "%r = shl i128 1, 100", "i128 1267650600228229401496703205376"},
		{"i1", "%r = icmp slt i128 -1, 0", "i1 -1"},
		{"i1", "%r = icmp ult i128 -1, 0", "i1 0"},
		{"i64", "%a = shl i128 5, 70\n%r = trunc i128 %a to i64", "i64 0"},
		{"i128", "%r = sext i8 -1 to i128", "i128 340282366920938463463374607431768211455"},
		{"i256", "%a = zext i128 -1 to i256\n%r = mul i256 %a, 2", "i256 680564733841876926926749214863536422910"},
		{"double", "%r = sitofp i128 -36893488147419103232 to double", "double -3.6893488147419103e+19"},
		{"i128", "%r = fptosi double -3.0e20 to i128", "i128 340282366920938463163374607431768211456"},
		// comparisons
		{"i1", "%r = icmp sgt i8 -1, 1", "i1 0"},
		{"i1", "%r = icmp ugt i8 -1, 1", "i1 -1"},
		{"<3 x i1>", "%r = icmp sle <3 x i32> <i32 1, i32 2, i32 3>, <i32 2, i32 2, i32 2>", "<3 x i1> (i1 -1, i1 -1, i1 0)"},
		{"i1", "%r = fcmp uno double 0x7FF8000000000000, 1.0", "i1 -1"},
		{"i1", "%r = fcmp ueq double 0x7FF8000000000000, 1.0", "i1 -1"},
		{"i1", "%r = fcmp one double 0x7FF8000000000000, 1.0", "i1 0"},
		{"i1", "%r = fcmp une double -0.0, 0.0", "i1 0"},
		// floating point
		{"float", "%r = fadd float 16777216.0, 1.0", "float 1.6777216e+07"},
		{"double", "%r = frem double -7.5, 2.0", "double -1.5"},
		{"double", "%r = fneg double 0.0", "double -0"},
		{"half", "%r = fadd half 0xH3C00, 0xH1001", "half 1.0009765625"},
		{"half", "%r = fmul half 0xH7BFF, 0xH4000", "half +Inf"},
		{"bfloat", "%r = fadd bfloat 0xR3F80, 0xR3B80", "bfloat 1"},
		{"x86_fp80", "%r = fadd x86_fp80 0xK3FFF8000000000000000, 0xK4000C000000000000000", "x86_fp80 4"},
		{"fp128", "%r = fadd fp128 0xL00000000000000003FFF000000000000, 0xL00000000000000004000000000000000", "fp128 3"},
		{"float", "%r = fptrunc double 0x3FF0000010000000 to float", "float 1"},
		{"half", "%r = fptrunc double 0x3F00000000000000 to half", "half 3.0517578125e-05"},
		{"float", "%r = uitofp i64 -1 to float", "float 1.8446744073709552e+19"},
		{"float", "%r = sitofp i64 9007199791611905 to float", "float 9.007200328482816e+15"},
		{"i8", "%r = fptosi float -100.7 to i8", "i8 -100"},
		{"i64", "%r = fptoui double 1.0e19 to i64", "i64 -8446744073709551616"},
		// conversions
		{"i8", "%r = trunc i32 511 to i8", "i8 -1"},
		{"i32", "%r = zext i8 -1 to i32", "i32 255"},
		{"i64", "%r = bitcast double 1.0 to i64", "i64 4607182418800017408"},
		{"i64", "%r = bitcast <2 x i32> <i32 1, i32 2> to i64", "i64 8589934593"},
		{"<4 x i8>", "%r = bitcast i32 67305985 to <4 x i8>", "<4 x i8> (i8 1, i8 2, i8 3, i8 4)"},
		{"i8", "%r = bitcast <8 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0> to i8", "i8 5"},
		{"i64", "%p = inttoptr i64 77 to ptr\n%r = ptrtoint ptr %p to i64", "i64 77"},
		{"<2 x float>", "%r = bitcast i64 4575657222473777152 to <2 x float>", "<2 x float> (float 1, float 1)"},
		// aggregates and vectors
		{"i32", "%r = extractvalue { i8, { i32, i64 } } { i8 1, { i32, i64 } { i32 7, i64 9 } }, 1, 0", "i32 7"},
		{"{ i8, [2 x i16] }", "%r = insertvalue { i8, [2 x i16] } { i8 1, [2 x i16] [i16 2, i16 3] }, i16 9, 1, 1", "{ i8, [2 x i16] } (i8 1, [2 x i16] (i16 2, i16 9))"},
		{"i32", "%r = extractelement <2 x i32> <i32 5, i32 6>, i64 1", "i32 6"},
		{"i32", "%i = add i64 0, 1\n%r = extractelement <2 x i32> <i32 5, i32 6>, i64 %i", "i32 6"},
		{"<2 x i32>", "%i = add i64 0, 1\n%r = insertelement <2 x i32> <i32 5, i32 6>, i32 8, i64 %i", "<2 x i32> (i32 5, i32 8)"},
		{"<3 x i32>", "%r = shufflevector <2 x i32> <i32 5, i32 6>, <2 x i32> <i32 7, i32 8>, <3 x i32> <i32 3, i32 0, i32 2>", "<3 x i32> (i32 8, i32 5, i32 7)"},
		{"<2 x double>", "%r = select <2 x i1> <i1 true, i1 false>, <2 x double> <double 1.0, double 2.0>, <2 x double> <double 3.0, double 4.0>", "<2 x double> (double 1, double 4)"},
		{"{ i32, double }", "%r = select i1 false, { i32, double } zeroinitializer, { i32, double } { i32 1, double 2.0 }", "{ i32, double } (i32 1, double 2)"},
		{"i32", "%r = freeze i32 undef", "i32 0"},
		{"i32", "%a = shl i32 1, 32\n%r = freeze i32 %a", "i32 0"},
		// constant expressions
		{"i64", "%r = add i64 ptrtoint (ptr getelementptr ([4 x i32], ptr null, i64 1, i64 2) to i64), 0", "i64 24"},
		{"i64", "%r = sub i64 sub (i64 10, i64 3), 0", "i64 7"},
	} {
		t.Run(c.body, func(t *testing.T) {
			v, err := eval(t, fmt.Sprintf("define %s @f() {\n%s\nret %s %%r\n}\n", c.typ, c.body, c.typ))
			require.NoError(t, err)
			require.Equal(t, c.want, v.String())
		})
	}
}

// TestIntrinsics: an intrinsic called on constants.
func TestIntrinsics(t *testing.T) {
	for _, c := range []struct{ call, want string }{
		{"i8 @llvm.uadd.sat.i8(i8 -1, i8 1)", "i8 -1"},
		{"i8 @llvm.sadd.sat.i8(i8 127, i8 1)", "i8 127"},
		{"i8 @llvm.ssub.sat.i8(i8 -128, i8 1)", "i8 -128"},
		{"i8 @llvm.usub.sat.i8(i8 3, i8 5)", "i8 0"},
		{"{ i8, i1 } @llvm.uadd.with.overflow.i8(i8 -1, i8 1)", "{ i8, i1 } (i8 0, i1 -1)"},
		{"{ i32, i1 } @llvm.smul.with.overflow.i32(i32 65536, i32 32768)", "{ i32, i1 } (i32 -2147483648, i1 -1)"},
		{"{ i64, i1 } @llvm.smul.with.overflow.i64(i64 -1, i64 9223372036854775807)", "{ i64, i1 } (i64 -9223372036854775807, i1 0)"},
		{"{ i64, i1 } @llvm.umul.with.overflow.i64(i64 4294967296, i64 4294967296)", "{ i64, i1 } (i64 0, i1 -1)"},
		{"{ i32, i1 } @llvm.ssub.with.overflow.i32(i32 -2147483648, i32 1)", "{ i32, i1 } (i32 2147483647, i1 -1)"},
		{"i32 @llvm.smax.i32(i32 -1, i32 1)", "i32 1"},
		{"i32 @llvm.umax.i32(i32 -1, i32 1)", "i32 -1"},
		{"<2 x i32> @llvm.smin.v2i32(<2 x i32> <i32 1, i32 -5>, <2 x i32> <i32 0, i32 4>)", "<2 x i32> (i32 0, i32 -5)"},
		{"i32 @llvm.abs.i32(i32 -7, i1 true)", "i32 7"},
		{"i32 @llvm.ctpop.i32(i32 255)", "i32 8"},
		{"i16 @llvm.ctlz.i16(i16 1, i1 false)", "i16 15"},
		{"i16 @llvm.cttz.i16(i16 0, i1 false)", "i16 16"},
		{"i32 @llvm.bswap.i32(i32 1)", "i32 16777216"},
		{"i8 @llvm.bitreverse.i8(i8 1)", "i8 -128"},
		{"i32 @llvm.fshl.i32(i32 1, i32 -2147483648, i32 1)", "i32 3"},
		{"i32 @llvm.fshr.i32(i32 1, i32 2, i32 1)", "i32 -2147483647"},
		{"i32 @llvm.fshr.i32(i32 1, i32 2, i32 0)", "i32 2"},
		{"i32 @llvm.fshr.i32(i32 1, i32 2, i32 32)", "i32 2"},
		{"i32 @llvm.vector.reduce.add.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>)", "i32 10"},
		{"i32 @llvm.vector.reduce.smin.v3i32(<3 x i32> <i32 1, i32 -2, i32 3>)", "i32 -2"},
		{"i1 @llvm.vector.reduce.or.v2i1(<2 x i1> <i1 false, i1 true>)", "i1 -1"},
		{"float @llvm.vector.reduce.fadd.v2f32(float 1.0, <2 x float> <float 2.0, float 3.5>)", "float 6.5"},
		{"double @llvm.vector.reduce.fmax.v2f64(<2 x double> <double 2.0, double 3.5>)", "double 3.5"},
		{"<4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>)", "<4 x i32> (i32 4, i32 3, i32 2, i32 1)"},
		{"<4 x i32> @llvm.experimental.vector.splice.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> <i32 5, i32 6, i32 7, i32 8>, i32 -1)", "<4 x i32> (i32 4, i32 5, i32 6, i32 7)"},
		{"<2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, i64 2)", "<2 x i32> (i32 3, i32 4)"},
		{"double @llvm.powi.f64.i32(double 2.0, i32 -3)", "double 0.125"},
		{"double @llvm.sqrt.f64(double 2.0)", "double 1.4142135623730951"},
		{"<2 x double> @llvm.fabs.v2f64(<2 x double> <double -2.0, double 3.0>)", "<2 x double> (double 2, double 3)"},
		{"double @llvm.fmuladd.f64(double 2.0, double 3.0, double 4.0)", "double 10"},
		{"double @llvm.fma.f64(double 0.1, double 10.0, double -1.0)", "double 5.551115123125783e-17"},
		{"double @llvm.minnum.f64(double 0x7FF8000000000000, double 1.0)", "double 1"},
		{"double @llvm.minimum.f64(double 0x7FF8000000000000, double 1.0)", "double NaN"},
		{"double @llvm.copysign.f64(double 2.0, double -0.0)", "double -2"},
		{"double @llvm.roundeven.f64(double 2.5)", "double 2"},
		{"double @llvm.round.f64(double 2.5)", "double 3"},
		{"i64 @llvm.lround.i64.f64(double -2.5)", "i64 -3"},
		{"i64 @llvm.lrint.i64.f64(double 2.5)", "i64 2"},
		{"i8 @llvm.fptosi.sat.i8.f64(double 1000.0)", "i8 127"},
		{"i8 @llvm.fptoui.sat.i8.f64(double -1.0)", "i8 0"},
		{"i32 @llvm.fptosi.sat.i32.f64(double 0x7FF8000000000000)", "i32 0"},
		{"i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 3)", "i1 -1"},
		{"i1 @llvm.is.fpclass.f64(double -0.0, i32 32)", "i1 -1"},
		{"i1 @llvm.is.fpclass.f32(float 0x36A0000000000000, i32 128)", "i1 -1"},
		{"{ double, i32 } @llvm.frexp.f64.i32(double 12.0)", "{ double, i32 } (double 0.75, i32 4)"},
		{"double @llvm.ldexp.f64.i32(double 0.75, i32 4)", "double 12"},
		{"double @llvm.exp10.f64(double 3.0)", "double 1000"},
		{"i1 @llvm.is.constant.i32(i32 3)", "i1 0"},
		{"i32 @llvm.expect.i32(i32 3, i32 4)", "i32 3"},
		{"double @llvm.experimental.constrained.fadd.f64(double 1.0, double 2.0, metadata !\"round.dynamic\", metadata !\"fpexcept.strict\")", "double 3"},
	} {
		t.Run(c.call, func(t *testing.T) {
			typ := c.call[:strings.Index(c.call, " @")]
			v, err := eval(t, fmt.Sprintf("define %s @f() {\n%%r = call %s\nret %s %%r\n}\n%s\n", typ, c.call, typ, declaration(c.call)))
			require.NoError(t, err)
			require.Equal(t, c.want, v.String())
		})
	}
}

// declaration makes the declare line of a call on constants.
func declaration(call string) string {
	open := strings.Index(call, "(")
	var types []string
	depth, start := 0, open+1
	add := func(arg string) {
		arg = strings.TrimSpace(arg)
		if strings.HasPrefix(arg, "<") {
			types = append(types, arg[:strings.Index(arg, ">")+1])
		} else {
			types = append(types, strings.Fields(arg)[0])
		}
	}
	for k := open + 1; k < len(call); k++ {
		switch call[k] {
		case '<', '{', '[', '(':
			depth++
		case '>', '}', ']':
			depth--
		case ',':
			if depth == 0 {
				add(call[start:k])
				start = k + 1
			}
		}
	}
	add(call[start : len(call)-1])
	return "declare " + call[:open+1] + strings.Join(types, ", ") + ")"
}

func TestPoisonIsFound(t *testing.T) {
	for _, body := range []string{
		"%r = shl i32 1, 40", "%r = add i32 undef, 1", "%r = fptosi double 1.0e30 to i32",
		"%i = add i64 7, 0\n%r = extractelement <2 x i32> <i32 5, i32 6>, i64 %i",
		"%a = shufflevector <2 x i32> <i32 5, i32 6>, <2 x i32> poison, <2 x i32> <i32 0, i32 3>\n%r = extractelement <2 x i32> %a, i32 1",
		"%a = insertvalue { i32, i32 } poison, i32 1, 0\n%r = extractvalue { i32, i32 } %a, 1",
		"%p = alloca i32\n%r = load i32, ptr %p", "%r = or i32 undef, 1", "%a = xor i128 undef, 1\n%r = trunc i128 %a to i32",
		"%r = select i1 undef, i32 1, i32 2",
	} {
		t.Run(body, func(t *testing.T) {
			_, err := eval(t, "define i32 @f() {\n"+body+"\nret i32 %r\n}\n")
			require.Equal(t, Undefined, KindOf(err), "%v", err)
		})
	}
	for _, body := range []string{ // defined in spite of undefined parts
		"%a = or i32 undef, 255\n%b = and i32 %a, 255\n%r = sub i32 %b, 255",
		"%a = and i32 undef, 0\n%r = add i32 %a, 0",
		"%a = insertvalue { i32, i32 } poison, i32 0, 0\n%r = extractvalue { i32, i32 } %a, 0",
		"%a = shufflevector <2 x i32> <i32 5, i32 0>, <2 x i32> poison, <2 x i32> <i32 3, i32 1>\n%r = extractelement <2 x i32> %a, i32 1",
		"%a = zext i32 undef to i64\n%b = shl i64 %a, 32\n%r = trunc i64 %b to i32",
		"%a = zext i64 undef to i128\n%b = shl i128 %a, 64\n%r = trunc i128 %b to i32",
		"%a = shl i32 undef, 1\n%b = or i32 %a, 2\n%r = and i32 %b, 1",
	} {
		t.Run(body, func(t *testing.T) {
			v, err := eval(t, "define i32 @f() {\n"+body+"\nret i32 %r\n}\n")
			require.NoError(t, err)
			require.Zero(t, v.I64())
		})
	}
}

func TestMemoryOfEveryType(t *testing.T) {
	for _, typ := range []string{"i1", "i7", "i24", "i128", "half", "bfloat", "float", "double", "x86_fp80", "fp128", "ptr",
		"<4 x i1>", "<3 x float>", "{ i8, double, [2 x i16] }", "<{ i8, double }>", "[2 x { i32, i8 }]", "{ x86_fp80, i8 }"} {
		t.Run(typ, func(t *testing.T) {
			text := fmt.Sprintf("define %s @f(%s %%x, ptr %%p) {\nstore %s %%x, ptr %%p, align 1\n%%r = load %s, ptr %%p, align 1\nret %s %%r\n}\n", typ, typ, typ, typ, typ)
			mod := parse(t, text)
			m, err := New(mod, Options{Evaluators: rules.Evaluator})
			require.NoError(t, err)
			f := mod.Func("f")
			sh, err := newShape(nil, f.Typ.Ret)
			require.NoError(t, err)
			var members []any
			for _, l := range sh.leaves {
				if l.kind == intLeaf || l.kind == ptrLeaf {
					members = append(members, 1)
				} else {
					members = append(members, 1.5)
				}
			}
			x, err := Make(f.Typ.Ret, members...)
			require.NoError(t, err)
			p, err := m.Alloc(int(mod.Layout.AllocSize(f.Typ.Ret)))
			require.NoError(t, err)
			v, err := m.Call("f", x, Pointer(p))
			require.NoError(t, err)
			require.Equal(t, x.String(), v.String())
			require.Equal(t, x.Bits(), v.Bits())
			back, err := m.Load(p, f.Typ.Ret)
			require.NoError(t, err)
			require.Equal(t, x.String(), back.String())
		})
	}
}

func TestMaskedAccess(t *testing.T) {
	mod := parse(t, `
define <4 x double> @load(ptr %p) {
  %r = call <4 x double> @llvm.masked.load.v4f64.p0(ptr %p, i32 8, <4 x i1> <i1 1, i1 0, i1 1, i1 0>, <4 x double> <double 9.0, double 9.0, double 9.0, double 9.0>)
  ret <4 x double> %r
}
define void @store(ptr %p) {
  call void @llvm.masked.store.v4f64.p0(<4 x double> <double 5.0, double 6.0, double 7.0, double 8.0>, ptr %p, i32 8, <4 x i1> <i1 0, i1 0, i1 1, i1 0>)
  ret void
}
define <2 x double> @gather(ptr %p) {
  %q = getelementptr double, ptr %p, <2 x i64> <i64 2, i64 100>
  %r = call <2 x double> @llvm.masked.gather.v2f64.v2p0(<2 x ptr> %q, i32 8, <2 x i1> <i1 1, i1 0>, <2 x double> zeroinitializer)
  ret <2 x double> %r
}
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, i32, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, i32, <4 x i1>)
declare <2 x double> @llvm.masked.gather.v2f64.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x double>)
`)
	m, err := New(mod, Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	p, err := m.NewFloat64s([]float64{1, 2, 3}) // the fourth lane is outside, and off
	require.NoError(t, err)
	v, err := m.Call("load", Pointer(p))
	require.NoError(t, err)
	require.Equal(t, []float64{1, 9, 3, 9}, v.Floats())
	_, err = m.Call("store", Pointer(p))
	require.NoError(t, err)
	x, err := m.ReadFloat64s(p, 3)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 2, 7}, x)
	v, err = m.Call("gather", Pointer(p))
	require.NoError(t, err)
	require.Equal(t, []float64{7, 0}, v.Floats())
}

func TestAtomics(t *testing.T) {
	for op, want := range map[string]int64{"add": 12, "sub": 2, "xchg": 5, "and": 5, "nand": -6, "or": 7, "xor": 2,
		"max": 7, "min": 5, "umax": 7, "umin": 5} {
		v, err := eval(t, `define i32 @f() {
  %p = alloca i32
  store atomic i32 7, ptr %p seq_cst, align 4
  %old = atomicrmw `+op+` ptr %p, i32 5 seq_cst
  fence acquire
  %r = load atomic i32, ptr %p acquire, align 4
  ret i32 %r
}
`)
		require.NoError(t, err)
		require.Equal(t, want, v.I64(), op)
	}
	v, err := eval(t, `define { double, i32, i1 } @f() {
  %p = alloca double
  store double 1.5, ptr %p
  %old = atomicrmw fadd ptr %p, double 2.0 monotonic
  %d = load double, ptr %p
  %q = alloca i32
  store i32 3, ptr %q
  %c = cmpxchg ptr %q, i32 3, i32 4 acq_rel monotonic
  %x = cmpxchg weak ptr %q, i32 3, i32 5 acq_rel monotonic
  %ok = extractvalue { i32, i1 } %c, 1
  %seen = extractvalue { i32, i1 } %x, 0
  %a = insertvalue { double, i32, i1 } poison, double %d, 0
  %b = insertvalue { double, i32, i1 } %a, i32 %seen, 1
  %r = insertvalue { double, i32, i1 } %b, i1 %ok, 2
  ret { double, i32, i1 } %r
}
`)
	require.NoError(t, err)
	require.Equal(t, "{ double, i32, i1 } (double 3.5, i32 4, i1 -1)", v.String())
}

func TestNarrowFloats(t *testing.T) {
	for h := 0; h < 1<<16; h++ {
		for _, k := range []leafKind{f16Leaf, bf16Leaf} {
			x := toF64(k, uint64(h))
			if x == x {
				require.Equal(t, uint64(h), fromF64(k, x))
			}
		}
	}
	for _, x := range []float64{0, 1, -2.5, math.Pi, 5e-324, 1e-310, math.MaxFloat64, math.Inf(-1), math.SmallestNonzeroFloat64 * 3} {
		e, m := bitsToFP80(math.Float64bits(x))
		require.Equal(t, x, math.Float64frombits(fp80ToBits(e, m)))
		hi, lo := bitsToFP128(math.Float64bits(x))
		require.Equal(t, x, math.Float64frombits(fp128ToBits(hi, lo)))
	}
}
