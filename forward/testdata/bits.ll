; Floats moved as integers: copies, packing, signs.
; x = 0.5, -2.75
define double @f(ptr %p) {
  %p1 = getelementptr double, ptr %p, i64 1
  %xi = load i64, ptr %p
  %xd = bitcast i64 %xi to double
  %yi = load i64, ptr %p1
  %yd = bitcast i64 %yi to double
  %abs = and i64 %yi, 9223372036854775807
  %ad = bitcast i64 %abs to double
  %neg = xor i64 %xi, -9223372036854775808
  %nd = bitcast i64 %neg to double
  %m = fmul double %ad, %nd
  %q = fmul double %m, %yd
  %r = fadd double %q, %xd
  ret double %r
}
