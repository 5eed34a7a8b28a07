; pass: FullUnroll
; Both loops over a local array have few iterations, and all that is read of it is at a constant offset then: it becomes a
; register for each element. Numbers from a table of constants are known as well.
@weights = internal constant [2 x i64] [i64 1, i64 0]
define double @f(ptr %x) {
entry:
  %d = alloca [2 x double], align 8
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i.next, %fill ]
  %from = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %from, align 8
  %place = getelementptr inbounds [2 x i64], ptr @weights, i64 0, i64 %i
  %k = load i64, ptr %place, align 8
  %to = getelementptr inbounds [2 x double], ptr %d, i64 0, i64 %k
  store double %v, ptr %to, align 8
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 2
  br i1 %i.done, label %sum, label %fill
sum:
  %first = load double, ptr %d, align 8
  ret double %first
}
; want:
; define double @f(ptr %x) {
; entry:
;   %d = alloca [2 x double], align 8
;   %v.1 = load double, ptr %x, align 8
;   %v.2 = getelementptr inbounds [2 x double], ptr %d, i64 0, i64 1
;   store double %v.1, ptr %v.2, align 8
;   %from = getelementptr inbounds double, ptr %x, i64 1
;   %v = load double, ptr %from, align 8
;   %place = getelementptr inbounds [2 x i64], ptr @weights, i64 0, i64 1
;   store double %v, ptr %d, align 8
;   %first = load double, ptr %d, align 8
;   ret double %first
; }
