package activity

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// A key that stands where a result has an address otherwise, and is no address, keeps nothing
// from being read at that.
func TestKeysBesideAddresses(t *testing.T) {
	m, err := ir.Read("keys.ll", []byte(`
define double @f(ptr %x, ptr %keys, i1 %none) personality ptr @rust_eh_personality {
  %key = load i32, ptr %keys
  %word = zext i32 %key to i64
  %error = inttoptr i64 %word to ptr
  %p = select i1 %none, ptr %error, ptr %x
  br i1 %none, label %missing, label %found
found:
  %v = load double, ptr %p
  ret double %v
missing:
  ret double 0.000000e+00
}
declare i32 @rust_eh_personality(...)
`))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	_, diags := NewEnv(m).Analyze(f, signature.Seed{Params: []signature.Kind{signature.Dup, signature.Const, signature.Const}, Ret: true})
	assert.Empty(t, diags)
}
