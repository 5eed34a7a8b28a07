; pass: ScalarReplacement
; The state is handed on, and what it was before likewise, which is only moved; the
; stores stay. What may be overwritten by the array's elements is read again, and so
; is what is nowhere computed as an integer.
declare double @exp(double)
define double @f(ptr noalias %r, ptr %a, ptr %b, i64 %n) {
entry:
  %old = getelementptr inbounds i8, ptr %r, i64 8
  %bits = getelementptr inbounds i8, ptr %r, i64 16
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %x = phi double [ 0.0, %entry ], [ %sum, %latch ]
  %s = load i64, ptr %r
  %o = load i64, ptr %old
  %m = mul i64 %s, 5
  %k = load i32, ptr %b
  %k2 = add i32 %k, 1
  store i32 %k2, ptr %b
  %w = load i64, ptr %bits
  %at = getelementptr i64, ptr %a, i64 %i
  %v = load i64, ptr %at
  store i64 %v, ptr %bits
  %z = uitofp i64 %s to double
  %e = call double @exp(double %z)
  store double %e, ptr %at
  store i64 %s, ptr %old
  %c = icmp ult i64 %m, 9
  br i1 %c, label %some, label %latch
some:
  store i64 %m, ptr %r
  br label %latch
latch:
  %y = add i64 %o, %w
  %f = uitofp i64 %y to double
  %sum = fadd double %x, %f
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %sum
}
; want:
; define double @f(ptr noalias %r, ptr %a, ptr %b, i64 %n) {
; entry:
;   %old = getelementptr inbounds i8, ptr %r, i64 8
;   %bits = getelementptr inbounds i8, ptr %r, i64 16
;   %v.1 = load i64, ptr %r
;   %v.2 = load i64, ptr %old
;   br label %loop
;
; loop:
;   %v.3 = phi i64 [ %v.2, %entry ], [ %v.4, %latch ]
;   %v.4 = phi i64 [ %v.1, %entry ], [ %v.5, %latch ]
;   %i = phi i64 [ 0, %entry ], [ %next, %latch ]
;   %x = phi double [ 0.0, %entry ], [ %sum, %latch ]
;   %m = mul i64 %v.4, 5
;   %k = load i32, ptr %b
;   %k2 = add i32 %k, 1
;   store i32 %k2, ptr %b
;   %w = load i64, ptr %bits
;   %at = getelementptr i64, ptr %a, i64 %i
;   %v = load i64, ptr %at
;   store i64 %v, ptr %bits
;   %z = uitofp i64 %v.4 to double
;   %e = call double @exp(double %z)
;   store double %e, ptr %at
;   store i64 %v.4, ptr %old
;   %c = icmp ult i64 %m, 9
;   br i1 %c, label %some, label %latch
;
; some:
;   store i64 %m, ptr %r
;   br label %latch
;
; latch:
;   %v.5 = phi i64 [ %v.4, %loop ], [ %m, %some ]
;   %y = add i64 %v.3, %w
;   %f = uitofp i64 %y to double
;   %sum = fadd double %x, %f
;   %next = add i64 %i, 1
;   %done = icmp eq i64 %next, %n
;   br i1 %done, label %exit, label %loop
;
; exit:
;   ret double %sum
; }
