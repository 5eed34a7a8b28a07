; pass: DCE
; A cycle of phis nobody needs, an unused load, a call without effect, one with.
declare double @pure(double) memory(none) nounwind willreturn
declare double @sin(double)
define void @f(ptr %p, i32 %n) {
entry:
  %x = load double, ptr %p
  %y = call double @pure(double %x)
  %v = load volatile double, ptr %p
  %s = call double @sin(double %v)
  br label %loop
loop:
  %a = phi double [ %y, %entry ], [ %b, %loop ]
  %i = phi i32 [ 0, %entry ], [ %k, %loop ]
  %b = fadd double %a, 1.0
  %k = add i32 %i, 1
  %c = icmp slt i32 %k, %n
  br i1 %c, label %loop, label %out
out:
  ret void
}
; want:
; define void @f(ptr %p, i32 %n) {
; entry:
;   %v = load volatile double, ptr %p
;   %s = call double @sin(double %v)
;   br label %loop
;
; loop:
;   %i = phi i32 [ 0, %entry ], [ %k, %loop ]
;   %k = add i32 %i, 1
;   %c = icmp slt i32 %k, %n
;   br i1 %c, label %loop, label %out
;
; out:
;   ret void
; }
