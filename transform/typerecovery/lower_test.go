package typerecovery

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/rules"
)

// A reduction in order gives the same bits when it is spelled out; one that may
// be reassociated is computed by halves.
func TestLowerReductions(t *testing.T) {
	const text = `
define double @ordered(<5 x double> %v) {
  %r = call double @llvm.vector.reduce.fadd.v5f64(double 1.0, <5 x double> %v)
  ret double %r
}
define double @halves(<4 x double> %v) {
  %r = call reassoc double @llvm.vector.reduce.fadd.v4f64(double -0.0, <4 x double> %v)
  ret double %r
}
define double @odd(<7 x double> %v) {
  %r = call reassoc double @llvm.vector.reduce.fmul.v7f64(double 1.0, <7 x double> %v)
  ret double %r
}
define double @most(<6 x double> %v) {
  %r = call double @llvm.vector.reduce.fmax.v6f64(<6 x double> %v)
  ret double %r
}
define double @least(<3 x double> %v) {
  %r = call double @llvm.vector.reduce.fminimum.v3f64(<3 x double> %v)
  ret double %r
}
declare double @llvm.vector.reduce.fadd.v5f64(double, <5 x double>)
declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)
declare double @llvm.vector.reduce.fmul.v7f64(double, <7 x double>)
declare double @llvm.vector.reduce.fmax.v6f64(<6 x double>)
declare double @llvm.vector.reduce.fminimum.v3f64(<3 x double>)
`
	m, defs := irtest.Read(t, []byte(text))
	for _, f := range defs {
		require.True(t, LowerCalls(f), f.Name)
		irtest.Check(t, f, "LowerCalls")
		f.MarkChanged()
		require.NotContains(t, f.String(), "vector.reduce")
	}
	irtest.Accepted(t, "19", m.Bytes())
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	for _, c := range []struct {
		name string
		v    []any
		want float64
	}{
		{"ordered", []any{1e16, 1.0, 1.0, 1.0, -1e16}, 0},
		{"halves", []any{1e16, 1.0, -1e16, 2.0}, 3},
		{"odd", []any{2.0, 3.0, 5.0, 7.0, 11.0, 13.0, 0.5}, 15015},
		{"most", []any{-1.0, 4.0, 2.0, 9.0, 3.0, -7.0}, 9},
		{"least", []any{3.0, -2.0, 5.0}, -2},
	} {
		v, err := interp.Make(m.Func(c.name).Params[0].Typ, c.v...)
		require.NoError(t, err)
		got, err := machine.Call(c.name, v)
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, got.F64(), c.name)
	}
}

// Instructions that vector libraries write as assembly mean what IR says.
func TestLowerAsm(t *testing.T) {
	const text = `
define <2 x double> @most(<2 x double> %a, <2 x double> %b) {
  %r = call <2 x double> asm "maxpd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(<2 x double> %a, <2 x double> %b)
  ret <2 x double> %r
}
define <2 x double> @least(<2 x double> %a, <2 x double> %b) {
  %r = call <2 x double> asm "vminpd $1, $2, $0", "=x,x,x"(<2 x double> %a, <2 x double> %b)
  ret <2 x double> %r
}
define <2 x double> @both(<2 x double> %a, <2 x double> %b, <2 x double> %c) {
  %r = tail call <2 x double> asm "vfmadd231pd $1, $2, $0", "=x,x,x,0,~{dirflag},~{fpsr},~{flags}"(<2 x double> %a, <2 x double> %b, <2 x double> %c)
  ret <2 x double> %r
}
define <2 x double> @other(<2 x double> %a, <2 x double> %b) {
  %r = call <2 x double> asm "subpd $1, $0", "=x,x,0"(<2 x double> %a, <2 x double> %b)
  ret <2 x double> %r
}
define <2 x double> @kept(<2 x double> %a) {
  %r = call <2 x double> asm "", "=x,0,~{dirflag},~{fpsr},~{flags}"(<2 x double> %a)
  ret <2 x double> %r
}
define double @stored(double %a) {
  %p = alloca double
  call void asm sideeffect "", "=*imr|x,0,~{memory}"(ptr elementtype(double) %p, double %a)
  call void asm sideeffect "", "=*m,*m,~{memory}"(ptr elementtype(double) %p, ptr elementtype(double) %p)
  call void asm sideeffect "", "r,~{memory}"(double %a)
  %r = load double, ptr %p
  ret double %r
}
define double @other2(double %a) {
  %r = call double asm "", "=x,x"(double %a)
  ret double %r
}
`
	m, defs := irtest.Read(t, []byte(text))
	for _, f := range defs {
		require.Equal(t, !strings.HasPrefix(f.Name, "other"), LowerCalls(f), f.Name)
		irtest.Check(t, f, "LowerCalls")
		f.MarkChanged()
	}
	irtest.Accepted(t, "19", m.Bytes())
	for name, want := range map[string]string{
		"kept": "ret <2 x double> %a", "stored": "store double %a, ptr %p",
		"most": "fcmp ogt <2 x double> %b, %a", "least": "fcmp olt <2 x double> %b, %a",
		"both": "@llvm.fma.v2f64(<2 x double> %a, <2 x double> %b, <2 x double> %c)",
	} {
		require.Contains(t, m.Func(name).String(), want)
	}
}

