; pass: LoopFusion
; The second loop reads the element behind that of the first, which is stored one iteration later: they stay.
declare noalias ptr @malloc(i64)
define double @f(i64 %n, i64 %bytes, double %c) {
entry:
  %x = call ptr @malloc(i64 %bytes)
  %y = call ptr @malloc(i64 %bytes)
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i.next, %fill ]
  %to = getelementptr inbounds double, ptr %x, i64 %i
  %k = uitofp i64 %i to double
  %v = fmul double %k, %c
  store double %v, ptr %to, align 8
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %between, label %fill
between:
  br label %sum
sum:
  %j = phi i64 [ 0, %between ], [ %j.next, %sum ]
  %s = phi double [ 0.0, %between ], [ %t, %sum ]
  %behind = add nuw nsw i64 %j, 1
  %from = getelementptr inbounds double, ptr %x, i64 %behind
  %w = load double, ptr %from, align 8
  %square = fmul double %w, %w
  %copy = getelementptr inbounds double, ptr %y, i64 %j
  store double %square, ptr %copy, align 8
  %t = fadd double %s, %square
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %out, label %sum
out:
  ret double %t
}
; want:
; define double @f(i64 %n, i64 %bytes, double %c) {
; entry:
;   %x = call ptr @malloc(i64 %bytes)
;   %y = call ptr @malloc(i64 %bytes)
;   br label %fill
;
; fill:
;   %i = phi i64 [ 0, %entry ], [ %i.next, %fill ]
;   %to = getelementptr inbounds double, ptr %x, i64 %i
;   %k = uitofp i64 %i to double
;   %v = fmul double %k, %c
;   store double %v, ptr %to, align 8
;   %i.next = add nuw nsw i64 %i, 1
;   %i.done = icmp eq i64 %i.next, %n
;   br i1 %i.done, label %between, label %fill
;
; between:
;   br label %sum
;
; sum:
;   %j = phi i64 [ 0, %between ], [ %j.next, %sum ]
;   %s = phi double [ 0.0, %between ], [ %t, %sum ]
;   %behind = add nuw nsw i64 %j, 1
;   %from = getelementptr inbounds double, ptr %x, i64 %behind
;   %w = load double, ptr %from, align 8
;   %square = fmul double %w, %w
;   %copy = getelementptr inbounds double, ptr %y, i64 %j
;   store double %square, ptr %copy, align 8
;   %t = fadd double %s, %square
;   %j.next = add nuw nsw i64 %j, 1
;   %j.done = icmp eq i64 %j.next, %n
;   br i1 %j.done, label %out, label %sum
;
; out:
;   ret double %t
; }
