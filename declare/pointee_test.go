package declare

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// What a function copies holds what the copy holds; the copied memory is not written.
func TestPointeeOfCopiedMemory(t *testing.T) {
	m, err := ir.Read("f.ll", []byte(`
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @unknown(ptr)

define double @f(ptr %from, ptr %to, ptr %mixed, ptr %opaque, i64 %n) {
  %u = alloca [8 x double]
  %v = alloca [16 x i8]
  %u1 = getelementptr i8, ptr %u, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr %u1, ptr %from, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %u, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %mixed, i64 16, i1 false)
  %i = load i32, ptr %v
  %v8 = getelementptr i8, ptr %v, i64 8
  %a = load double, ptr %v8
  %d = load double, ptr %u
  call void @unknown(ptr %opaque)
  ret double %d
}
`))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	for k, want := range []Pointee{
		{Elem: ir.Double},
		{Elem: ir.Double, Written: true},
		{Mixed: true},
		{Written: true},
	} {
		assert.Equal(t, want, PointeeOf(f.Params[k]), "parameter %d", k)
	}
}
