package llad_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/ir"
)

const refusedTwice = `
@name = constant [2 x i8] c"a\00"
define double @f(double %x) {
  %p = call ptr @getenv(ptr @name)
  store double %x, ptr %p, align 8
  %v = load double, ptr %p, align 8
  %r = call double @h(double %v, ptr %p)
  ret double %r
}
define double @h(double %x, ptr %p) noinline {
  %r = call double @BODY(double %x)
  ret double %r
}
declare ptr @getenv(ptr)
declare double @elsewhere(double)
`

// Where a derivative is refused for what memory holds, and by names since a function has no
// rule, it is the function that the message names.
func TestFunctionsWithoutRulesAreNamedFirst(t *testing.T) {
	differentiate := func(callee string, transport llad.Transport) error {
		m, err := ir.Read("f.ll", []byte(strings.Replace(refusedTwice, "BODY", callee, 1)))
		require.NoError(t, err)
		d := llad.New(m)
		d.Transport = transport
		_, err = d.Differentiate(llad.Request{Func: "f", Mode: llad.Reverse})
		return err
	}
	require.ErrorContains(t, differentiate("llvm.sin.f64", llad.TransportSettled), "L0311")
	require.NoError(t, differentiate("llvm.sin.f64", ""))
	err := differentiate("elsewhere", "")
	require.ErrorContains(t, err, "L0104")
	require.ErrorContains(t, err, "elsewhere")
}

// The sign of a long double, read from its bits, is none of its derivative.
func TestSignsOfLongDoublesByNames(t *testing.T) {
	const text = `
define double @f(double %x) {
  %wide = fpext double %x to x86_fp80
  %square = fmul x86_fp80 %wide, %wide
  %bits = bitcast x86_fp80 %square to i80
  %negative = icmp slt i80 %bits, 0
  %minus = fneg x86_fp80 %square
  %r = select i1 %negative, x86_fp80 %minus, x86_fp80 %square
  %d = fptrunc x86_fp80 %r to double
  ret double %d
}
`
	byNamesAt3(t, text, 6)
}

// What a library function is known to compute is traced in its body by names.
func TestProductsByNames(t *testing.T) {
	const name = "_ZN5Eigen8internal29general_matrix_matrix_productIldLi0ELb0EdLi0ELb0ELi0ELi1EE3runElllPKdlS4_lPdlldRNS0_15level3_blockingIddEEPNS0_16GemmParallelInfoIlEE"
	const text = `
define double @f(double %x) {
  %a = alloca double
  %c = alloca double
  store double %x, ptr %a
  store double 0.0, ptr %c
  call void @` + name + `(i64 1, i64 1, i64 1, ptr %a, i64 1, ptr %a, i64 1, ptr %c, i64 1, i64 1, double 1.0, ptr null, ptr null)
  %r = load double, ptr %c
  ret double %r
}
define void @` + name + `(i64 %rows, i64 %cols, i64 %depth, ptr %l, i64 %ls, ptr %r, i64 %rs, ptr %res, i64 %inc, i64 %stride, double %alpha, ptr %blocking, ptr %info) {
  %x = load double, ptr %l
  %y = load double, ptr %r
  %p = fmul double %x, %y
  %q = fmul double %p, %alpha
  %old = load double, ptr %res
  %new = fadd double %old, %q
  store double %new, ptr %res
  ret void
}
`
	byNamesAt3(t, text, 6)
}

// byNamesAt3 differentiates f in both modes by names, and holds its derivative at 3 against what it is.
func byNamesAt3(t *testing.T, text string, want float64) {
	t.Helper()
	const layout = `target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"`
	for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
		m, err := ir.Read("f.ll", []byte(layout+"\n"+text))
		require.NoError(t, err)
		d := llad.New(m)
		d.Transport = llad.TransportNames
		_, err = d.Differentiate(llad.Request{Func: "f", Mode: mode})
		require.NoError(t, err)
		got, out, err := derivativeAt3(t, mode, string(m.Bytes()))
		require.NoError(t, err, out)
		require.Equal(t, want, got)
	}
}

