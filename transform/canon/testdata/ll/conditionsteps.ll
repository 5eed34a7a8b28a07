; pass: ConditionSteps
; What rustc leaves of for i in 0..n at opt-level 1: one phi is a step ahead, and
; steps by the condition under which it steps at all.
define double @f(ptr %p, i64 %n) {
start:
  %first = icmp ne i64 %n, 0
  %one = zext i1 %first to i64
  br i1 %first, label %enter, label %exit

enter:
  br label %loop

loop:
  %ahead = phi i64 [ %one, %enter ], [ %further, %loop ]
  %s = phi double [ 0.0, %enter ], [ %t, %loop ]
  %i = phi i64 [ 0, %enter ], [ %ahead, %loop ]
  %x = getelementptr inbounds double, ptr %p, i64 %i
  %v = load double, ptr %x
  %t = fadd double %s, %v
  %more = icmp ult i64 %ahead, %n
  %step = zext i1 %more to i64
  %further = add nuw i64 %ahead, %step
  br i1 %more, label %loop, label %exit

exit:
  %r = phi double [ 0.0, %start ], [ %t, %loop ]
  ret double %r
}
; want:
; define double @f(ptr %p, i64 %n) {
; start:
;   %first = icmp ne i64 %n, 0
;   br i1 %first, label %enter, label %exit
;
; enter:
;   br label %loop
;
; loop:
;   %s = phi double [ 0.0, %enter ], [ %t, %loop ]
;   %i = phi i64 [ 0, %enter ], [ %v.1, %loop ]
;   %v.1 = add nuw i64 %i, 1
;   %x = getelementptr inbounds double, ptr %p, i64 %i
;   %v = load double, ptr %x
;   %t = fadd double %s, %v
;   %more = icmp ult i64 %v.1, %n
;   br i1 %more, label %loop, label %exit
;
; exit:
;   %r = phi double [ 0.0, %start ], [ %t, %loop ]
;   ret double %r
; }
