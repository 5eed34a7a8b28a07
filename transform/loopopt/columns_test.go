package loopopt

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

func TestWritesColumns(t *testing.T) {
	const text = `
define void @f(ptr %a, ptr %b, i64 %n, ptr %q) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds INDEX
  store double 1.0, ptr %p
  %next = STEP
  %done = icmp eq i64 %i, 0
  br i1 %done, label %out, label %loop
out:
  ret void
}
`
	const down = "add i64 %i, -1"
	for _, c := range []struct {
		name, index, step string
		want              bool
	}{
		{"a row", "double, ptr %a, i64 %i", down, false},
		{"a column", "[100 x double], ptr %a, i64 %i, i64 %n", down, true},
		{"every second element", "{ double, double }, ptr %a, i64 %i, i32 1", down, true},
		{"one place", "double, ptr %a, i64 %n", down, false},
		{"a column upwards", "[100 x double], ptr %a, i64 %i, i64 %n", "add i64 %i, 1", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := ir.Read("f.ll", []byte(strings.NewReplacer("INDEX", c.index, "STEP", c.step).Replace(text)))
			require.NoError(t, err)
			f := m.Func("f")
			require.NoError(t, f.Load())
			l := analysis.Loops(f, ir.Dominators(f)).Top[0]
			require.Equal(t, c.want, writesColumns(m.Layout, l))
		})
	}
}
