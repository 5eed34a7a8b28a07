; pass: UnrolledLoopPeeling
target triple = "x86_64-pc-linux-gnu"

; Two points of a ring of 128 at a time: only the second one may be the last one of all.
define void @f(ptr noalias %x, ptr noalias %y) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %one = add nuw nsw i64 %i, 1
  %p0 = getelementptr inbounds double, ptr %x, i64 %one
  %v0 = load double, ptr %p0, align 8
  %q0 = getelementptr inbounds double, ptr %y, i64 %i
  store double %v0, ptr %q0, align 8
  %i.next = add nuw nsw i64 %i, 2
  %right = and i64 %i.next, 126
  %p1 = getelementptr inbounds double, ptr %x, i64 %right
  %v1 = load double, ptr %p1, align 8
  %q1 = getelementptr inbounds double, ptr %y, i64 %one
  store double %v1, ptr %q1, align 8
  %c = icmp eq i64 %i.next, 128
  br i1 %c, label %end, label %loop

end:
  ret void
}
; want:
; define void @f(ptr noalias %x, ptr noalias %y) {
; entry:
;   br label %loop
;
; loop:
;   %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
;   %one = add nuw nsw i64 %i, 1
;   %p0 = getelementptr inbounds double, ptr %x, i64 %one
;   %v0 = load double, ptr %p0, align 8
;   %q0 = getelementptr inbounds double, ptr %y, i64 %i
;   store double %v0, ptr %q0, align 8
;   %i.next = add nuw nsw i64 %i, 2
;   %v.0 = add nsw i64 %i, 2
;   %right = and i64 %i.next, 126
;   %p1 = getelementptr inbounds double, ptr %x, i64 %v.0
;   %v1 = load double, ptr %p1, align 8
;   %q1 = getelementptr inbounds double, ptr %y, i64 %one
;   store double %v1, ptr %q1, align 8
;   %c = icmp eq i64 %i.next, 128
;   %v.1 = icmp eq i64 %i.next, 126
;   br i1 %v.1, label %peel.left.4, label %loop
;
; peel.left.4:
;   %v.2 = getelementptr inbounds double, ptr %x, i64 127
;   %v.3 = load double, ptr %v.2, align 8
;   %v.4 = getelementptr inbounds double, ptr %y, i64 126
;   store double %v.3, ptr %v.4, align 8
;   %v.5 = load double, ptr %x, align 8
;   %v.6 = getelementptr inbounds double, ptr %y, i64 127
;   store double %v.5, ptr %v.6, align 8
;   ret void
; }
