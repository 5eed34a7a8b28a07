; The Babylonian square root by recursion: f'(2) = 0.35355339059327373
; x = 2
; grad = 0.35355339059327373
define internal double @step(double %x, double %t, i32 %n) {
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %done, label %more
more:
  %q = fdiv double %x, %t
  %s = fadd double %t, %q
  %h = fmul double %s, 5.0e-1
  %m = sub i32 %n, 1
  %r = call double @step(double %x, double %h, i32 %m)
  ret double %r
done:
  ret double %t
}
define double @f(ptr %p) {
  %x = load double, ptr %p
  %one = fadd double %x, 1.0
  %t = fmul double %one, 5.0e-1
  %r = call double @step(double %x, double %t, i32 9)
  ret double %r
}
