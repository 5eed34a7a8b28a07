; order: SplitWords before AddressFloats, moving SplitWords: reverse, refused

; A pair of pointers is moved as a vector of doubles.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

define float @f(ptr %from, ptr %to) {
  %v = load <4 x float>, ptr %from, align 16
  store <4 x float> %v, ptr %to, align 8
  %w = bitcast <4 x float> %v to <2 x i64>
  %a = extractelement <2 x i64> %w, i64 1
  %p = inttoptr i64 %a to ptr
  %x = load float, ptr %p, align 4
  %y = extractelement <4 x float> %v, i64 0
  %s = fadd float %x, %y
  ret float %s
}
