; pass: FloatBits DCE
; The exponent and the upper digits, to which a constant was added that the mask takes out again: x times a power of two.
define double @upper(double %x) {
  %b = bitcast double %x to i64
  %h = lshr i64 %b, 32
  %t = trunc i64 %h to i32
  %up = add i32 %t, 614242
  %digits = and i32 %up, 1048575
  %new = add i32 %digits, 1072079006
  %wide = zext i32 %new to i64
  %top = shl i64 %wide, 32
  %low = and i64 %b, 4294967295
  %all = or i64 %top, %low
  %m = bitcast i64 %all to double
  %k = lshr i32 %up, 20
  %e = sitofp i32 %k to double
  %r = fadd double %m, %e
  ret double %r
}
; want:
; define double @upper(double %x) {
; b.0:
;   %v.0 = call i64 @llad.bits.f64(double %x)
;   %v.1 = lshr i64 %v.0, 32
;   %v.2 = trunc i64 %v.1 to i32
;   %v.3 = add i32 %v.2, 614242
;   %v.4 = and i32 %v.3, 1048575
;   %v.5 = add i32 %v.4, 1072079006
;   %v.6 = zext i32 %v.5 to i64
;   %v.7 = shl i64 %v.6, 32
;   %v.8 = call i64 @llad.bits.f64(double %x)
;   %v.9 = and i64 %v.8, 4294967295
;   %v.10 = or i64 %v.7, %v.9
;   %v.11 = call i64 @llad.bits.f64(double %x)
;   %v.12 = and i64 %v.11, 9218868437227405312
;   %v.13 = and i64 %v.10, 9218868437227405312
;   %v.14 = sub i64 9214364837600034816, %v.12
;   %v.15 = icmp eq i64 %v.12, 9214364837600034816
;   %v.16 = select i1 %v.15, i64 2251799813685248, i64 %v.14
;   %v.17 = bitcast i64 %v.16 to double
;   %v.18 = fmul double %x, %v.17
;   %v.19 = bitcast i64 %v.13 to double
;   %v.20 = fmul double %v.18, %v.19
;   %v.21 = xor i64 %v.11, %v.10
;   %v.22 = icmp slt i64 %v.21, 0
;   %v.23 = fneg double %v.20
;   %v.24 = select i1 %v.22, double %v.23, double %v.20
;   %v.25 = call double @llad.bits.i64(i64 %v.10)
;   %v.26 = sub i64 %v.12, 4503599627370496
;   %v.27 = icmp ult i64 %v.26, 9214364837600034816
;   %v.28 = sub i64 %v.13, 4503599627370496
;   %v.29 = icmp ult i64 %v.28, 9214364837600034816
;   %v.30 = and i1 %v.27, %v.29
;   %v.31 = select i1 %v.30, double %v.24, double %v.25
;   %v.32 = call i64 @llad.bits.f64(double %x)
;   %v.33 = lshr i64 %v.32, 32
;   %v.34 = trunc i64 %v.33 to i32
;   %v.35 = add i32 %v.34, 614242
;   %v.36 = lshr i32 %v.35, 20
;   %e = sitofp i32 %v.36 to double
;   %r = fadd double %v.31, %e
;   ret double %r
; }
