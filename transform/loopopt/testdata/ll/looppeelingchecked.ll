; pass: LoopPeeling
target triple = "x86_64-pc-linux-gnu"

; The indices of a ring are checked: between its ends the checks hold. The block that fails is copied with the loop.
define void @f(ptr noalias %x, ptr noalias %y, i64 %n) {
entry:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %end, label %enter

enter:
  br label %loop

loop:
  %i = phi i64 [ 0, %enter ], [ %i.next, %write ]
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
;   %none = icmp eq i64 %n, 0
;   br i1 %none, label %end, label %enter
;
; enter:
;   %v.1 = add i64 %n, -1
;   %v.2 = icmp ult i64 0, %v.1
;   br i1 %v.2, label %peel.enter.5, label %peel.next.7
;
; peel.enter.5:
;   br label %loop
;
; loop:
;   %i = phi i64 [ 0, %peel.enter.5 ], [ %i.next, %loop ]
;   %i.next = add nuw nsw i64 %i, 1
;   %last = icmp eq i64 %i.next, %n
;   %v.3 = add nsw i64 %i, 1
;   %in = icmp ult i64 %v.3, %n
;   %p = getelementptr inbounds double, ptr %x, i64 %v.3
;   %v = load double, ptr %p, align 8
;   %q = getelementptr inbounds double, ptr %y, i64 %i
;   store double %v, ptr %q, align 8
;   %c = icmp eq i64 %i.next, %n
;   %v.4 = icmp eq i64 %i.next, %v.1
;   br i1 %v.4, label %peel.left.6, label %loop
;
; peel.left.6:
;   br label %peel.next.7
;
; peel.next.7:
;   %v.5 = phi i64 [ 0, %enter ], [ %i.next, %peel.left.6 ]
;   %v.6 = icmp ult i64 %v.5, %n
;   br i1 %v.6, label %peel.enter.8, label %peel.next.10
;
; peel.enter.8:
;   %v.7 = add nuw nsw i64 %v.5, 1
;   %v.8 = icmp eq i64 %v.7, %n
;   %v.9 = select i1 %v.8, i64 0, i64 %v.7
;   %v.10 = icmp ult i64 %v.9, %n
;   br i1 %v.10, label %write.last.3, label %panic.last.4
;
; write.last.3:
;   %v.11 = getelementptr inbounds double, ptr %x, i64 %v.9
;   %v.12 = load double, ptr %v.11, align 8
;   %v.13 = getelementptr inbounds double, ptr %y, i64 %v.5
;   store double %v.12, ptr %v.13, align 8
;   %v.14 = icmp eq i64 %v.7, %n
;   br label %peel.next.10
;
; panic.last.4:
;   call void @panic_bounds_check(i64 %v.9, i64 %n)
;   unreachable
;
; peel.next.10:
;   %v.15 = phi i64 [ %v.5, %peel.next.7 ], [ %v.7, %write.last.3 ]
;   br label %end
;
; end:
;   ret void
; }
