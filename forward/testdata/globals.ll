; A written variable: its tangent starts at zero in every call.
; x = 0.5, 2.75
@state = internal global double 2.0
@count = internal global i32 0
define double @f(ptr %p) {
  %n = load i32, ptr @count
  %n1 = add i32 %n, 1
  store i32 %n1, ptr @count
  %x = load double, ptr %p
  %old = load double, ptr @state
  %a = fmul double %x, %old
  store double %a, ptr @state
  %p1 = getelementptr double, ptr %p, i64 1
  %y = load double, ptr %p1
  %b = load double, ptr @state
  %c = fmul double %b, %y
  %d = fmul double %c, %b
  store double 2.0, ptr @state
  ret double %d
}
