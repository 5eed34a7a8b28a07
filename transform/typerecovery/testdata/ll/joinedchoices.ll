; pass: FloatBits
; x * 2^n, zero and infinite where the exponent has no room: two choices that are joined.
define double @scaled(double %x, i64 %n, i1 %high, i1 %usual) {
  %b = bitcast double %x to i64
  %s = shl i64 %n, 52
  %a = add i64 %s, %b
  %p = select i1 %usual, i64 %a, i64 0
  %q = select i1 %high, i64 9218868437227405312, i64 0
  %j = or i64 %p, %q
  %y = bitcast i64 %j to double
  ret double %y
}
; want:
; define double @scaled(double %x, i64 %n, i1 %high, i1 %usual) {
; b.1:
;   %b = bitcast double %x to i64
;   %s = shl i64 %n, 52
;   %a = add i64 %s, %b
;   %p = select i1 %usual, i64 %a, i64 0
;   %q = select i1 %high, i64 9218868437227405312, i64 0
;   %v.0 = bitcast i64 %q to double
;   %v.1 = bitcast i64 %p to double
;   %v.2 = bitcast i64 %q to double
;   %v.3 = call i64 @llad.bits.f64(double %x)
;   %v.4 = add i64 %s, %v.3
;   %v.5 = call i64 @llad.bits.f64(double %x)
;   %v.6 = and i64 %v.5, 9218868437227405312
;   %v.7 = and i64 %v.4, 9218868437227405312
;   %v.8 = sub i64 9214364837600034816, %v.6
;   %v.9 = icmp eq i64 %v.6, 9214364837600034816
;   %v.10 = select i1 %v.9, i64 2251799813685248, i64 %v.8
;   %v.11 = bitcast i64 %v.10 to double
;   %v.12 = fmul double %x, %v.11
;   %v.13 = bitcast i64 %v.7 to double
;   %v.14 = fmul double %v.12, %v.13
;   %v.15 = xor i64 %v.5, %v.4
;   %v.16 = icmp slt i64 %v.15, 0
;   %v.17 = fneg double %v.14
;   %v.18 = select i1 %v.16, double %v.17, double %v.14
;   %v.19 = call double @llad.bits.i64(i64 %v.4)
;   %v.20 = sub i64 %v.6, 4503599627370496
;   %v.21 = icmp ult i64 %v.20, 9214364837600034816
;   %v.22 = sub i64 %v.7, 4503599627370496
;   %v.23 = icmp ult i64 %v.22, 9214364837600034816
;   %v.24 = and i1 %v.21, %v.23
;   %v.25 = select i1 %v.24, double %v.18, double %v.19
;   %v.26 = or i64 %a, 9218868437227405312
;   %v.27 = call i64 @llad.bits.f64(double %x)
;   %v.28 = add i64 %s, %v.27
;   %v.29 = or i64 %v.28, 9218868437227405312
;   %v.30 = call i64 @llad.bits.f64(double %x)
;   %v.31 = and i64 %v.30, 9218868437227405312
;   %v.32 = and i64 %v.29, 9218868437227405312
;   %v.33 = sub i64 9214364837600034816, %v.31
;   %v.34 = icmp eq i64 %v.31, 9214364837600034816
;   %v.35 = select i1 %v.34, i64 2251799813685248, i64 %v.33
;   %v.36 = bitcast i64 %v.35 to double
;   %v.37 = fmul double %x, %v.36
;   %v.38 = bitcast i64 %v.32 to double
;   %v.39 = fmul double %v.37, %v.38
;   %v.40 = xor i64 %v.30, %v.29
;   %v.41 = icmp slt i64 %v.40, 0
;   %v.42 = fneg double %v.39
;   %v.43 = select i1 %v.41, double %v.42, double %v.39
;   %v.44 = call double @llad.bits.i64(i64 %v.29)
;   %v.45 = sub i64 %v.31, 4503599627370496
;   %v.46 = icmp ult i64 %v.45, 9214364837600034816
;   %v.47 = sub i64 %v.32, 4503599627370496
;   %v.48 = icmp ult i64 %v.47, 9214364837600034816
;   %v.49 = and i1 %v.46, %v.48
;   %v.50 = select i1 %v.49, double %v.43, double %v.44
;   %v.51 = select i1 %high, double %v.50, double %v.25
;   %v.52 = bitcast i64 %q to double
;   %v.53 = select i1 %usual, double %v.51, double %v.52
;   %v.54 = bitcast double %v.53 to i64
;   %y = bitcast i64 %v.54 to double
;   ret double %y
; }
