; Aggregates by value: built, taken apart, returned, merged, partly constant.
; x = 0.5, 2.75
define internal { double, ptr, i64 } @make(ptr %p, double %v) {
  %a = insertvalue { double, ptr, i64 } undef, double %v, 0
  %b = insertvalue { double, ptr, i64 } %a, ptr %p, 1
  %c = insertvalue { double, ptr, i64 } %b, i64 1, 2
  ret { double, ptr, i64 } %c
}
define double @f(ptr %p) {
entry:
  %x = load double, ptr %p
  %xx = fmul double %x, %x
  %m = call { double, ptr, i64 } @make(ptr %p, double %xx)
  %big = fcmp ogt double %x, 1.0
  br i1 %big, label %yes, label %join
yes:
  br label %join
join:
  %s = phi { double, ptr, i64 } [ %m, %entry ], [ { double 1.0, ptr null, i64 0 }, %yes ]
  %v = extractvalue { double, ptr, i64 } %s, 0
  %q = extractvalue { double, ptr, i64 } %s, 1
  %k = extractvalue { double, ptr, i64 } %s, 2
  %at = getelementptr double, ptr %q, i64 %k
  %y = load double, ptr %at
  %r = fmul double %v, %y
  ret double %r
}
