package canon_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform"
	"github.com/llad-ad/llad/transform/canon"
)

// Where a long callee is only reached if a short one says so, which never does, there
// is room for all that is left.
func TestInlineInStages(t *testing.T) {
	var long strings.Builder
	for k := range 70 {
		fmt.Fprintf(&long, "  store double %d.0, ptr %%p\n", k)
	}
	text := `
define void @f(ptr %p) {
  %slot = alloca ptr
  store ptr %p, ptr %slot
  %c = call i1 @asks()
  br i1 %c, label %yes, label %no
yes:
  %q = load ptr, ptr %slot
  call void @long(ptr %q)
  br label %no
no:
  call void @short(ptr %p)
  ret void
}
define internal i1 @asks() {
  %s = alloca i8
  store i8 0, ptr %s
  %v = load i8, ptr %s
  %c = trunc i8 %v to i1
  ret i1 %c
}
define internal void @short(ptr %p) {
  store double 1.0, ptr %p
  ret void
}
define internal void @long(ptr %p) {
` + long.String() + `  ret void
}
`
	calls := func(inline func(*ir.Function, int, func(*ir.Instr, *ir.Function) bool) int) int {
		_, defs := irtest.Read(t, []byte(text))
		inline(defs[0], 40, func(*ir.Instr, *ir.Function) bool { return true })
		irtest.Check(t, defs[0], "InlineInStages")
		n := 0
		for _, b := range defs[0].Blocks {
			for _, i := range b.Instrs {
				if i.IsCall() {
					n++
				}
			}
		}
		return n
	}
	assert.Equal(t, 1, calls(canon.InlineAll))
	assert.Equal(t, 0, calls(func(f *ir.Function, budget int, policy func(*ir.Instr, *ir.Function) bool) int {
		return canon.InlineInStages(f, budget, policy, transform.Standard().SimplifyBody)
	}))
}
