; pass: SplitWords
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; Two numbers of a state, where an error would have the two words of its address: rustc 1.95, opt-level 3.
define double @f(ptr %y) {
start:
  %z = getelementptr i8, ptr %y, i64 16
  %third = load double, ptr %z, align 16
  %words = load <2 x ptr>, ptr %y, align 16
  %bits = ptrtoint <2 x ptr> %words to <2 x i64>
  %pair = bitcast <2 x i64> %bits to <2 x double>
  %shift = shufflevector <2 x double> %pair, <2 x double> poison, <2 x i32> <i32 1, i32 poison>
  %both = fadd <2 x double> %shift, %pair
  %sum = extractelement <2 x double> %both, i64 0
  %all = fadd double %third, %sum
  ret double %all
}
; want:
; define double @f(ptr %y) {
; start:
;   %z = getelementptr i8, ptr %y, i64 16
;   %third = load double, ptr %z, align 16
;   %v.0 = load <2 x double>, ptr %y, align 16
;   %shift = shufflevector <2 x double> %v.0, <2 x double> poison, <2 x i32> <i32 1, i32 poison>
;   %both = fadd <2 x double> %shift, %v.0
;   %sum = extractelement <2 x double> %both, i64 0
;   %all = fadd double %third, %sum
;   ret double %all
; }
