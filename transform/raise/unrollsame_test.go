package raise

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// A value from a loop beside the remainder is followed around that loop once.
func TestWhatIsComputedOnTheStartInALoop(t *testing.T) {
	f := irtest.Loaded(t, `define double @f(ptr %x, i64 %n, i1 %c) {
entry:
  br i1 %c, label %only, label %loop
only:
  %v = load double, ptr %x
  br label %out
loop:
  %s = phi double [ %s1, %loop ], [ 1.0, %entry ]
  %i = phi i64 [ %i1, %loop ], [ 0, %entry ]
  %s1 = fmul double %s, 0.5
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %out
out:
  %r = phi double [ %v, %only ], [ %s1, %loop ]
  ret double %r
}`)
	s1 := f.Blocks[2].Instrs[2]
	u := &unrolled{pairs: &loopPairs{dt: ir.Dominators(f)}, body: f.Blocks[1]}
	require.False(t, u.computesOnStart(s1))
	u.state = []*carried{{body: f.Blocks[2].Instrs[0]}}
	require.True(t, u.computesOnStart(s1))
}

// Iterations with a store have as many as there are iterations.
func TestStoresOfEveryIteration(t *testing.T) {
	f := irtest.Loaded(t, `define void @f(ptr %x) {
  store double 1.0, ptr %x
  store double 2.0, ptr %x
  store double 3.0, ptr %x
  ret void
}`)
	for n, want := range map[int]bool{1: true, 2: false, 3: true, 4: false} {
		require.Equal(t, want, accessMetadataOf(f.Entry(), &symbolicRun{}).everyStore(n), "%d iterations", n)
	}
}

// A bit that is not the lowest one is no number of iterations, and every bit of a number of
// bytes or elements may be set.
func TestOneAtMost(t *testing.T) {
	f := irtest.Loaded(t, `define void @f(i64 %x, ptr %p, ptr %q) {
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %bytes = sub i64 %a, %b
  %elements = lshr exact i64 %bytes, 3
  %one = and i64 %x, 1
  %odd = and i64 %elements, 1
  %four = and i64 %x, 4
  %single = and i64 %bytes, 4
  %double = and i64 %bytes, 8
  %pair = and i64 %bytes, 16
  %two = and i64 %elements, 2
  ret void
}`)
	at := func(n int) *ir.Instr { return f.Entry().Instrs[n] }
	for n := 4; n < 6; n++ {
		require.True(t, oneAtMost(at(n)), at(n).Name)
	}
	for n := 6; n < 11; n++ {
		require.False(t, oneAtMost(at(n)), at(n).Name)
	}
}
