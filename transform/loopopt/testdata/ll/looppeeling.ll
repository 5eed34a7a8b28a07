; pass: LoopPeeling
target triple = "x86_64-pc-linux-gnu"

; The points of a ring: the neighbours are i-1 and i+1 but at the first point and the last one.
define double @f(ptr noalias %x, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %loop ]
  %before = add i64 %i, %n
  %before.1 = add i64 %before, -1
  %left = urem i64 %before.1, %n
  %i.next = add nuw nsw i64 %i, 1
  %right = urem i64 %i.next, %n
  %pl = getelementptr inbounds double, ptr %x, i64 %left
  %pr = getelementptr inbounds double, ptr %x, i64 %right
  %l = load double, ptr %pl, align 8
  %r = load double, ptr %pr, align 8
  %p = fmul double %l, %r
  %s.next = fadd double %s, %p
  %c = icmp eq i64 %i.next, %n
  br i1 %c, label %end, label %loop

end:
  ret double %s.next
}
; want:
; define double @f(ptr noalias %x, i64 %n) {
; entry:
;   %v.0 = add i64 %n, -1
;   %v.1 = add i64 %n, -1
;   %v.2 = urem i64 %v.1, %n
;   %v.3 = urem i64 1, %n
;   %v.4 = getelementptr inbounds double, ptr %x, i64 %v.2
;   %v.5 = getelementptr inbounds double, ptr %x, i64 %v.3
;   %v.6 = load double, ptr %v.4, align 8
;   %v.7 = load double, ptr %v.5, align 8
;   %v.8 = fmul double %v.6, %v.7
;   %v.9 = fadd double 0.0, %v.8
;   %v.10 = icmp eq i64 1, %n
;   %v.11 = icmp ult i64 1, %v.0
;   br i1 %v.11, label %peel.enter.7, label %peel.next.9
;
; peel.enter.7:
;   br label %loop
;
; loop:
;   %i = phi i64 [ 1, %peel.enter.7 ], [ %i.next, %loop ]
;   %s = phi double [ %v.9, %peel.enter.7 ], [ %s.next, %loop ]
;   %before = add i64 %i, %n
;   %before.1 = add i64 %before, -1
;   %v.12 = add nsw i64 %i, -1
;   %left = urem i64 %before.1, %n
;   %i.next = add nuw nsw i64 %i, 1
;   %v.13 = add nsw i64 %i, 1
;   %right = urem i64 %i.next, %n
;   %pl = getelementptr inbounds double, ptr %x, i64 %v.12
;   %pr = getelementptr inbounds double, ptr %x, i64 %v.13
;   %l = load double, ptr %pl, align 8
;   %r = load double, ptr %pr, align 8
;   %p = fmul double %l, %r
;   %s.next = fadd double %s, %p
;   %c = icmp eq i64 %i.next, %n
;   %v.14 = icmp eq i64 %i.next, %v.0
;   br i1 %v.14, label %peel.left.8, label %loop
;
; peel.left.8:
;   br label %peel.next.9
;
; peel.next.9:
;   %v.15 = phi i64 [ 1, %entry ], [ %i.next, %peel.left.8 ]
;   %v.16 = phi double [ %v.9, %entry ], [ %s.next, %peel.left.8 ]
;   %v.17 = icmp ult i64 %v.15, %n
;   br i1 %v.17, label %peel.enter.10, label %peel.next.12
;
; peel.enter.10:
;   %v.18 = add i64 %v.15, %n
;   %v.19 = add i64 %v.18, -1
;   %v.20 = urem i64 %v.19, %n
;   %v.21 = add nuw nsw i64 %v.15, 1
;   %v.22 = urem i64 %v.21, %n
;   %v.23 = getelementptr inbounds double, ptr %x, i64 %v.20
;   %v.24 = getelementptr inbounds double, ptr %x, i64 %v.22
;   %v.25 = load double, ptr %v.23, align 8
;   %v.26 = load double, ptr %v.24, align 8
;   %v.27 = fmul double %v.25, %v.26
;   %v.28 = fadd double %v.16, %v.27
;   %v.29 = icmp eq i64 %v.21, %n
;   br label %peel.next.12
;
; peel.next.12:
;   %v.30 = phi i64 [ %v.15, %peel.next.9 ], [ %v.21, %peel.enter.10 ]
;   %v.31 = phi double [ %v.16, %peel.next.9 ], [ %v.28, %peel.enter.10 ]
;   ret double %v.31
; }
