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

const throughVariable = `
@get = global ptr @malloc, align 8
define double @f(double %x) {
  %make = load ptr, ptr @get, align 8
  %m = call ptr %make(i64 8)
  store double %x, ptr %m, align 8
  %v = load double, ptr %m, align 8
  %r = fmul double %v, %v
  call void @free(ptr %m)
  ret double %r
}
define ptr @other(i64 %n) {
  %m = call ptr @malloc(i64 %n)
  ret ptr %m
}
declare noalias ptr @malloc(i64)
declare void @free(ptr)
`

// A derivative that takes an allocator for the one that a variable is initialised with
// ends the program where another module has changed it.
func TestChangedAllocatorIsFound(t *testing.T) {
	for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
		m, err := ir.Read("f.ll", []byte(throughVariable))
		require.NoError(t, err)
		_, err = llad.Differentiate(m, llad.Request{Func: "f", Mode: mode})
		require.NoError(t, err)
		text := string(m.Bytes())
		got, out, err := derivativeAt3(t, mode, text)
		require.NoError(t, err, out)
		require.Equal(t, 6.0, got)
		changed := strings.Replace(text, "@get = global ptr @malloc", "@get = global ptr @other", 1)
		require.NotEqual(t, text, changed)
		_, out, err = derivativeAt3(t, mode, changed)
		require.Error(t, err)
		require.Contains(t, out, "variable 'get' no longer holds the address of code that it was initialised with")
	}
}

const setter = "define void @set(ptr %p) {\n  store ptr %p, ptr @get, align 8\n  ret void\n}\n"

// A function that nothing in the module mentions is for other modules to call.
func TestVariablesThatOthersMayChangeAreSettled(t *testing.T) {
	m, err := ir.Read("f.ll", []byte(throughVariable+setter))
	require.NoError(t, err)
	_, err = llad.Differentiate(m, llad.Request{Func: "f", Mode: llad.Reverse})
	require.NoError(t, err)
	got, out, err := derivativeAt3(t, llad.Reverse, string(m.Bytes()))
	require.NoError(t, err, out)
	require.Equal(t, 6.0, got)
}

// What the module changes itself, or gives away, is not taken for its initialiser.
func TestVariablesThatChangeAreNotSettled(t *testing.T) {
	for _, writer := range []string{
		setter + "define void @both(ptr %p) {\n  call void @set(ptr %p)\n  ret void\n}\n",
		setter + "@at = global ptr @set\n",
		"define void @hand(ptr %p) {\n  store ptr @get, ptr %p, align 8\n  ret void\n}\n",
		"define ptr @where(i1 %c) {\n  %p = select i1 %c, ptr @get, ptr null\n  ret ptr %p\n}\n",
		"@at = global ptr @get\n",
	} {
		m, err := ir.Read("f.ll", []byte(throughVariable+writer))
		require.NoError(t, err)
		d := llad.New(m)
		d.Transport = llad.TransportSettled
		_, err = d.Differentiate(llad.Request{Func: "f", Mode: llad.Reverse})
		require.ErrorContains(t, err, "L0311", writer)
	}
}

// derivativeAt3 is df/dx at 3, and what the program printed.
func derivativeAt3(t *testing.T, mode llad.Mode, text string) (float64, string, error) {
	m, err := ir.Read("g.ll", []byte(text))
	require.NoError(t, err)
	var out strings.Builder
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator, Stdout: &out})
	require.NoError(t, err)
	d, err := machine.NewFloat64s([]float64{0})
	require.NoError(t, err)
	if mode == llad.Reverse {
		_, err = machine.Call("f_grad", interp.F64(3), interp.Pointer(d), interp.F64(1))
	} else {
		_, err = machine.Call("f_jvp", interp.F64(3), interp.F64(1), interp.Pointer(d))
	}
	if err != nil {
		return 0, out.String(), err
	}
	got, err := machine.ReadFloat64s(d, 1)
	require.NoError(t, err)
	return got[0], out.String(), nil
}

const taggedCells = `
define double @f(ptr %x, i64 %n) {
entry:
  %a = alloca { i64, i64 }, align 8
  %b = alloca { i64, i64 }, align 8
  %c = alloca { i64, i64 }, align 8
  %d = alloca { i64, i64 }, align 8
  %at = getelementptr i8, ptr %a, i64 8
  %bt = getelementptr i8, ptr %b, i64 8
  %ct = getelementptr i8, ptr %c, i64 8
  %dt = getelementptr i8, ptr %d, i64 8
  %tag = icmp ugt i64 %n, 3
  br i1 %tag, label %number, label %address
number:
  %v = load double, ptr %x, align 8
  %v2 = fmul double %v, %v
  store double %v2, ptr %at, align 8
  br label %move
address:
  store ptr %x, ptr %at, align 8
  br label %move
move:
  %w = load i64, ptr %at, align 8
  store i64 %w, ptr %bt, align 8
  %u = load double, ptr %bt, align 8
  store double %u, ptr %ct, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %c, i64 16, i1 false)
  br i1 %tag, label %one, label %other
one:
  %r = load double, ptr %dt, align 8
  %r2 = fmul double %r, %r
  ret double %r2
other:
  %p = load ptr, ptr %dt, align 8
  %q = load double, ptr %p, align 8
  ret double %q
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
`

