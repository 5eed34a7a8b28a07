; order: MaterializeByval before SROA#2, moving MaterializeByval: reverse, accesses

; A function changes a struct that it gets by value.
define double @f(ptr byval({ double, double }) align 8 %s, ptr %x) {
entry:
  %p = getelementptr inbounds { double, double }, ptr %s, i64 0, i32 1
  %v = load double, ptr %x
  store double %v, ptr %p
  %a = load double, ptr %s
  %b = load double, ptr %p
  %c = fmul double %a, %b
  store double %c, ptr %s
  %d = load double, ptr %s
  ret double %d
}
