; pass: FloatBits DCE
; The bits of floats, and of zeros that nothing stores as floats, are put together lane by lane.
define <2 x i64> @f(double %x, double %y, i64 %n) {
  %bx = bitcast double %x to i64
  %by = bitcast double %y to i64
  %first = insertelement <2 x i64> <i64 poison, i64 0>, i64 %bx, i64 0
  %less = xor <2 x i64> %first, <i64 -9223372036854775808, i64 -9223372036854775808>
  %one = insertelement <2 x i64> poison, i64 %by, i64 0
  %both = insertelement <2 x i64> %one, i64 %bx, i64 1
  %magnitudes = or <2 x i64> %both, <i64 -9223372036854775808, i64 -9223372036854775808>
  %number = insertelement <2 x i64> %one, i64 %n, i64 1
  %kept = xor <2 x i64> %number, <i64 -9223372036854775808, i64 -9223372036854775808>
  %s = add <2 x i64> %less, %magnitudes
  %t = add <2 x i64> %s, %kept
  ret <2 x i64> %t
}
; want:
; define <2 x i64> @f(double %x, double %y, i64 %n) {
; b.0:
;   %bx = bitcast double %x to i64
;   %by = bitcast double %y to i64
;   %v.0 = bitcast i64 %bx to double
;   %v.1 = insertelement <2 x double> poison, double %v.0, i32 0
;   %v.2 = bitcast i64 0 to double
;   %v.3 = insertelement <2 x double> %v.1, double %v.2, i32 1
;   %v.4 = fneg <2 x double> %v.3
;   %v.5 = bitcast <2 x double> %v.4 to <2 x i64>
;   %one = insertelement <2 x i64> poison, i64 %by, i64 0
;   %v.6 = bitcast i64 %by to double
;   %v.7 = insertelement <2 x double> poison, double %v.6, i32 0
;   %v.8 = bitcast i64 %bx to double
;   %v.9 = insertelement <2 x double> %v.7, double %v.8, i32 1
;   %v.10 = call <2 x double> @llvm.fabs.v2f64(<2 x double> %v.9)
;   %v.11 = fneg <2 x double> %v.10
;   %v.12 = bitcast <2 x double> %v.11 to <2 x i64>
;   %number = insertelement <2 x i64> %one, i64 %n, i64 1
;   %kept = xor <2 x i64> %number, <i64 -9223372036854775808, i64 -9223372036854775808>
;   %s = add <2 x i64> %v.5, %v.12
;   %t = add <2 x i64> %s, %kept
;   ret <2 x i64> %t
; }
