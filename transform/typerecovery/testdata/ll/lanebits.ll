; pass: LaneBits
; x * 2^n in each lane
define <2 x double> @scaled(<2 x double> %x, <2 x i64> %n, <2 x i1> %c) {
  %b = bitcast <2 x double> %x to <2 x i64>
  %s = shl <2 x i64> %n, <i64 52, i64 52>
  %a = add <2 x i64> %s, %b
  %q = select <2 x i1> %c, <2 x i64> %a, <2 x i64> zeroinitializer
  %y = bitcast <2 x i64> %q to <2 x double>
  ret <2 x double> %y
}
; want:
; define <2 x double> @scaled(<2 x double> %x, <2 x i64> %n, <2 x i1> %c) {
; b.1:
;   %b = bitcast <2 x double> %x to <2 x i64>
;   %s = shl <2 x i64> %n, <i64 52, i64 52>
;   %a = add <2 x i64> %s, %b
;   %q = select <2 x i1> %c, <2 x i64> %a, <2 x i64> zeroinitializer
;   %v.0 = extractelement <2 x i64> %n, i32 0
;   %v.1 = shl i64 %v.0, 52
;   %v.2 = extractelement <2 x double> %x, i32 0
;   %v.3 = bitcast double %v.2 to i64
;   %v.4 = add i64 %v.1, %v.3
;   %v.5 = extractelement <2 x i1> %c, i32 0
;   %v.6 = select i1 %v.5, i64 %v.4, i64 0
;   %v.7 = bitcast i64 %v.6 to double
;   %v.8 = insertelement <2 x double> poison, double %v.7, i32 0
;   %v.9 = extractelement <2 x i64> %n, i32 1
;   %v.10 = shl i64 %v.9, 52
;   %v.11 = extractelement <2 x double> %x, i32 1
;   %v.12 = bitcast double %v.11 to i64
;   %v.13 = add i64 %v.10, %v.12
;   %v.14 = extractelement <2 x i1> %c, i32 1
;   %v.15 = select i1 %v.14, i64 %v.13, i64 0
;   %v.16 = bitcast i64 %v.15 to double
;   %v.17 = insertelement <2 x double> %v.8, double %v.16, i32 1
;   ret <2 x double> %v.17
; }
