; The bits times three: linear between powers of two.
; x = 0.6
define double @f(ptr %p) {
  %x = load double, ptr %p
  %i = bitcast double %x to i64
  %j = mul i64 %i, 3
  %r = bitcast i64 %j to double
  ret double %r
}
