package metamorphic

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const small = `; ModuleID = 'a.c'
source_filename = "a.c"

%struct.pair = type { double, double }

@.str = private unnamed_addr constant [7 x i8] c"@helper"

define internal double @helper(double %x) #0 {
  ret double %x
}

define double @f(ptr %p) {
  %q = getelementptr %struct.pair, ptr %p, i32 0, i32 1
  %x = load double, ptr %q, align 8, !tbaa !2
  %y = call double @helper(double %x)
  ret double %y
}

attributes #0 = { nounwind }

!llvm.ident = !{!0}

!0 = !{!"clang"}
!2 = !{!"double"}
`

const made = `
define double @f_grad(ptr %p) nounwind {
  %v.0 = getelementptr %struct.pair, ptr %p, i32 0, i32 1
  %v.1 = load double, ptr %v.0, align 8, !tbaa !2
  %v.2 = call double @helper(double %v.1) #0
  ret double %v.2
}
`

// What was generated is the same whatever numbers metadata and attributes
// have, with debug information and without; an instruction is not.
func TestNormal(t *testing.T) {
	none := strings.NewReplacer()
	want := normal(small, small+made, none)
	require.NotContains(t, want, "@f(")
	require.Contains(t, want, `!tbaa !0`)
	require.Contains(t, want, `!0 = !{!"double"}`)
	other := strings.NewReplacer("!2", "!7", "#0", "#4").Replace(small + made)
	other = strings.Replace(other, "%v.2)", "%v.2), !dbg !9", 1) + "!9 = !DILocation(line: 1)\n"
	require.Equal(t, want, normal(strings.NewReplacer("!2", "!7", "#0", "#4").Replace(small), other, none))
	for _, change := range [][2]string{{"i32 1\n  %v.1", "i32 0\n  %v.1"}, {"ret double %v.2", "ret double %v.1"}, {`!"double"`, `!"float"`}} {
		changed := strings.Replace(made, change[0], change[1], 1)
		text := small
		if changed == made {
			text = strings.Replace(small, change[0], change[1], 1)
		}
		require.NotEqual(t, want, normal(text, text+changed, none), "%v", change)
	}
}

// Names of internal functions and types change wherever they stand, and come back.
func TestRename(t *testing.T) {
	c, ok := rename(&source{text: small})
	require.True(t, ok)
	require.NotContains(t, c.text, "helper")
	require.NotContains(t, c.text, "pair")
	require.Contains(t, c.text, "@f(")
	require.Contains(t, c.text, "%struct.Q")
	require.Len(t, c.text, len(small))
	renamed := strings.NewReplacer("helper", name(t, c.text, "define internal double @"), "struct.pair", name(t, c.text, "\n%")).Replace(made)
	require.Equal(t, normal(small, small+made, strings.NewReplacer()), normal(c.text, c.text+renamed, c.back))
}

// name is what stands behind a text, up to a space or a bracket.
func name(t *testing.T, text, behind string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, behind)
	require.True(t, ok)
	return rest[:strings.IndexAny(rest, " (")]
}

// Each change leaves what was there, or gives it another form that is asked for.
func TestChangesAdd(t *testing.T) {
	s := &source{text: small, debug: small, file: "a.ll"}
	for _, ch := range changes {
		c, ok := ch.apply(s)
		require.True(t, ok, ch.name)
		switch ch.name {
		case "text", "width", "types":
			require.True(t, strings.HasPrefix(c.text, small), ch.name)
			require.Greater(t, len(c.text), len(small)+40, ch.name)
		case "ident":
			require.Contains(t, c.text, "!llvm.ident = !{!0, !99999}")
			require.Contains(t, c.text, "rustc version")
		case "file":
			require.Contains(t, c.text, `source_filename = "my-cgu.c"`)
			require.Equal(t, "my-cgu.c", c.file)
		}
	}
	c, _ := otherWidth(s)
	require.Contains(t, c.text, "define float @llad_other_float")
	require.NotContains(t, c.text, "define double @llad_other_double")
}
