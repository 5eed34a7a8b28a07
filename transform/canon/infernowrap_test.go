package canon

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// InferNoWrap marks what cannot wrap within years, and nothing else.
func TestInferNoWrap(t *testing.T) {
	for _, c := range []struct {
		start, step string
		want        ir.Flags
	}{
		{"0", "add i64 %i, 1", ir.NSW | ir.NUW},
		{"%wide", "add nuw i64 %i, 2", ir.NSW | ir.NUW},
		{"%signed", "add i64 %i, 1", ir.NSW},
		{"%eighth", "add i64 %i, -1", ir.NSW},
		{"-5", "add i64 %i, 1", ir.NSW},
		{"%n", "add i64 %i, 1", 0},                    // may start anywhere
		{"0", "add i64 %i, 6364136223846793005", 0},   // a random number
		{"0", "mul i64 %i, 3", 0},                     // no counter
		{"9223372036854775800", "add i64 %i, 1", 0},   // wraps soon
		{"-9223372036854775800", "add i64 %i, -1", 0}, // likewise
	} {
		f := irtest.ReadFunc(t, `define i64 @f(i64 %n, i32 %m) {
entry:
  %wide = zext i32 %m to i64
  %signed = sext i32 %m to i64
  %eighth = lshr i64 %n, 3
  br label %loop
loop:
  %i = phi i64 [ `+c.start+`, %entry ], [ %next, %loop ]
  %next = `+c.step+`
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %i
}
`)
		changed := InferNoWrap(f)
		irtest.Check(t, f, "InferNoWrap")
		next := f.Blocks[1].Instrs[1]
		require.Equal(t, "next", next.Name)
		assert.Equal(t, c.want, next.Flags&(ir.NSW|ir.NUW), "%s %s", c.start, c.step)
		assert.Equal(t, c.want != 0, changed, "%s %s", c.start, c.step)
		assert.False(t, InferNoWrap(f), "once is enough")
	}
}
