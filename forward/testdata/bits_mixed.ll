; A float and a number packed into one integer, signs of packed floats.
; x = 0.5, -2.75
define internal i64 @pack(float %v, i32 %n) {
  %b = bitcast float %v to i32
  %lo = zext i32 %b to i64
  %w = zext i32 %n to i64
  %hi = shl i64 %w, 32
  %both = or i64 %hi, %lo
  ret i64 %both
}
define double @f(ptr %p) {
  %x = load double, ptr %p
  %p1 = getelementptr double, ptr %p, i64 1
  %y = load double, ptr %p1
  %s = fptrunc double %x to float
  %packed = call i64 @pack(float %s, i32 3)
  %more = or i64 %packed, 17179869184
  %lo = trunc i64 %more to i32
  %v = bitcast i32 %lo to float
  %hi = lshr i64 %more, 32
  %n = uitofp i64 %hi to double
  %d = fpext float %v to double
  %m = fmul double %d, %y
  %r = fmul double %m, %n
  %round = fsub double %x, %d
  %z = fmul double %round, 0.0
  %t = fadd double %r, %z
  ret double %t
}
