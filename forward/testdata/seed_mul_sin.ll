; z = x*y + sin(x): dz/dx = 5.077582561890373, dz/dy = 0.5
; x = 0.5, 4.2
; ret = 2.579425538604203
; grad = 5.077582561890373, 0.5
declare double @llvm.sin.f64(double)
define double @f(ptr %p) {
  %x = load double, ptr %p
  %q = getelementptr double, ptr %p, i64 1
  %y = load double, ptr %q
  %m = fmul double %x, %y
  %s = call double @llvm.sin.f64(double %x)
  %z = fadd double %m, %s
  ret double %z
}
