package activity_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// A function that only copies bytes learns from its caller what they are.
func TestCallersTellTypes(t *testing.T) {
	m, err := ir.Read("copies.ll", []byte(`
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal void @copies(ptr %y, ptr %x, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 %n, i1 false)
  ret void
}
define double @f(ptr %x, i64 %n) {
  %t = alloca double, i64 %n
  %b = mul i64 %n, 8
  call void @copies(ptr %t, ptr %x, i64 %b)
  %p = getelementptr double, ptr %t, i64 %n
  %v = load double, ptr %p
  ret double %v
}
`))
	require.NoError(t, err)
	env := activity.NewEnv(m)
	f, g := m.Func("f"), m.Func("copies")
	require.NoError(t, f.Load())
	require.NoError(t, g.Load())
	info, diags := env.Analyze(f, signature.Seed{Params: []signature.Kind{signature.Dup, signature.Const}, Ret: true})
	require.Empty(t, diags)
	c := info.Call(findCall(f, "@copies"))
	require.True(t, c.Active)

	clone := g.Clone("clone")
	env.Copied(clone, g)
	inner, diags := env.Analyze(clone, c.Seed)
	require.Empty(t, diags)
	require.Equal(t, "double", piecesText(inner.Pieces(findCall(clone, "@llvm.memcpy.p0.p0.i64"))))
}
