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
		require.False(t, m.HasDoubles(), text)
	}
	m, err := Read("t.ll", []byte("@d = global double 1.0 ; text\n"))
	require.NoError(t, err)
	require.True(t, m.HasDoubles())
}

// A module is Rust's if nothing but rustc made it.
func TestFromRust(t *testing.T) {
	for text, want := range map[string]bool{
		"!llvm.ident = !{!0}\n!0 = !{!\"rustc version 1.95.0 (abc 2026-01-01)\"}\n":                                                              true,
		"!llvm.ident = !{!0, !1}\n!0 = !{!\"Debian clang version 19.1.7\"}\n!1 = !{!\"rustc version 1.95.0\"}\n":                                 false,
		"declare i32 @rust_eh_personality(...)\n!llvm.ident = !{!0, !0, !1}\n!0 = !{!\"rustc version 1.95.0\"}\n!1 = !{!\"clang version 22\"}\n": false,
		"declare i32 @rust_eh_personality(...)\n":                                                                                                true,
		"@t = constant [16 x i8] c\"rustc version 1.\"\n":                                                                                        false,
		"!llvm.ident = !{!0}\n!0 = !{!\"clang version 22\"}\n!1 = !{!\"rustc version 1\"}\n":                                                     false,
	} {
		m, err := Read("t.ll", []byte(text))
		require.NoError(t, err)
		require.Equal(t, want, m.FromRust(), text)
	}
}
