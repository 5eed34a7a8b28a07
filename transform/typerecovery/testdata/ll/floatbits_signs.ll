; pass: FloatBits
; A sign that is chosen as a float, 0 or -0.
define <2 x double> @turned(<2 x double> %x, <2 x i1> %c) {
  %b = bitcast <2 x double> %x to <2 x i64>
  %z = select <2 x i1> %c, <2 x double> <double -0.0, double -0.0>, <2 x double> zeroinitializer
  %s = bitcast <2 x double> %z to <2 x i64>
  %t = xor <2 x i64> %s, %b
  %y = bitcast <2 x i64> %t to <2 x double>
  ret <2 x double> %y
}
; want:
; define <2 x double> @turned(<2 x double> %x, <2 x i1> %c) {
; b.1:
;   %b = bitcast <2 x double> %x to <2 x i64>
;   %z = select <2 x i1> %c, <2 x double> <double -0.0, double -0.0>, <2 x double> zeroinitializer
;   %s = bitcast <2 x double> %z to <2 x i64>
;   %v.0 = fneg <2 x double> %x
;   %v.1 = icmp slt <2 x i64> %s, zeroinitializer
;   %v.2 = select <2 x i1> %v.1, <2 x double> %v.0, <2 x double> %x
;   %v.3 = bitcast <2 x double> %v.2 to <2 x i64>
;   %y = bitcast <2 x i64> %v.3 to <2 x double>
;   ret <2 x double> %y
; }
