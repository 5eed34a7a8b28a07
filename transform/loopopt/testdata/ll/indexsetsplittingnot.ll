; pass: IndexSetSplitting
target triple = "x86_64-pc-linux-gnu"

; Elements that two iterations write to, or that may be anywhere: indices may wrap, or are twice the counter.
define void @f(ptr %row, ptr %other, i64 %k, i64 %n) {
entry:
  %own = getelementptr inbounds double, ptr %row, i64 %k
  %away = getelementptr double, ptr %row, i64 %k
  br label %twice

twice:
  %j = phi i64 [ 0, %entry ], [ %j.next, %twice ]
  %x = load double, ptr %own, align 8
  %p = getelementptr inbounds double, ptr %row, i64 %j
  store double %x, ptr %p, align 8
  %p1 = getelementptr inbounds double, ptr %p, i64 1
  store double 1.0, ptr %p1, align 8
  %j.next = add nuw nsw i64 %j, 1
  %c = icmp eq i64 %j.next, %n
  br i1 %c, label %between, label %twice

between:
  br label %wraps

wraps:
  %i = phi i64 [ 0, %between ], [ %i.next, %wraps ]
  %u = load double, ptr %away, align 8
  %q = getelementptr inbounds double, ptr %row, i64 %i
  store double %u, ptr %q, align 8
  %i.next = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i.next, %n
  br i1 %d, label %then, label %wraps

then:
  br label %even

even:
  %m = phi i64 [ 0, %then ], [ %m.next, %even ]
  %v = load double, ptr %own, align 8
  %m2 = shl nsw i64 %m, 1
  %r = getelementptr inbounds double, ptr %row, i64 %m2
  store double %v, ptr %r, align 8
  %m.next = add nuw nsw i64 %m, 1
  %e = icmp eq i64 %m.next, %n
  br i1 %e, label %end, label %even

end:
  ret void
}
; want:
; define void @f(ptr %row, ptr %other, i64 %k, i64 %n) {
; entry:
;   %own = getelementptr inbounds double, ptr %row, i64 %k
;   %away = getelementptr double, ptr %row, i64 %k
;   br label %twice
;
; twice:
;   %j = phi i64 [ 0, %entry ], [ %j.next, %twice ]
;   %x = load double, ptr %own, align 8
;   %p = getelementptr inbounds double, ptr %row, i64 %j
;   store double %x, ptr %p, align 8
;   %p1 = getelementptr inbounds double, ptr %p, i64 1
;   store double 1.0, ptr %p1, align 8
;   %j.next = add nuw nsw i64 %j, 1
;   %c = icmp eq i64 %j.next, %n
;   br i1 %c, label %between, label %twice
;
; between:
;   br label %wraps
;
; wraps:
;   %i = phi i64 [ 0, %between ], [ %i.next, %wraps ]
;   %u = load double, ptr %away, align 8
;   %q = getelementptr inbounds double, ptr %row, i64 %i
;   store double %u, ptr %q, align 8
;   %i.next = add nuw nsw i64 %i, 1
;   %d = icmp eq i64 %i.next, %n
;   br i1 %d, label %then, label %wraps
;
; then:
;   br label %even
;
; even:
;   %m = phi i64 [ 0, %then ], [ %m.next, %even ]
;   %v = load double, ptr %own, align 8
;   %m2 = shl nsw i64 %m, 1
;   %r = getelementptr inbounds double, ptr %row, i64 %m2
;   store double %v, ptr %r, align 8
;   %m.next = add nuw nsw i64 %m, 1
;   %e = icmp eq i64 %m.next, %n
;   br i1 %e, label %end, label %even
;
; end:
;   ret void
; }
