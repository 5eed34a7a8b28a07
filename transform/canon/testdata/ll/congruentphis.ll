; pass: CSE
; Two sums that begin alike and get the same terms are one, through the phi of a condition; one that
; gets other terms stays.
define double @f(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %s = phi double [ 0.0, %entry ], [ %s1, %latch ]
  %t = phi double [ %t1, %latch ], [ 0.0, %entry ]
  %u = phi double [ 0.0, %entry ], [ %u1, %latch ]
  %x = load double, ptr %p
  %c = fcmp ogt double %x, 0.0
  br i1 %c, label %then, label %latch
then:
  %a = fadd double %t, %x
  br label %latch
latch:
  %s1 = phi double [ %s, %loop ], [ %a, %then ]
  %t1 = phi double [ %a, %then ], [ %t, %loop ]
  %u1 = phi double [ %u, %loop ], [ %x, %then ]
  %next = add i64 %i, 1
  %d = icmp slt i64 %next, %n
  br i1 %d, label %loop, label %done
done:
  %r = fadd double %s1, %t1
  %r2 = fadd double %r, %u1
  ret double %r2
}
; want:
; define double @f(ptr %p, i64 %n) {
; entry:
;   br label %loop
;
; loop:
;   %i = phi i64 [ 0, %entry ], [ %next, %latch ]
;   %s = phi double [ 0.0, %entry ], [ %s1, %latch ]
;   %u = phi double [ 0.0, %entry ], [ %u1, %latch ]
;   %x = load double, ptr %p
;   %c = fcmp ogt double %x, 0.0
;   br i1 %c, label %then, label %latch
;
; then:
;   %a = fadd double %s, %x
;   br label %latch
;
; latch:
;   %s1 = phi double [ %s, %loop ], [ %a, %then ]
;   %u1 = phi double [ %u, %loop ], [ %x, %then ]
;   %next = add i64 %i, 1
;   %d = icmp slt i64 %next, %n
;   br i1 %d, label %loop, label %done
;
; done:
;   %r = fadd double %s1, %s1
;   %r2 = fadd double %r, %u1
;   ret double %r2
; }
