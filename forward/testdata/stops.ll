; A table holds a function that cannot be differentiated; the program ends when
; its tangent function is called, and not when it is not.
; x = 0.5, 1
; stops = call to 'mystery' has no body and no rule
declare double @mystery(double)
@ops = internal constant [2 x ptr] [ptr @square, ptr @bad]
define internal double @square(double %v) {
  %r = fmul double %v, %v
  ret double %r
}
define internal double @bad(double %v) {
  %r = call double @mystery(double %v)
  ret double %r
}
define double @f(ptr %p) {
  %x = load double, ptr %p
  %p1 = getelementptr double, ptr %p, i64 1
  %y = load double, ptr %p1
  %k = fptosi double %y to i64
  %at = getelementptr ptr, ptr @ops, i64 %k
  %fn = load ptr, ptr %at
  %v = call double %fn(double %x)
  ret double %v
}
