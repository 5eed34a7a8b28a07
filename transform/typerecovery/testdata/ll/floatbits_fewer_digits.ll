; pass: FloatBits DCE
; Another number of digits is no float with another exponent.
define double @fewer(double %x) {
  %b = bitcast double %x to i64
  %digits = and i64 %b, 2251799813685247
  %all = or i64 %digits, 4607182418800017408
  %m = bitcast i64 %all to double
  ret double %m
}
; want:
; define double @fewer(double %x) {
; b.1:
;   %b = bitcast double %x to i64
;   %digits = and i64 %b, 2251799813685247
;   %all = or i64 %digits, 4607182418800017408
;   %m = bitcast i64 %all to double
;   ret double %m
; }
