; The exponent changed by integer arithmetic.
; x = 0.5
; refuse = L0203
define double @f(ptr %p) {
  %x = load double, ptr %p
  %i = bitcast double %x to i64
  %j = add i64 %i, 4503599627370496
  %r = bitcast i64 %j to double
  ret double %r
}
