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
; b.0:
;   %u = fadd double %x, 1.0
;   %c = fsub double %u, 1.0
;   %v.0 = call i64 @llad.bits.f64(double %u)
;   %v.1 = and i64 %v.0, 4503599627370495
;   %v.2 = sitofp i64 %v.1 to double
;   %v.3 = call i64 @llad.bits.f64(double %u)
;   %v.4 = bitcast i64 %v.3 to double
;   %v.5 = fsub double %u, %v.4
;   %v.6 = fcmp oeq double %v.5, 0x0000000000000000
;   %v.7 = call i64 @llad.bits.f64(double %u)
;   %v.8 = and i64 %v.7, 9218868437227405312
;   %v.9 = sub i64 9214364837600034816, %v.8
;   %v.10 = icmp eq i64 %v.8, 9214364837600034816
;   %v.11 = select i1 %v.10, i64 2251799813685248, i64 %v.9
;   %v.12 = bitcast i64 %v.11 to double
;   %v.13 = fmul double %v.5, %v.12
;   %v.14 = icmp slt i64 %v.7, 0
;   %v.15 = fneg double %v.13
;   %v.16 = select i1 %v.14, double %v.15, double %v.13
;   %v.17 = fmul double %v.16, 0x4330000000000000
;   %v.18 = sub i64 %v.8, 4503599627370496
;   %v.19 = icmp ult i64 %v.18, 9214364837600034816
;   %v.20 = and i1 %v.6, %v.19
;   %v.21 = fadd double %v.2, %v.17
;   %v.22 = select i1 %v.20, double %v.21, double %v.2
;   %r = fadd double %c, %v.22
;   ret double %r
; }
