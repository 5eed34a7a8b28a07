package canon

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

const variadicText = `target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "TRIPLE"

define double @f(double %x, ptr %p) {
	%r = call double (i32, ...) @sum(i32 2, double %x, ptr %p, i32 3, x86_fp80 0xK3FFF8000000000000000, <2 x float> zeroinitializer, <2 x double> zeroinitializer)
	%s = call double (i32, ...) @sum(i32 2, <4 x double> zeroinitializer)
	%t = call i32 (ptr, ...) @printf(ptr null, double %x)
	ret double %r
}

define double @sum(i32 %n, ...) {
	%list = alloca [24 x i8], align 16
	call void @llvm.va_start.p0(ptr %list)
	%area.at = getelementptr i8, ptr %list, i64 16
	%area = load ptr, ptr %area.at, align 8
	%at = getelementptr i8, ptr %area, i64 48
	%v = load double, ptr %at, align 8
	call void @llvm.va_end.p0(ptr %list)
	ret double %v
}

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare i32 @printf(ptr, ...)
`

// Variable arguments stand where va_start of the System V ABI leads; other targets, and
// arguments that travel in other ways, are left alone.
func TestLowerVariadics(t *testing.T) {
	for triple, lowered := range map[string]bool{"x86_64-unknown-linux-gnu": true, "aarch64-unknown-linux-gnu": false, "x86_64-pc-windows-msvc": false} {
		m, err := ir.Read("a.ll", []byte(strings.Replace(variadicText, "TRIPLE", triple, 1)))
		require.NoError(t, err)
		f := m.Func("f")
		require.NoError(t, f.Load())
		LowerVariadics(f, rules.ReadsVariadic)
		require.NoError(t, ir.Verify(f))
		to := m.Func("sum.listed")
		require.Equal(t, lowered, to != nil, triple)
		if !lowered {
			continue
		}
		require.NoError(t, ir.Verify(to))
		require.False(t, to.Typ.Variadic)
		var calls []string
		stored := map[string]int64{}
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				switch i.Op {
				case ir.Call:
					calls = append(calls, i.CalledFunc().Name)
				case ir.Store:
					stored[i.Arg(0).Type().String()] = offsetOf(t, i.Arg(1))
				}
			}
		}
		require.Equal(t, []string{"sum.listed", "sum", "printf"}, calls)
		require.Equal(t, map[string]int64{"double": 48, "ptr": 8, "i32": 16, "x86_fp80": 176, "<2 x float>": 64, "<2 x double>": 80}, stored)
	}
}

// offsetOf is how far an address is from the one that it is made of.
func offsetOf(t *testing.T, v ir.Value) int64 {
	t.Helper()
	gep := v.(*ir.Instr)
	require.Equal(t, ir.GetElementPtr, gep.Op)
	n, ok := ir.IntValue(gep.Arg(1))
	require.True(t, ok)
	return n
}
