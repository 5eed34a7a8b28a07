; f(t) = t^2 + t + 1, f'(5) = 11
; x = 5
; ret = 31
; grad = 11
define double @f(ptr %p) {
  %t = load double, ptr %p
  %s = fmul double %t, %t
  %u = fadd double %s, %t
  %r = fadd double %u, 1.0
  ret double %r
}
