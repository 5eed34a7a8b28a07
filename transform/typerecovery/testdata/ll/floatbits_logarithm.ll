; pass: FloatBits DCE
; 1 + x is no sum that rounds: what is taken back from it, and its bits, have derivatives.
define double @f(double %x) {
  %u = fadd double %x, 1.0
  %b = bitcast double %u to i64
  %low = and i64 %b, 4503599627370495
  %c = fsub double %u, 1.0
  %d = sitofp i64 %low to double
  %r = fadd double %c, %d
  ret double %r
}
; want:
; define double @f(double %x) {
; b.1:
;   %u = fadd double %x, 1.0
;   %b = bitcast double %u to i64
;   %low = and i64 %b, 4503599627370495
;   %c = fsub double %u, 1.0
;   %d = sitofp i64 %low to double
;   %r = fadd double %c, %d
;   ret double %r
; }
