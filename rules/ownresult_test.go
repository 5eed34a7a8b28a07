package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// A String that format delivers is an object of its own, the program's results are not.
func TestOwnResult(t *testing.T) {
	m, err := ir.Read("t.ll", []byte(`
declare void @_RNvNvNtCs_5alloc3fmt6format12format_inner(ptr sret([24 x i8]) align 8, ptr, ptr)
declare void @other(ptr sret([24 x i8]))
define void @f(ptr %p, ptr %q) {
  call void @_RNvNvNtCs_5alloc3fmt6format12format_inner(ptr sret([24 x i8]) align 8 %p, ptr %q, ptr %q)
  call void @other(ptr sret([24 x i8]) %p)
  ret void
}
`))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	got := rules.OwnResult(f.Entry().Instrs[0])
	require.NotNil(t, got)
	require.Equal(t, int64(24), m.Layout.AllocSize(got))
	require.Nil(t, rules.OwnResult(f.Entry().Instrs[1]))
}
