; pass: IndexSetSplitting
target triple = "x86_64-pc-linux-gnu"

; All rows but row k get a multiple of row k: a nest for the rows before it, and one for those behind
; it. The sum that an iteration leaves alone goes through both.
define double @f(ptr %a, i64 %k, i64 %n) {
entry:
  %rk = mul nsw i64 %k, %n
  %own = getelementptr inbounds double, ptr %a, i64 %rk
  br label %rows

rows:
  %i = phi i64 [ 1, %entry ], [ %i.next, %next ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %next ]
  %skip = icmp eq i64 %i, %k
  br i1 %skip, label %next, label %row

row:
  %ri = mul nsw i64 %i, %n
  %other = getelementptr inbounds double, ptr %a, i64 %ri
  br label %columns

columns:
  %j = phi i64 [ 0, %row ], [ %j.next, %columns ]
  %p = getelementptr inbounds double, ptr %own, i64 %j
  %x = load double, ptr %p, align 8
  %q = getelementptr inbounds double, ptr %other, i64 %j
  %y = load double, ptr %q, align 8
  %t = fsub double %y, %x
  store double %t, ptr %q, align 8
  %j.next = add nuw nsw i64 %j, 1
  %c = icmp eq i64 %j.next, %n
  br i1 %c, label %done, label %columns

done:
  %s.more = fadd double %s, %t
  br label %next

next:
  %s.next = phi double [ %s, %rows ], [ %s.more, %done ]
  %i.next = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i.next, %n
  br i1 %d, label %end, label %rows

end:
  ret double %s.next
}
; want:
; define double @f(ptr %a, i64 %k, i64 %n) {
; entry:
;   %rk = mul nsw i64 %k, %n
;   %own = getelementptr inbounds double, ptr %a, i64 %rk
;   %v.0 = icmp sgt i64 %k, %n
;   %v.1 = select i1 %v.0, i64 %n, i64 %k
;   %v.2 = icmp slt i64 %v.1, 1
;   %v.3 = select i1 %v.2, i64 1, i64 %v.1
;   %v.4 = icmp sgt i64 %v.3, 1
;   br i1 %v.4, label %split.below.15, label %split.at.12
;
; split.below.15:
;   br label %rows.below.2
;
; rows.below.2:
;   %v.5 = phi i64 [ 1, %split.below.15 ], [ %v.19, %done.below.5 ]
;   %v.6 = phi double [ 0.0, %split.below.15 ], [ %v.18, %done.below.5 ]
;   %v.7 = icmp eq i64 %v.5, %k
;   %v.8 = mul nsw i64 %v.5, %n
;   %v.9 = getelementptr inbounds double, ptr %a, i64 %v.8
;   br label %columns.below.4
;
; columns.below.4:
;   %v.10 = phi i64 [ 0, %rows.below.2 ], [ %v.16, %columns.below.4 ]
;   %v.11 = getelementptr inbounds double, ptr %own, i64 %v.10
;   %v.12 = load double, ptr %v.11, align 8
;   %v.13 = getelementptr inbounds double, ptr %v.9, i64 %v.10
;   %v.14 = load double, ptr %v.13, align 8
;   %v.15 = fsub double %v.14, %v.12
;   store double %v.15, ptr %v.13, align 8
;   %v.16 = add nuw nsw i64 %v.10, 1
;   %v.17 = icmp eq i64 %v.16, %n
;   br i1 %v.17, label %done.below.5, label %columns.below.4
;
; done.below.5:
;   %v.18 = fadd double %v.6, %v.15
;   %v.19 = add nuw nsw i64 %v.5, 1
;   %v.20 = icmp eq i64 %v.19, %n
;   %v.21 = icmp eq i64 %v.19, %v.3
;   br i1 %v.21, label %split.end.16, label %rows.below.2
;
; split.end.16:
;   br label %split.at.12
;
; split.at.12:
;   %v.22 = phi i64 [ 1, %entry ], [ %v.19, %split.end.16 ]
;   %v.23 = phi double [ 0.0, %entry ], [ %v.18, %split.end.16 ]
;   %v.24 = icmp slt i64 %v.3, %n
;   br i1 %v.24, label %split.past.17, label %split.over.14
;
; split.past.17:
;   %v.25 = icmp eq i64 %v.3, %k
;   br i1 %v.25, label %rows.at.7, label %split.above.13
;
; rows.at.7:
;   %v.26 = icmp eq i64 %v.22, %k
;   %v.27 = add nuw nsw i64 %v.22, 1
;   %v.28 = icmp eq i64 %v.27, %n
;   br i1 %v.28, label %split.over.14, label %split.above.13
;
; split.above.13:
;   %v.29 = phi i64 [ %v.27, %rows.at.7 ], [ %v.22, %split.past.17 ]
;   br label %rows
;
; rows:
;   %i = phi i64 [ %v.29, %split.above.13 ], [ %i.next, %done ]
;   %s = phi double [ %v.23, %split.above.13 ], [ %s.more, %done ]
;   %skip = icmp eq i64 %i, %k
;   %ri = mul nsw i64 %i, %n
;   %other = getelementptr inbounds double, ptr %a, i64 %ri
;   br label %columns
;
; columns:
;   %j = phi i64 [ 0, %rows ], [ %j.next, %columns ]
;   %p = getelementptr inbounds double, ptr %own, i64 %j
;   %x = load double, ptr %p, align 8
;   %q = getelementptr inbounds double, ptr %other, i64 %j
;   %y = load double, ptr %q, align 8
;   %t = fsub double %y, %x
;   store double %t, ptr %q, align 8
;   %j.next = add nuw nsw i64 %j, 1
;   %c = icmp eq i64 %j.next, %n
;   br i1 %c, label %done, label %columns
;
; done:
;   %s.more = fadd double %s, %t
;   %i.next = add nuw nsw i64 %i, 1
;   %d = icmp eq i64 %i.next, %n
;   br i1 %d, label %split.left.1, label %rows
;
; split.left.1:
;   br label %split.over.14
;
; split.over.14:
;   %v.30 = phi double [ %v.23, %split.at.12 ], [ %v.23, %rows.at.7 ], [ %s.more, %split.left.1 ]
;   ret double %v.30
; }
