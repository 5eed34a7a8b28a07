package raise

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// Addresses that go on by a constant become elements; others stay what they are.
func TestUndoStrengthReduction(t *testing.T) {
	for _, c := range []struct{ step, want string }{
		{"getelementptr inbounds i8, ptr %p, i64 8", "getelementptr inbounds [8 x i8], ptr %x, i64 %"},
		{"getelementptr inbounds double, ptr %p, i64 1", "getelementptr inbounds double, ptr %x, i64 %"},
		{"getelementptr double, ptr %p, i64 2", "getelementptr [16 x i8], ptr %x, i64 %"},
		{"getelementptr inbounds double, ptr %p, i64 -1", "getelementptr inbounds [8 x i8], ptr %x, i64 %"},
		{"getelementptr double, ptr %p, i64 %n", ""}, // not the same in every program
		{"getelementptr double, ptr %p, i64 0", ""},  // stands still
		{"getelementptr double, ptr %x, i64 1", ""},  // goes nowhere
		{"load ptr, ptr %p", ""},                            // a list
		{"getelementptr i8, ptr %p, i64 1099511627776", ""}, // no element is so large
	} {
		f := irtest.ReadFunc(t, `define void @f(ptr %x, ptr %y, i64 %n) {
entry:
  br label %loop
loop:
  %p = phi ptr [ %x, %entry ], [ %next, %loop ]
  store double 1.0, ptr %p
  %next = `+c.step+`
  %more = icmp ne ptr %next, %y
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
`)
		f.MarkChanged()
		assert.Equal(t, c.want != "", UndoStrengthReduction(f), c.step)
		irtest.Check(t, f, "UndoStrengthReduction")
		var phi *ir.Instr
		for _, i := range f.Blocks[1].Phis() {
			phi = i
		}
		assert.Equal(t, c.want == "", phi.Typ.IsPtr(), c.step)
		assert.True(t, strings.Contains(f.String(), c.want), "%s\n%s", c.step, f)
	}
}
