package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A function that an optimiser gave another calling convention than C's is called by it: LLVM
// takes a call by another one for what never happens.
func TestConventionOfNewCalls(t *testing.T) {
	m, err := Read("f.ll", []byte(`define internal fastcc void @a(ptr %p) {
  ret void
}
define internal cc 10 void @b(ptr %p) {
  ret void
}
define internal void @c(ptr %p) {
  ret void
}
`))
	require.NoError(t, err)
	f := m.AddFunc("f", m.FuncType(Void, m.Ptr()))
	f.IsDecl = false
	b := NewBuilder(f.NewBlock("entry"))
	for _, name := range []string{"a", "b", "c"} {
		b.CallFunc(m.Func(name), f.Params[0])
	}
	b.Ret(nil)
	text := string(m.Bytes())
	for _, call := range []string{"call fastcc void @a(", "call cc 10 void @b(", "call void @c("} {
		require.Contains(t, text, call)
	}
}
