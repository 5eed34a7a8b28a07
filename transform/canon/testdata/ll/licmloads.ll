; pass: LICMLoads
; The first load reads the same in every iteration; the second may be
; overwritten by the store, the third is not done by every iteration.
define void @f(ptr noalias %k, ptr %p, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %v = load double, ptr %k
  %o = load double, ptr %q
  %x = getelementptr double, ptr %p, i64 %i
  %s = fadd double %v, %o
  store double %s, ptr %x
  %c = fcmp olt double %s, 0.0
  br i1 %c, label %some, label %latch
some:
  %u = load double, ptr %k
  br label %latch
latch:
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
; want:
; define void @f(ptr noalias %k, ptr %p, ptr %q, i64 %n) {
; entry:
;   %v = load double, ptr %k
;   br label %loop
;
; loop:
;   %i = phi i64 [ 0, %entry ], [ %next, %latch ]
;   %o = load double, ptr %q
;   %x = getelementptr double, ptr %p, i64 %i
;   %s = fadd double %v, %o
;   store double %s, ptr %x
;   %c = fcmp olt double %s, 0.0
;   br i1 %c, label %some, label %latch
;
; some:
;   %u = load double, ptr %k
;   br label %latch
;
; latch:
;   %next = add i64 %i, 1
;   %done = icmp eq i64 %next, %n
;   br i1 %done, label %exit, label %loop
;
; exit:
;   ret void
; }
