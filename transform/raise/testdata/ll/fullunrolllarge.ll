; pass: FullUnroll
; What has more iterations than a loop that is unrolled for arrays stays, as does what is read at an index that is not known.
define double @f(ptr %x, i64 %n) {
entry:
  %d = alloca [9 x double], align 8
  %e = alloca [4 x double], align 8
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i.next, %fill ]
  %from = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %from, align 8
  %to = getelementptr inbounds [9 x double], ptr %d, i64 0, i64 %i
  store double %v, ptr %to, align 8
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 9
  br i1 %i.done, label %between, label %fill
between:
  br label %again
again:
  %j = phi i64 [ 0, %between ], [ %j.next, %again ]
  %next = getelementptr inbounds double, ptr %x, i64 %j
  %w = load double, ptr %next, align 8
  %place = getelementptr inbounds [4 x double], ptr %e, i64 0, i64 %j
  store double %w, ptr %place, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 4
  br i1 %j.done, label %out, label %again
out:
  %some = getelementptr inbounds [4 x double], ptr %e, i64 0, i64 %n
  %r = load double, ptr %some, align 8
  %first = load double, ptr %d, align 8
  %s = fadd double %r, %first
  ret double %s
}
; want:
; define double @f(ptr %x, i64 %n) {
; entry:
;   %d = alloca [9 x double], align 8
;   %e = alloca [4 x double], align 8
;   br label %fill
;
; fill:
;   %i = phi i64 [ 0, %entry ], [ %i.next, %fill ]
;   %from = getelementptr inbounds double, ptr %x, i64 %i
;   %v = load double, ptr %from, align 8
;   %to = getelementptr inbounds [9 x double], ptr %d, i64 0, i64 %i
;   store double %v, ptr %to, align 8
;   %i.next = add nuw nsw i64 %i, 1
;   %i.done = icmp eq i64 %i.next, 9
;   br i1 %i.done, label %between, label %fill
;
; between:
;   br label %again
;
; again:
;   %j = phi i64 [ 0, %between ], [ %j.next, %again ]
;   %next = getelementptr inbounds double, ptr %x, i64 %j
;   %w = load double, ptr %next, align 8
;   %place = getelementptr inbounds [4 x double], ptr %e, i64 0, i64 %j
;   store double %w, ptr %place, align 8
;   %j.next = add nuw nsw i64 %j, 1
;   %j.done = icmp eq i64 %j.next, 4
;   br i1 %j.done, label %out, label %again
;
; out:
;   %some = getelementptr inbounds [4 x double], ptr %e, i64 0, i64 %n
;   %r = load double, ptr %some, align 8
;   %first = load double, ptr %d, align 8
;   %s = fadd double %r, %first
;   ret double %s
; }
