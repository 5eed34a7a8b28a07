; Calls that only overwrite: what they store has tangent zero, or is scaled.
; x = 0.5, 2.75
define internal void @set(ptr %p, i64 %k) {
  %q = getelementptr double, ptr %p, i64 %k
  store double 4.0, ptr %q
  ret void
}
define internal void @twice(ptr %p) {
  %v = load double, ptr %p
  %w = fmul double %v, 2.0
  store double %w, ptr %p
  ret void
}
define double @f(ptr %p) {
  %p1 = getelementptr double, ptr %p, i64 1
  %y = load double, ptr %p1
  call void @set(ptr %p, i64 1)
  call void @twice(ptr %p)
  %x = load double, ptr %p
  %c = load double, ptr %p1
  %m = fmul double %x, %c
  %r = fmul double %m, %y
  ret double %r
}
