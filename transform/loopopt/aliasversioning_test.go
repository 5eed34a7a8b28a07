package loopopt

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// Two members are read behind guards, and what is read through one of them is at an index from
// memory: nothing can be compared, and the function stays as it was.
const unknownIndex = `
%struct.s = type { i32, ptr, ptr }
define void @f(ptr %p, ptr %x, i32 %n, i1 %on) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loops, label %done
loops:
  %count = zext i32 %n to i64
  %few = icmp slt i32 %n, 100
  br label %step
step:
  %t = phi i32 [ 0, %loops ], [ %t.next, %step.end ]
  br i1 %on, label %not.many, label %step.end
not.many:
  br i1 %few, label %members, label %step.end
members:
  %at = getelementptr %struct.s, ptr %p, i64 0, i32 1
  %k = load ptr, ptr %at, !tbaa !0
  %at2 = getelementptr %struct.s, ptr %p, i64 0, i32 2
  %l = load ptr, ptr %at2, !tbaa !0
  br label %loop
loop:
  %i = phi i64 [ 0, %members ], [ %i.next, %loop ]
  %j = getelementptr i64, ptr %l, i64 %i
  %m = load i64, ptr %j
  %q = getelementptr double, ptr %x, i64 %m
  %v = load double, ptr %q, !tbaa !3
  %r = getelementptr double, ptr %k, i64 %i
  %w = load double, ptr %r, !tbaa !3
  %y = fmul double %v, %w
  store double %y, ptr %q, !tbaa !3
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, %count
  br i1 %more, label %loop, label %step.end
step.end:
  %t.next = add nuw nsw i32 %t, 1
  %again = icmp ult i32 %t.next, %n
  br i1 %again, label %step, label %done
done:
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"any pointer", !2, i64 0}
!2 = !{!"omnipotent char"}
!3 = !{!4, !4, i64 0}
!4 = !{!"double", !2, i64 0}
`

func TestLoopAliasVersioningTakesBackWhatItRead(t *testing.T) {
	m, err := ir.Read("index.ll", []byte(unknownIndex))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	f.MarkChanged()
	before := f.String()
	require.False(t, LoopAliasVersioning(f))
	f.MarkChanged()
	require.Equal(t, before, f.String())
	require.NoError(t, ir.Verify(f))
}
