; The sum of v * y[0] * … * y[5] over the numbers v below one, after each of which y is halved; a negative number ends the list.
define double @f(ptr %x, ptr %y) {
entry:
  br label %head
head:
  %p = phi ptr [ %x, %entry ], [ %next, %latch ]
  %sum = phi double [ 0.0, %entry ], [ %more, %latch ]
  %v = load double, ptr %p
  %near = fcmp olt double %v, 1.0
  br i1 %near, label %part, label %latch
part:
  %q0 = getelementptr double, ptr %y, i64 0
  %y0 = load double, ptr %q0
  %h0 = fmul double %y0, 0.5
  store double %h0, ptr %q0
  %q1 = getelementptr double, ptr %y, i64 1
  %y1 = load double, ptr %q1
  %h1 = fmul double %y1, 0.5
  store double %h1, ptr %q1
  %q2 = getelementptr double, ptr %y, i64 2
  %y2 = load double, ptr %q2
  %h2 = fmul double %y2, 0.5
  store double %h2, ptr %q2
  %q3 = getelementptr double, ptr %y, i64 3
  %y3 = load double, ptr %q3
  %h3 = fmul double %y3, 0.5
  store double %h3, ptr %q3
  %q4 = getelementptr double, ptr %y, i64 4
  %y4 = load double, ptr %q4
  %h4 = fmul double %y4, 0.5
  store double %h4, ptr %q4
  %q5 = getelementptr double, ptr %y, i64 5
  %y5 = load double, ptr %q5
  %h5 = fmul double %y5, 0.5
  store double %h5, ptr %q5
  %m0 = fmul double %v, %y0
  %m1 = fmul double %m0, %y1
  %m2 = fmul double %m1, %y2
  %m3 = fmul double %m2, %y3
  %m4 = fmul double %m3, %y4
  %m5 = fmul double %m4, %y5
  %added = fadd double %sum, %m5
  br label %latch
latch:
  %more = phi double [ %sum, %head ], [ %added, %part ]
  %next = getelementptr double, ptr %p, i64 1
  %n = load double, ptr %next
  %goes = fcmp oge double %n, 0.0
  br i1 %goes, label %head, label %exit
exit:
  ret double %more
}