// Operations whose results are used once, in their block, are one statement of the tape: here two of six and three
// terms, where there are seven operations. Statements of several numbers begin at all places of a block of numbers.
func TestStatementsByNames(t *testing.T) {
	const text = `
define double @f(double %x) {
entry:
  %slot = alloca double
  store double %x, ptr %slot
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %a = load volatile double, ptr %slot
  %b = load volatile double, ptr %slot
  %c = load volatile double, ptr %slot
  %d = load volatile double, ptr %slot
  %e = load volatile double, ptr %slot
  %g = load volatile double, ptr %slot
  %ab = fmul double %a, %b
  %abc = fadd double %ab, %c
  %abcd = fmul double %abc, %d
  %all = fsub double %abcd, %e
  %scaled = fmul double %all, %g
  %twice = fmul double %scaled, 2.0
  %sum = fadd double %s, %twice
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 600
  br i1 %more, label %loop, label %exit
exit:
  ret double %sum
}
`
	byNamesAt3(t, text, 600*2*(4*27+3*9-2*3))
	require.Equal(t, 2, pushes(t, text))
	vectors := strings.NewReplacer("double %x", "double %x", "store double %x", "%v0 = insertelement <2 x double> undef, double %x, i32 0\n  %v1 = insertelement <2 x double> %v0, double %x, i32 1\n  store <2 x double> %v1",
		"alloca double", "alloca <2 x double>", "volatile double", "volatile <2 x double>", "phi double [ 0.0,", "phi <2 x double> [ zeroinitializer,",
		"fmul double %scaled, 2.0", "fmul <2 x double> %scaled, <double 1.0, double 2.0>", "fmul double", "fmul <2 x double>", "fadd double", "fadd <2 x double>", "fsub double", "fsub <2 x double>",
		"ret double %sum", "%r0 = extractelement <2 x double> %sum, i32 0\n  %r1 = extractelement <2 x double> %sum, i32 1\n  %r = fadd double %r0, %r1\n  ret double %r").Replace(text)
	byNamesAt3(t, vectors, 600*3*(4*27+3*9-2*3))
	require.Equal(t, 5, pushes(t, vectors), "two a lane, and the sum")
}

// A partial of zero ends what is behind it, as in the sweep: the root of zero has none.
func TestStatementsEndWithPartialsOfZero(t *testing.T) {
	byNamesAt3(t, `
define double @f(double %x) {
  %none = fsub double %x, %x
  %root = call double @llvm.sqrt.f64(double %none)
  %zero = fmul double %root, 0.0
  %r = fadd double %zero, %x
  %more = fsub double %x, 3.0
  %left = fmul double %root, %more
  %all = fadd double %r, %x
  ret double %all
}
declare double @llvm.sqrt.f64(double)
`, 2)
}

// pushes is the number of statements in the traced form of a function, f.
func pushes(t *testing.T, text string) int {
	t.Helper()
	return strings.Count(tracedForm(t, text, nil), "@llad.trace1.names.push")
}

// tracedForm is the traced form of a function, f, in its gradient by names.
func tracedForm(t *testing.T, text string, args map[string]llad.Activity) string {
	t.Helper()
	m, err := ir.Read("f.ll", []byte(text))
	require.NoError(t, err)
	d := llad.New(m)
	d.Transport = llad.TransportNames
	_, err = d.Differentiate(llad.Request{Func: "f", Mode: llad.Reverse, Args: args})
	require.NoError(t, err)
	_, traced, ok := strings.Cut(string(m.Bytes()), "define internal { double, i64 } @f.traced(")
	require.True(t, ok)
	traced, _, _ = strings.Cut(traced, "\n}")
	return traced
}

// A block without a shadow, as memory of a constant argument, that is reallocated has one of zeros then.
func TestReallocatedBlocksByNames(t *testing.T) {
	const text = `
define double @f(double %x, ptr %old) {
  %p = call ptr @realloc(ptr %old, i64 16)
  %second = getelementptr double, ptr %p, i64 1
  store double %x, ptr %second
  %a = load double, ptr %p
  %b = load double, ptr %second
  %r = fmul double %a, %b
  call void @free(ptr %p)
  ret double %r
}
declare ptr @realloc(ptr, i64)
declare void @free(ptr)
`
	_, behind, ok := strings.Cut(tracedForm(t, text, map[string]llad.Activity{"1": llad.Const}), "call ptr @realloc(ptr %v")
	require.True(t, ok)
	require.Regexp(t, `select i1 %v[.0-9]+, i64 16, i64 0\n  call void @llvm\.memset`, behind)
}
