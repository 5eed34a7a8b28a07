; A function's address put into memory by one function, called by another.
; x = 0.5, 1.25
declare double @exp(double)
define internal double @square(double %v) {
  %r = fmul double %v, %v
  ret double %r
}
define internal void @setup(ptr %o, double %a, i1 %c) {
  br i1 %c, label %yes, label %no
yes:
  store ptr @square, ptr %o
  br label %done
no:
  store ptr @exp, ptr %o
  br label %done
done:
  %o1 = getelementptr { ptr, double }, ptr %o, i32 0, i32 1
  store double %a, ptr %o1
  ret void
}
define double @f(ptr %p) {
  %o = alloca { ptr, double }
  %x = load double, ptr %p
  %p1 = getelementptr double, ptr %p, i64 1
  %y = load double, ptr %p1
  %c = fcmp ogt double %x, 1.0
  call void @setup(ptr %o, double %y, i1 %c)
  %fn = load ptr, ptr %o
  %o1 = getelementptr { ptr, double }, ptr %o, i32 0, i32 1
  %v = load double, ptr %o1
  %r = call double %fn(double %v)
  %s = fmul double %r, %x
  ret double %s
}
