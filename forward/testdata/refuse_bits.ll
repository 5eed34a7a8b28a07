; The bits times three.
; x = 0.5
; refuse = L0203
define double @f(ptr %p) {
  %x = load double, ptr %p
  %i = bitcast double %x to i64
  %j = mul i64 %i, 3
  %r = bitcast i64 %j to double
  ret double %r
}
