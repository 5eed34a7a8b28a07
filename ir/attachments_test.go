package ir

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Metadata that a function's header has in place may name other functions, in front of the function's own name
// and behind its parameters, on one line or several.
func TestAttachmentsInPlace(t *testing.T) {
	const text = `declare !augment !{ptr @aug} !gradient !{ptr @rev, !{!"}"}} double @ext(double)

declare !augment !{
  ptr @aug}
  double
  @split(double)

define double @aug(double %x) {
  ret double %x
}

define double @rev(double %x) !thing !{ptr @aug} {
  ret double %x
}
`
	for _, version := range []string{"19", "22"} {
		Accepted(t, version, []byte(text))
	}
	m, err := Read("f.ll", []byte(text))
	require.NoError(t, err)
	assert.Equal(t, []string{"ext", "split", "aug", "rev"}, m.FuncNames())
	for _, name := range m.FuncNames() {
		require.NoError(t, m.Func(name).Load())
		assert.Equal(t, "double (double)", m.Func(name).Typ.String())
		assert.Equal(t, name == "ext" || name == "split", m.Func(name).IsDecl)
	}
	assert.Equal(t, text, string(m.Bytes()))

	for _, cut := range []string{"declare !a !{ptr @f double @f(double)\n", "define double @f(double %x) !a !{ptr @f {\n  ret double %x\n"} {
		m, err := Read("f.ll", []byte(cut))
		assert.True(t, err != nil || m.Func("f") == nil, cut)
	}
}
