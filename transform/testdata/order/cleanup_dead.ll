; cleanup order: Mem2Reg before DCE, moving DCE: reverse, instructions

; What differentiation leaves without users.
define double @f(ptr %p, i64 %n) {
start:
  %first = icmp ne i64 %n, 0
  %one = zext i1 %first to i64
  br i1 %first, label %enter, label %exit

enter:
  br label %loop

loop:
  %ahead = phi i64 [ %one, %enter ], [ %further, %loop ]
  %s = phi double [ 0.000000e+00, %enter ], [ %t, %loop ]
  %i = phi i64 [ 0, %enter ], [ %ahead, %loop ]
  %x = getelementptr inbounds double, ptr %p, i64 %i
  %v = load double, ptr %x, align 8
  %t = fadd double %s, %v
  %more = icmp ult i64 %ahead, %n
  %step = zext i1 %more to i64
  %further = add nuw i64 %ahead, %step
  br i1 %more, label %loop, label %exit

exit:
  %r = phi double [ 0.000000e+00, %start ], [ %t, %loop ]
  ret double %r
}
