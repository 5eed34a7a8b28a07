; A loop entered at two places, left at two places, and a switch.
; x = 0.75, 2.75
define double @f(ptr %p) {
entry:
  %x = load double, ptr %p
  %p1 = getelementptr double, ptr %p, i64 1
  %y = load double, ptr %p1
  %c = fcmp ogt double %x, 1.0
  br i1 %c, label %a, label %b
a:
  %va = phi double [ %x, %entry ], [ %vc, %b ]
  %na = phi i32 [ 0, %entry ], [ %nb1, %b ]
  %va1 = fmul double %va, %y
  br label %b
b:
  %vb = phi double [ %y, %entry ], [ %va1, %a ]
  %nb = phi i32 [ 3, %entry ], [ %na, %a ]
  %nb1 = add i32 %nb, 1
  %vc = fadd double %vb, %x
  switch i32 %nb1, label %a [ i32 7, label %done
                              i32 9, label %out ]
out:
  ret double 0.0
done:
  ret double %vc
}
