; order: UnrolledLoopPeeling before Devectorize, moving UnrolledLoopPeeling: reverse, instructions

; A ring of 128 points, two at a time: the last one of all is the second one of two.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define void @f(ptr noalias %x, ptr noalias %y) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %one = add nuw nsw i64 %i, 1
  %p0 = getelementptr inbounds double, ptr %x, i64 %one
  %v0 = load double, ptr %p0, align 8
  %s0 = fmul double %v0, %v0
  %q0 = getelementptr inbounds double, ptr %y, i64 %i
  store double %s0, ptr %q0, align 8
  %i.next = add nuw nsw i64 %i, 2
  %right = and i64 %i.next, 126
  %p1 = getelementptr inbounds double, ptr %x, i64 %right
  %v1 = load double, ptr %p1, align 8
  %s1 = fmul double %v1, %v1
  %q1 = getelementptr inbounds double, ptr %y, i64 %one
  store double %s1, ptr %q1, align 8
  %c = icmp eq i64 %i.next, 128
  br i1 %c, label %end, label %loop, !llvm.loop !0
end:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
