; An external function without a rule.
; x = 0.5
; refuse = L0104
declare double @mystery(double)
define double @f(ptr %p) {
  %x = load double, ptr %p
  %r = call double @mystery(double %x)
  ret double %r
}
