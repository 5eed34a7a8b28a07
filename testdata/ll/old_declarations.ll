; C before C23, of several files: functions are called as declarations without parameters have it, and one that
; returns nothing as one that returns an int.
; llad: grad energy(1.5, 2.0) = 13.5, 27, 13.5

define double @energy(double %x, double %y) {
  %s = alloca double
  store double %x, ptr %s
  %unused = call i32 (ptr, double, ...) @scale(ptr %s, double %y)
  %p = call double (double, i32, ...) @power(double %x, i32 2)
  %v = load double, ptr %s
  %r = fmul double %v, %p
  %two = fmul double %r, %y
  ret double %two
}

define void @scale(ptr %s, double %by) {
  %a = load double, ptr %s
  %b = fmul double %a, %by
  store double %b, ptr %s
  ret void
}

; It stays a call: it is recursive.
define double @power(double %x, i32 %n) {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %one, label %more

one:
  ret double 1.0

more:
  %less = sub i32 %n, 1
  %rest = call double (double, i32, ...) @power(double %x, i32 %less)
  %r = fmul double %rest, %x
  ret double %r
}
