package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Optimisers say of null that it is aligned to 2^32 bytes.
func TestLargestAlignment(t *testing.T) {
	m, err := Read("null.ll", []byte(`define void @f(i64 %n) {
  call void @llvm.memset.p0.i64(ptr align 4294967296 null, i8 undef, i64 %n, i1 false)
  store double 0.0, ptr null, align 4294967296
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
`))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	align, ok := f.Entry().Instrs[0].ArgAttr(0, "align")
	require.True(t, ok)
	require.Equal(t, "4294967296", align)
	require.Equal(t, int32(1<<30), f.Entry().Instrs[1].Align)
}
