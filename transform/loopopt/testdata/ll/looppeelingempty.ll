; pass: LoopPeeling
target triple = "x86_64-pc-linux-gnu"

; The loop may panic before its counter wraps: it is not known to have an iteration.
define void @f(ptr noalias %x, ptr noalias %y, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %write ]
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  %right = select i1 %last, i64 0, i64 %i.next
  %in = icmp ult i64 %right, %n
  br i1 %in, label %write, label %panic

write:
  %p = getelementptr inbounds double, ptr %x, i64 %right
  %v = load double, ptr %p, align 8
  %q = getelementptr inbounds double, ptr %y, i64 %i
  store double %v, ptr %q, align 8
  %c = icmp eq i64 %i.next, %n
  br i1 %c, label %end, label %loop

panic:
  call void @panic_bounds_check(i64 %right, i64 %n)
  unreachable

end:
  ret void
}

declare void @panic_bounds_check(i64, i64)
; want:
; define void @f(ptr noalias %x, ptr noalias %y, i64 %n) {
; entry:
;   br label %loop
;
; loop:
;   %i = phi i64 [ 0, %entry ], [ %i.next, %write ]
;   %i.next = add nuw nsw i64 %i, 1
;   %last = icmp eq i64 %i.next, %n
;   %right = select i1 %last, i64 0, i64 %i.next
;   %in = icmp ult i64 %right, %n
;   br i1 %in, label %write, label %panic
;
; write:
;   %p = getelementptr inbounds double, ptr %x, i64 %right
;   %v = load double, ptr %p, align 8
;   %q = getelementptr inbounds double, ptr %y, i64 %i
;   store double %v, ptr %q, align 8
;   %c = icmp eq i64 %i.next, %n
;   br i1 %c, label %end, label %loop
;
; panic:
;   call void @panic_bounds_check(i64 %right, i64 %n)
;   unreachable
;
; end:
;   ret void
; }
