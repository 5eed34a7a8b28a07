; pass: FloatBits DCE
define <2 x double> @f(<2 x double> %x, <2 x double> %y) {
  %bx = bitcast <2 x double> %x to <2 x i64>
  %by = bitcast <2 x double> %y to <2 x i64>
  %exponent = lshr <2 x i64> %bx, <i64 52, i64 52>
  %count = trunc <2 x i64> %exponent to <2 x i32>
  %e = sitofp <2 x i32> %count to <2 x double>
  %kept = and <2 x i64> %bx, <i64 -9218868437227405313, i64 -9218868437227405313>
  %half = or <2 x i64> %kept, <i64 4602678819172646912, i64 4602678819172646912>
  %m = bitcast <2 x i64> %half to <2 x double>
  %magnitude = and <2 x i64> %bx, <i64 9223372036854775807, i64 9223372036854775807>
  %signs = and <2 x i64> %by, <i64 -9223372036854775808, i64 -9223372036854775808>
  %copied = or <2 x i64> %magnitude, %signs
  %c = bitcast <2 x i64> %copied to <2 x double>
  %up = fadd <2 x double> %y, <double 6755399441055744.0, double 6755399441055744.0>
  %n = fsub <2 x double> %up, <double 6755399441055744.0, double 6755399441055744.0>
  %low = bitcast <2 x double> %up to <2 x i64>
  %turned = shl <2 x i64> %low, <i64 63, i64 63>
  %flipped = xor <2 x i64> %turned, %by
  %z = bitcast <2 x i64> %flipped to <2 x double>
  %s = fadd <2 x double> %e, %m
  %s2 = fadd <2 x double> %s, %c
  %s3 = fadd <2 x double> %s2, %n
  %s4 = fadd <2 x double> %s3, %z
  ret <2 x double> %s4
}
; want:
; define <2 x double> @f(<2 x double> %x, <2 x double> %y) {
; b.0:
;   %v.0 = call <2 x i64> @llad.bits.v2f64(<2 x double> %x)
;   %v.1 = lshr <2 x i64> %v.0, <i64 52, i64 52>
;   %count = trunc <2 x i64> %v.1 to <2 x i32>
;   %e = sitofp <2 x i32> %count to <2 x double>
;   %v.2 = call <2 x i64> @llad.bits.v2f64(<2 x double> %x)
;   %v.3 = and <2 x i64> %v.2, <i64 9218868437227405312, i64 9218868437227405312>
;   %v.4 = sub <2 x i64> %v.3, <i64 4503599627370496, i64 4503599627370496>
;   %v.5 = icmp ult <2 x i64> %v.4, <i64 9214364837600034816, i64 9214364837600034816>
;   %v.6 = sub <2 x i64> <i64 9214364837600034816, i64 9214364837600034816>, %v.3
;   %v.7 = icmp eq <2 x i64> %v.3, <i64 9214364837600034816, i64 9214364837600034816>
;   %v.8 = select <2 x i1> %v.7, <2 x i64> <i64 2251799813685248, i64 2251799813685248>, <2 x i64> %v.6
;   %v.9 = bitcast <2 x i64> %v.8 to <2 x double>
;   %v.10 = fmul <2 x double> %x, %v.9
;   %v.11 = fmul <2 x double> %v.10, <double 0x3FE0000000000000, double 0x3FE0000000000000>
;   %v.12 = bitcast <2 x double> <double 0x3FE0000000000000, double 0x3FE0000000000000> to <2 x i64>
;   %v.13 = and <2 x i64> %v.2, <i64 -9218868437227405313, i64 -9218868437227405313>
;   %v.14 = or <2 x i64> %v.13, %v.12
;   %v.15 = bitcast <2 x i64> %v.14 to <2 x double>
;   %v.16 = select <2 x i1> %v.5, <2 x double> %v.11, <2 x double> %v.15
;   %v.17 = bitcast <2 x double> %v.16 to <2 x i64>
;   %m = bitcast <2 x i64> %v.17 to <2 x double>
;   %v.18 = call <2 x i64> @llad.bits.v2f64(<2 x double> %y)
;   %v.19 = and <2 x i64> %v.18, <i64 -9223372036854775808, i64 -9223372036854775808>
;   %v.20 = call <2 x double> @llvm.fabs.v2f64(<2 x double> %x)
;   %v.21 = fneg <2 x double> %v.20
;   %v.22 = icmp slt <2 x i64> %v.19, zeroinitializer
;   %v.23 = select <2 x i1> %v.22, <2 x double> %v.21, <2 x double> %v.20
;   %v.24 = bitcast <2 x double> %v.23 to <2 x i64>
;   %c = bitcast <2 x i64> %v.24 to <2 x double>
;   %up = fadd <2 x double> %y, <double 6755399441055744.0, double 6755399441055744.0>
;   %v.25 = call <2 x i64> @llad.bits.v2f64(<2 x double> %up)
;   %v.26 = bitcast <2 x i64> %v.25 to <2 x double>
;   %v.27 = fsub <2 x double> %v.26, <double 6755399441055744.0, double 6755399441055744.0>
;   %v.28 = call <2 x i64> @llad.bits.v2f64(<2 x double> %up)
;   %turned = shl <2 x i64> %v.28, <i64 63, i64 63>
;   %v.29 = fneg <2 x double> %y
;   %v.30 = icmp slt <2 x i64> %turned, zeroinitializer
;   %v.31 = select <2 x i1> %v.30, <2 x double> %v.29, <2 x double> %y
;   %v.32 = bitcast <2 x double> %v.31 to <2 x i64>
;   %z = bitcast <2 x i64> %v.32 to <2 x double>
;   %s = fadd <2 x double> %e, %m
;   %s2 = fadd <2 x double> %s, %c
;   %s3 = fadd <2 x double> %s2, %v.27
;   %s4 = fadd <2 x double> %s3, %z
;   ret <2 x double> %s4
; }