// Cells that hold doubles or addresses, as tags say, are settled: their shadows are asked which when the program runs.
func TestTaggedCellsAreSettled(t *testing.T) {
	for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
		m, err := ir.Read("f.ll", []byte(taggedCells))
		require.NoError(t, err)
		d := llad.New(m)
		_, err = d.Differentiate(llad.Request{Func: "f", Mode: mode})
		require.NoError(t, err)
		require.Empty(t, d.Notes)
		m, err = ir.Read("g.ll", m.Bytes())
		require.NoError(t, err)
		machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
		require.NoError(t, err)
		for n, want := range map[int64]float64{2: 1, 5: 4 * 27} {
			x, err := machine.NewFloat64s([]float64{3})
			require.NoError(t, err)
			dx, err := machine.NewFloat64s([]float64{0})
			require.NoError(t, err)
			if mode == llad.Reverse {
				_, err = machine.Call("f_grad", interp.Pointer(x), interp.Pointer(dx), interp.I64(n), interp.F64(1))
				require.NoError(t, err)
				got, err := machine.ReadFloat64s(dx, 1)
				require.NoError(t, err)
				require.Equal(t, want, got[0])
				continue
			}
			one, err := machine.NewFloat64s([]float64{1})
			require.NoError(t, err)
			_, err = machine.Call("f_jvp", interp.Pointer(x), interp.Pointer(one), interp.I64(n), interp.Pointer(dx))
			require.NoError(t, err)
			got, err := machine.ReadFloat64s(dx, 1)
			require.NoError(t, err)
			require.Equal(t, want, got[0])
		}
	}
}

const keptBlock = `target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
@kept = internal global ptr null, align 8
declare ptr @malloc(i64)
define double @f(ptr %x, i64 %n) {
entry:
  %k = load ptr, ptr @kept, align 8
  %none = icmp eq ptr %k, null
  br i1 %none, label %fill, label %begin
fill:
  %block = call ptr @malloc(i64 16)
  %inner = call ptr @malloc(i64 8)
  store double 2.0, ptr %inner, align 8
  store ptr %inner, ptr %block, align 8
  store ptr %block, ptr @kept, align 8
  br label %begin
begin:
`

// Tagged cells beside memory that a variable keeps between calls, of which nothing tells how long it is: by names, since the
// second call would end with a message where the shadows of the cells are asked.
func TestTaggedCellsBesideKeptMemory(t *testing.T) {
	text := strings.Replace(taggedCells, "define double @f(ptr %x, i64 %n) {\nentry:\n", keptBlock, 1)
	text = strings.Replace(text, "  %v2 = fmul double %v, %v\n", "  %k2 = load ptr, ptr @kept, align 8\n  %in = load ptr, ptr %k2, align 8\n"+
		"  %old = load double, ptr %in, align 8\n  %v2 = fmul double %v, %old\n  store double %v, ptr %in, align 8\n", 1)
	for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
		m, err := ir.Read("f.ll", []byte(text))
		require.NoError(t, err)
		d := llad.New(m)
		_, err = d.Differentiate(llad.Request{Func: "f", Mode: mode})
		require.NoError(t, err)
		require.Len(t, d.Notes, 1)
		require.Equal(t, "L0718", d.Notes[0].Code)
		m, err = ir.Read("g.ll", m.Bytes())
		require.NoError(t, err)
		machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
		require.NoError(t, err)
		for _, want := range []float64{2 * 3 * 4, 2 * 3 * 9} { // what the call before left is constant
			x, err := machine.NewFloat64s([]float64{3})
			require.NoError(t, err)
			dx, err := machine.NewFloat64s([]float64{0})
			require.NoError(t, err)
			if mode == llad.Reverse {
				_, err = machine.Call("f_grad", interp.Pointer(x), interp.Pointer(dx), interp.I64(5), interp.F64(1))
			} else {
				one, e := machine.NewFloat64s([]float64{1})
				require.NoError(t, e)
				_, err = machine.Call("f_jvp", interp.Pointer(x), interp.Pointer(one), interp.I64(5), interp.Pointer(dx))
			}
			require.NoError(t, err)
			got, err := machine.ReadFloat64s(dx, 1)
			require.NoError(t, err)
			require.Equal(t, want, got[0])
		}
	}
}
