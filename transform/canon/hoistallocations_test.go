package canon_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform"
	"github.com/llad-ad/llad/transform/canon"
)

var testHeap = canon.HeapCalls{
	Makes: func(i *ir.Instr) bool { return i.CalledFunc() != nil && i.CalledFunc().Name == "malloc" },
	Ends:  func(i *ir.Instr) bool { return i.CalledFunc() != nil && i.CalledFunc().Name == "free" },
	Pure:  func(*ir.Instr) bool { return false },
	End: func(b *ir.Builder, made *ir.Instr) {
		b.CallFunc(b.Module().Func("free"), made)
	},
}

// perPoint is a loop that makes memory for every iteration: from is what the
// iteration reads, to where it writes beside it, size how much it asks for.
func perPoint(from, to, size string) string {
	return `
declare ptr @malloc(i64)
declare void @free(ptr)
define void @f(ptr noalias %x, ptr noalias %y, i64 %n, i64 %k) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %size = shl i64 ` + size + `, 3
  %m = call ptr @malloc(i64 %size)
  %p = getelementptr double, ptr ` + from + `, i64 %i
  %a = load double, ptr %p
  store double %a, ptr %m
  %b = load double, ptr %m
  %q = getelementptr double, ptr ` + to + `, i64 %i
  store double %b, ptr %q
  call void @free(ptr %m)
  %next = add i64 %i, 1
  br label %head
exit:
  ret void
}
`
}

// Memory of single iterations is made in front of the loop, and asks for next to
// nothing when the loop does not run; memory whose size changes stays, and so does
// any where iterations read what others wrote.
func TestHoistAllocations(t *testing.T) {
	for _, c := range []struct {
		name, from, to, size string
		want                 bool
	}{
		{"apart", "%x", "%y", "%k", true},
		{"sizes differ", "%x", "%y", "%i", false},
		{"carried", "%y", "%y", "%k", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := irtest.Loaded(t, perPoint(c.from, c.to, c.size))
			transform.Normalize(f, transform.Tangent)
			assert.Equal(t, c.want, canon.HoistAllocations(f, testHeap))
			assert.NoError(t, ir.Verify(f))
			loops := analysis.Loops(f, ir.Dominators(f))
			for _, b := range f.Blocks {
				for _, i := range b.Instrs {
					if testHeap.Makes(i) || testHeap.Ends(i) {
						assert.Equal(t, c.want, loops.Of(b) == nil)
					}
				}
			}
			assert.Equal(t, c.want, irtest.Count(f, ir.Select) == 1)
		})
	}
}

// Where an allocation that fails is the end of the program, it is in front of the loop,
// which then has one way out.
func TestHoistedAllocationsSucceed(t *testing.T) {
	f := irtest.Loaded(t, strings.Replace(strings.ReplaceAll(perPoint("%x", "%y", "%k"), "%body ]", "%some ]"), "  %p =", `  %none = icmp eq ptr %m, null
  br i1 %none, label %gone, label %some
gone:
  call void @panic()
  unreachable
some:
  %p =`, 1)+"declare void @panic()\n")
	transform.Normalize(f, transform.Tangent)
	assert.True(t, canon.HoistAllocations(f, testHeap))
	assert.NoError(t, ir.Verify(f))
	loops := analysis.Loops(f, ir.Dominators(f))
	require.Len(t, loops.All, 1)
	assert.Len(t, loops.All[0].ExitEdges(), 1)
	assert.Equal(t, 1, irtest.Count(f, ir.Unreachable))
}
