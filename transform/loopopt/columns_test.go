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
			li := analysis.Loops(f, ir.Dominators(f))
			require.Equal(t, c.want, writesColumns(m.Layout, li, li.Top[0]))
		})
	}
}

// A loop around one of few iterations, which the compiler unrolls.
func TestWritesColumnsInside(t *testing.T) {
	const text = `
define void @f(ptr %a, i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 7, %entry ], [ %i.next, %latch ]
  %row = mul nsw i64 %i, ROW
  %base = getelementptr double, ptr %a, i64 %row
  br label %inner
inner:
  %j = phi i64 [ 2, %outer ], [ %j.next, %inner ]
  %at = add nsw i64 %j, PLUS
  %p = getelementptr inbounds double, ptr %base, i64 %at
  store double 1.0, ptr %p
  %j.next = add i64 %j, -1
  %j.done = icmp eq i64 %j, END
  br i1 %j.done, label %latch, label %inner
latch:
  %i.next = add i64 %i, -1
  %i.done = icmp eq i64 %i, 0
  br i1 %i.done, label %out, label %outer
out:
  ret void
}
`
	for _, c := range []struct {
		name, row, plus, end string
		want, unrolled       bool
	}{
		{"columns", "9", "1", "0", true, true},
		{"rows", "1", "1", "0", false, true},
		{"rows by the other index", "0", "%i", "0", false, true},
		{"a number of rows that is not known", "%n", "1", "0", false, true},
		{"many iterations", "9", "1", "-20", true, false},
		{"as many iterations as it takes", "9", "1", "%n", true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := ir.Read("f.ll", []byte(strings.NewReplacer("ROW", c.row, "PLUS", c.plus, "END", c.end).Replace(text)))
			require.NoError(t, err)
			f := m.Func("f")
			require.NoError(t, f.Load())
			li := analysis.Loops(f, ir.Dominators(f))
			require.Equal(t, c.want, writesColumns(m.Layout, li, li.Top[0]))
			require.Equal(t, c.unrolled, unrolledInside(li.Top[0]))
		})
	}
}
