; The bits times themselves.
; x = 0.5
; refuse = L0203
define double @f(ptr %p) {
  %x = load double, ptr %p
  %i = bitcast double %x to i64
  %j = mul i64 %i, %i
  %r = bitcast i64 %j to double
  ret double %r
}
