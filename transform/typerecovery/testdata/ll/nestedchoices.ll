; pass: FloatBits
; The same by one choice inside of the other.
define double @scaled(double %x, i64 %n, i1 %high, i1 %low) {
  %b = bitcast double %x to i64
  %s = shl i64 %n, 52
  %a = add i64 %s, %b
  %p = select i1 %low, i64 0, i64 %a
  %q = select i1 %high, i64 9218868437227405312, i64 %p
  %y = bitcast i64 %q to double
  ret double %y
}
; want:
; define double @scaled(double %x, i64 %n, i1 %high, i1 %low) {
; b.1:
;   %b = bitcast double %x to i64
;   %s = shl i64 %n, 52
;   %a = add i64 %s, %b
;   %v.0 = bitcast i64 0 to double
;   %v.1 = call i64 @llad.bits.f64(double %x)
;   %v.2 = add i64 %s, %v.1
;   %v.3 = call i64 @llad.bits.f64(double %x)
;   %v.4 = and i64 %v.3, 9218868437227405312
;   %v.5 = and i64 %v.2, 9218868437227405312
;   %v.6 = sub i64 9214364837600034816, %v.4
;   %v.7 = icmp eq i64 %v.4, 9214364837600034816
;   %v.8 = select i1 %v.7, i64 2251799813685248, i64 %v.6
;   %v.9 = bitcast i64 %v.8 to double
;   %v.10 = fmul double %x, %v.9
;   %v.11 = bitcast i64 %v.5 to double
;   %v.12 = fmul double %v.10, %v.11
;   %v.13 = xor i64 %v.3, %v.2
;   %v.14 = icmp slt i64 %v.13, 0
;   %v.15 = fneg double %v.12
;   %v.16 = select i1 %v.14, double %v.15, double %v.12
;   %v.17 = call double @llad.bits.i64(i64 %v.2)
;   %v.18 = sub i64 %v.4, 4503599627370496
;   %v.19 = icmp ult i64 %v.18, 9214364837600034816
;   %v.20 = sub i64 %v.5, 4503599627370496
;   %v.21 = icmp ult i64 %v.20, 9214364837600034816
;   %v.22 = and i1 %v.19, %v.21
;   %v.23 = select i1 %v.22, double %v.16, double %v.17
;   %v.24 = select i1 %low, double %v.0, double %v.23
;   %v.25 = bitcast double %v.24 to i64
;   %v.26 = bitcast i64 9218868437227405312 to double
;   %v.27 = bitcast i64 %v.25 to double
;   %v.28 = select i1 %high, double %v.26, double %v.27
;   %v.29 = bitcast double %v.28 to i64
;   %y = bitcast i64 %v.29 to double
;   ret double %y
; }
