; Results through pointers and in structs.
; x = 0.5, 2.75
declare void @sincos(double, ptr, ptr)
declare double @modf(double, ptr)
declare double @frexp(double, ptr)
define double @f(ptr %p) {
  %s = alloca double
  %c = alloca double
  %w = alloca double
  %e = alloca i32
  %x = load double, ptr %p
  %p1 = getelementptr double, ptr %p, i64 1
  %y = load double, ptr %p1
  store double %y, ptr %w
  call void @sincos(double %x, ptr %s, ptr %c)
  %fr = call double @modf(double %y, ptr %w)
  %m = call double @frexp(double %y, ptr %e)
  %n = load i32, ptr %e
  %nf = sitofp i32 %n to double
  %sv = load double, ptr %s
  %cv = load double, ptr %c
  %wv = load double, ptr %w
  %a = fmul double %sv, %cv
  %b = fmul double %a, %fr
  %d = fmul double %b, %wv
  %g = fmul double %m, %nf
  %r = fadd double %d, %g
  ret double %r
}
