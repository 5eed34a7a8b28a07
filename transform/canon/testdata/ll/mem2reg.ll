; pass: Mem2Reg
; The phi at the loop is placed because s is live there; t is dead between
; iterations and gets none; u escapes; w is read before it is written; z is
; always accessed as i64.
declare void @use(ptr)
define double @f(double %x, i1 %c, i64 %n) {
entry:
  %s = alloca double
  %t = alloca double
  %u = alloca double
  %w = alloca i32
  %z = alloca double
  store double %x, ptr %s
  store i64 %n, ptr %z
  call void @use(ptr %u)
  br label %loop
loop:
  %a = load double, ptr %s
  store double %a, ptr %t
  %b = load double, ptr %t
  %d = fmul double %b, %x
  store double %d, ptr %s
  %y = load i32, ptr %w
  %k = load i64, ptr %z
  %l = sub i64 %k, 1
  store i64 %l, ptr %z
  %m = icmp eq i64 %l, 0
  br i1 %m, label %out, label %loop
out:
  %e = load double, ptr %s
  ret double %e
}
; want:
; define double @f(double %x, i1 %c, i64 %n) {
; entry:
;   %u = alloca double
;   call void @use(ptr %u)
;   br label %loop
;
; loop:
;   %s.1 = phi double [ %x, %entry ], [ %d, %loop ]
;   %z.2 = phi i64 [ %n, %entry ], [ %l, %loop ]
;   %d = fmul double %s.1, %x
;   %l = sub i64 %z.2, 1
;   %m = icmp eq i64 %l, 0
;   br i1 %m, label %out, label %loop
;
; out:
;   ret double %d
; }
