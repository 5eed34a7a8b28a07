package ir_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// The name of an intrinsic on pointers to a struct has the struct's own name in it, in
// quotes as a whole where that needs them.
func TestIntrinsicOfQuotedStruct(t *testing.T) {
	m, err := ir.Read("quoted.ll", []byte(`
%"class.a::b" = type { i8* }
define void @f(%"class.a::b"* %p) {
  ret void
}
`))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	b := ir.NewBuilder(f.Entry())
	b.Before(f.Entry().Instrs[0])
	p := f.Params[0]
	b.Intrinsic("launder.invariant.group", p.Typ, []*ir.Type{p.Typ}, p)
	f.MarkChanged()
	text := m.Bytes()
	require.Contains(t, string(text), `@"llvm.launder.invariant.group.p0s_class.a::bs"(%"class.a::b"*`)
	m, err = ir.Read("again.ll", text)
	require.NoError(t, err)
	require.NoError(t, m.Func("f").Load())
}
