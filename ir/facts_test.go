package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What texts and names say is nothing that the code does.
func TestSinglesInCode(t *testing.T) {
	for text, want := range map[string]bool{
		"@note = constant [12 x i8] c\"a float here\"\n":                             false,
		"define void @\"a float of \"() {\n  ret void\n}\n":                          false,
		"define void @f() {\n  ret void ; a float or a double \n}\n":                 false,
		"!0 = !{!\"a float and a double \"}\n":                                       false,
		"define float @f(float %x) {\n  %y = fadd float %x, %x\n  ret float %y\n}\n": true,
	} {
		m, err := Read("t.ll", []byte(text))
		require.NoError(t, err)
		require.Equal(t, want, m.HasSingles(), text)
	}
}
