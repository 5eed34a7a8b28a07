; pass: IndexSetSplitting
target triple = "x86_64-pc-linux-gnu"

; A row is updated by its element k: loaded once for the columns before it and once for those
; behind it. The sum leaves the loop.
define double @f(ptr %row, ptr %other, i64 %k, i64 %n) {
entry:
  %own = getelementptr inbounds double, ptr %row, i64 %k
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %loop ]
  %x = load double, ptr %own, align 8
  %po = getelementptr inbounds double, ptr %other, i64 %j
  %y = load double, ptr %po, align 8
  %t = fadd double %x, %y
  %p = getelementptr inbounds double, ptr %row, i64 %j
  store double %t, ptr %p, align 8
  %s.next = fadd double %s, %x
  %j.next = add nuw nsw i64 %j, 1
  %c = icmp eq i64 %j.next, %n
  br i1 %c, label %end, label %loop

end:
  ret double %s.next
}
; want:
; define double @f(ptr %row, ptr %other, i64 %k, i64 %n) {
; entry:
;   %own = getelementptr inbounds double, ptr %row, i64 %k
;   %v.0 = icmp sgt i64 %k, %n
;   %v.1 = select i1 %v.0, i64 %n, i64 %k
;   %v.2 = icmp slt i64 %v.1, 0
;   %v.3 = select i1 %v.2, i64 0, i64 %v.1
;   %v.4 = icmp sgt i64 %v.3, 0
;   br i1 %v.4, label %split.below.7, label %split.at.4
;
; split.below.7:
;   %v.5 = load double, ptr %own, align 8
;   br label %loop.below.2
;
; loop.below.2:
;   %v.6 = phi i64 [ 0, %split.below.7 ], [ %v.13, %loop.below.2 ]
;   %v.7 = phi double [ 0.0, %split.below.7 ], [ %v.12, %loop.below.2 ]
;   %v.8 = getelementptr inbounds double, ptr %other, i64 %v.6
;   %v.9 = load double, ptr %v.8, align 8
;   %v.10 = fadd double %v.5, %v.9
;   %v.11 = getelementptr inbounds double, ptr %row, i64 %v.6
;   store double %v.10, ptr %v.11, align 8
;   %v.12 = fadd double %v.7, %v.5
;   %v.13 = add nuw nsw i64 %v.6, 1
;   %v.14 = icmp eq i64 %v.13, %n
;   %v.15 = icmp eq i64 %v.13, %v.3
;   br i1 %v.15, label %split.end.8, label %loop.below.2
;
; split.end.8:
;   br label %split.at.4
;
; split.at.4:
;   %v.16 = phi i64 [ 0, %entry ], [ %v.13, %split.end.8 ]
;   %v.17 = phi double [ 0.0, %entry ], [ %v.12, %split.end.8 ]
;   %v.18 = icmp slt i64 %v.3, %n
;   br i1 %v.18, label %loop.at.3, label %split.over.6
;
; loop.at.3:
;   %v.19 = load double, ptr %own, align 8
;   %v.20 = getelementptr inbounds double, ptr %other, i64 %v.16
;   %v.21 = load double, ptr %v.20, align 8
;   %v.22 = fadd double %v.19, %v.21
;   %v.23 = getelementptr inbounds double, ptr %row, i64 %v.16
;   store double %v.22, ptr %v.23, align 8
;   %v.24 = fadd double %v.17, %v.19
;   %v.25 = add nuw nsw i64 %v.16, 1
;   %v.26 = icmp eq i64 %v.25, %n
;   br i1 %v.26, label %split.over.6, label %split.above.5
;
; split.above.5:
;   %x = load double, ptr %own, align 8
;   br label %loop
;
; loop:
;   %j = phi i64 [ %v.25, %split.above.5 ], [ %j.next, %loop ]
;   %s = phi double [ %v.24, %split.above.5 ], [ %s.next, %loop ]
;   %po = getelementptr inbounds double, ptr %other, i64 %j
;   %y = load double, ptr %po, align 8
;   %t = fadd double %x, %y
;   %p = getelementptr inbounds double, ptr %row, i64 %j
;   store double %t, ptr %p, align 8
;   %s.next = fadd double %s, %x
;   %j.next = add nuw nsw i64 %j, 1
;   %c = icmp eq i64 %j.next, %n
;   br i1 %c, label %split.left.1, label %loop
;
; split.left.1:
;   br label %split.over.6
;
; split.over.6:
;   %v.27 = phi double [ %v.17, %split.at.4 ], [ %v.24, %loop.at.3 ], [ %s.next, %split.left.1 ]
;   br label %end
;
; end:
;   ret double %v.27
; }