// Sums of adjacent integers are those of each half of a wide register, the first operand's before the second's.
func TestHorizontalSumsOfIntegers(t *testing.T) {
	m, defs := irtest.Read(t, []byte(`define i32 @narrow(i32 %k) {
  %s = call <4 x i32> @llvm.x86.ssse3.phadd.d.128(<4 x i32> <i32 1, i32 2, i32 4, i32 8>, <4 x i32> <i32 16, i32 32, i32 64, i32 128>)
  %r = extractelement <4 x i32> %s, i32 %k
  ret i32 %r
}
define i32 @wide(i32 %k) {
  %s = call <8 x i32> @llvm.x86.avx2.phadd.d(<8 x i32> <i32 1, i32 2, i32 4, i32 8, i32 100, i32 200, i32 400, i32 800>, <8 x i32> <i32 16, i32 32, i32 64, i32 128, i32 1600, i32 3200, i32 6400, i32 12800>)
  %r = extractelement <8 x i32> %s, i32 %k
  ret i32 %r
}
declare <4 x i32> @llvm.x86.ssse3.phadd.d.128(<4 x i32>, <4 x i32>)
declare <8 x i32> @llvm.x86.avx2.phadd.d(<8 x i32>, <8 x i32>)
`))
	for _, f := range defs {
		require.True(t, LowerCalls(f), f.Name)
		irtest.Check(t, f, "LowerCalls")
		f.MarkChanged()
	}
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	for name, sums := range map[string][]int32{"narrow": {3, 12, 48, 192}, "wide": {3, 12, 48, 192, 300, 1200, 4800, 19200}} {
		for k, want := range sums {
			got, err := machine.Call(name, interp.I32(int32(k)))
			require.NoError(t, err)
			require.Equal(t, want, int32(got.I64()), "%s %d", name, k)
		}
	}
}

// Conversions and blends under masks take the lanes, or the bytes, that the mask says; what rounds one lane leaves the others.
func TestMaskedConversions(t *testing.T) {
	m, defs := irtest.Read(t, []byte(`define float @narrow(i8 %m, i32 %k) {
  %s = call <8 x float> @llvm.x86.avx512.mask.cvtpd2ps.512(<8 x double> <double 1.0, double 2.0, double 3.0, double 4.0, double 5.0, double 6.0, double 7.0, double 8.0>, <8 x float> zeroinitializer, i8 %m, i32 4)
  %r = extractelement <8 x float> %s, i32 %k
  ret float %r
}
define i8 @bytes(i8 %m, i32 %k) {
  %w = insertelement <16 x i8> zeroinitializer, i8 %m, i32 3
  %s = call <16 x i8> @llvm.x86.sse41.pblendvb(<16 x i8> <i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7, i8 8, i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7, i8 8>, <16 x i8> zeroinitializer, <16 x i8> %w)
  %r = extractelement <16 x i8> %s, i32 %k
  ret i8 %r
}
define double @rounded(i32 %k) {
  %s = call <2 x double> @llvm.x86.sse41.round.sd(<2 x double> <double 1.5, double 2.5>, <2 x double> <double 3.25, double 4.5>, i32 10)
  %r = extractelement <2 x double> %s, i32 %k
  ret double %r
}
declare <2 x double> @llvm.x86.sse41.round.sd(<2 x double>, <2 x double>, i32)
declare <8 x float> @llvm.x86.avx512.mask.cvtpd2ps.512(<8 x double>, <8 x float>, i8, i32)
declare <16 x i8> @llvm.x86.sse41.pblendvb(<16 x i8>, <16 x i8>, <16 x i8>)
`))
	for _, f := range defs {
		require.True(t, LowerCalls(f), f.Name)
		irtest.Check(t, f, "LowerCalls")
		f.MarkChanged()
	}
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	for k, want := range []float64{0, 2, 0, 4} {
		got, err := machine.Call("narrow", interp.I8(10), interp.I32(int32(k)))
		require.NoError(t, err)
		require.Equal(t, want, got.F64(), k)
	}
	for k, want := range []float64{4, 2.5} {
		got, err := machine.Call("rounded", interp.I32(int32(k)))
		require.NoError(t, err)
		require.Equal(t, want, got.F64(), k)
	}
	for mask, want := range map[int8]int64{0: 4, 127: 4, -128: 0, -1: 0} {
		got, err := machine.Call("bytes", interp.I8(mask), interp.I32(3))
		require.NoError(t, err)
		require.Equal(t, want, got.I64(), mask)
	}
}
