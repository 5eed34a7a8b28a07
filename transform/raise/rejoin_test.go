package raise

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// The form that unrolled loops have from LLVM 21 on is undone, too.
func TestRestThatIsAssumed(t *testing.T) {
	f := irtest.Loaded(t, `define double @f(ptr noalias %x, i64 %n) {
entry:
  %n1 = add nsw i64 %n, -1
  %left = and i64 %n1, 1
  %one = icmp eq i64 %n, 2
  br i1 %one, label %rest, label %enter
enter:
  %even = and i64 %n1, -2
  br label %two
two:
  %i = phi i64 [ 1, %enter ], [ %i2, %two ]
  %s = phi double [ 0.0, %enter ], [ %s2, %two ]
  %k = phi i64 [ 0, %enter ], [ %k2, %two ]
  %p = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %p
  %s1 = fadd double %s, %v
  %q0 = getelementptr inbounds double, ptr %x, i64 %i
  %q = getelementptr inbounds i8, ptr %q0, i64 8
  %w = load double, ptr %q
  %s2 = fadd double %s1, %w
  %i2 = add nuw nsw i64 %i, 2
  %k2 = add i64 %k, 2
  %last = icmp eq i64 %k2, %even
  br i1 %last, label %behind, label %two, !llvm.loop !0
behind:
  %none = icmp eq i64 %left, 0
  br i1 %none, label %exit, label %rest
rest:
  %ri = phi i64 [ 1, %entry ], [ %i2, %behind ]
  %rs = phi double [ 0.0, %entry ], [ %s2, %behind ]
  %some = icmp ne i64 %left, 0
  call void @llvm.assume(i1 %some)
  br label %single
single:
  %j = phi i64 [ %ri, %rest ], [ %j1, %single ]
  %t = phi double [ %rs, %rest ], [ %t1, %single ]
  %m = phi i64 [ 0, %rest ], [ %m1, %single ]
  %r = getelementptr inbounds double, ptr %x, i64 %j
  %u = load double, ptr %r
  %t1 = fadd double %t, %u
  %j1 = add nuw nsw i64 %j, 1
  %m1 = add i64 %m, 1
  %over = icmp eq i64 %m1, %left
  br i1 %over, label %exit, label %single, !llvm.loop !1
exit:
  %sum = phi double [ %s2, %behind ], [ %t1, %single ]
  ret double %sum
}
declare void @llvm.assume(i1)
!0 = distinct !{!0, !2}
!1 = distinct !{!1, !3}
!2 = !{!"llvm.loop.mustprogress"}
!3 = !{!"llvm.loop.unroll.disable"}
`)
	require.True(t, Devectorize(f))
	require.NoError(t, ir.Verify(f))
	require.Equal(t, 1, irtest.Count(f, ir.Load))
}
