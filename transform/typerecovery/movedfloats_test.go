package typerecovery

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// A word that is the result of a call that may throw on one way is made an integer behind the
// call, where it returns.
func TestMovedFloatsBehindInvokes(t *testing.T) {
	f := irtest.ReadFunc(t, `define i64 @f(i64 %w, i1 %c) personality ptr @rust_eh_personality {
entry:
  br i1 %c, label %call, label %made
call:
  %p = invoke ptr @g()
          to label %join unwind label %pad
made:
  %q = inttoptr i64 %w to ptr
  br label %join
join:
  %r = phi ptr [ %p, %call ], [ %q, %made ]
  %n = ptrtoint ptr %r to i64
  ret i64 %n
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
declare ptr @g()
declare i32 @rust_eh_personality(...)
`)
	assert.True(t, MovedFloats(f))
	irtest.Check(t, f, "MovedFloats")
	for _, b := range f.Blocks {
		if i := b.Instrs[0]; i.Op == ir.PtrToInt {
			assert.Equal(t, ir.Invoke, i.Arg(0).(*ir.Instr).Op)
			assert.NotEqual(t, b, i.Arg(0).(*ir.Instr).Parent)
			return
		}
	}
	t.Error("no block behind the call")
}

// An address that is compared, and counted with, goes nowhere as the number that it is made for that.
func TestMovedFloatsCountedAddresses(t *testing.T) {
	f := irtest.ReadFunc(t, `define i64 @f(ptr %a, ptr %end) personality ptr @rust_eh_personality {
  %p = load ptr, ptr %a
  %n = ptrtoint ptr %p to i64
  %e = ptrtoint ptr %end to i64
  %bytes = sub i64 %e, %n
  %low = and i64 %n, 7
  %sum = add i64 %bytes, %low
  ret i64 %sum
}
declare i32 @rust_eh_personality(...)
`)
	assert.False(t, MovedFloats(f))
}
