; for (j = n; j > 0; j--) for (i = 0; i < j; i++) x[i] = (x[i] * x[i + 1] + x[i]) / 2;
define double @f(ptr %x, i64 %n) {
entry:
  br label %outer

outer:
  %j = phi i64 [ %n, %entry ], [ %j.next, %outer.next ]
  %first = load double, ptr %x
  br label %inner

inner:
  %here = phi double [ %first, %outer ], [ %there, %inner ]
  %i = phi i64 [ 0, %outer ], [ %i.next, %inner ]
  %i.next = add nuw nsw i64 %i, 1
  %q = getelementptr inbounds double, ptr %x, i64 %i.next
  %there = load double, ptr %q
  %product = fmul double %here, %there
  %twice = fadd double %product, %here
  %half = fmul double %twice, 5.000000e-01
  %p = getelementptr inbounds double, ptr %x, i64 %i
  store double %half, ptr %p
  %done = icmp eq i64 %i.next, %j
  br i1 %done, label %outer.next, label %inner

outer.next:
  %j.next = add nsw i64 %j, -1
  %end = icmp eq i64 %j.next, 0
  br i1 %end, label %exit, label %outer

exit:
  %r = load double, ptr %x
  ret double %r
}
