; pass: SplitWords InstSimplify DCE
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

; a number and a pointer that are moved as a vector of floats
define float @f(ptr %from, ptr %to) {
  %v = load <4 x float>, ptr %from, align 16
  store <4 x float> %v, ptr %to, align 8
  %w = bitcast <4 x float> %v to <2 x i64>
  %a = extractelement <2 x i64> %w, i64 1
  %p = inttoptr i64 %a to ptr
  %x = load float, ptr %p
  %y = extractelement <4 x float> %v, i64 0
  %s = fadd float %x, %y
  ret float %s
}
; want:
; define float @f(ptr %from, ptr %to) {
; b.0:
;   %v.0 = load float, ptr %from, align 16
;   %v.1 = getelementptr inbounds <4 x float>, ptr %from, i32 0, i32 1
;   %v.2 = load float, ptr %v.1, align 4
;   %v.3 = getelementptr inbounds <4 x float>, ptr %from, i32 0, i32 2
;   %v.4 = load ptr, ptr %v.3, align 8
;   %v.5 = insertelement <4 x float> poison, float %v.0, i32 0
;   %v.6 = insertelement <4 x float> %v.5, float %v.2, i32 1
;   %v.7 = ptrtoint ptr %v.4 to i64
;   %v.8 = bitcast i64 %v.7 to <2 x float>
;   %v.9 = extractelement <2 x float> %v.8, i32 0
;   %v.10 = insertelement <4 x float> %v.6, float %v.9, i32 2
;   %v.11 = ptrtoint ptr %v.4 to i64
;   %v.12 = bitcast i64 %v.11 to <2 x float>
;   %v.13 = extractelement <2 x float> %v.12, i32 1
;   %v.14 = insertelement <4 x float> %v.10, float %v.13, i32 3
;   store <4 x float> %v.14, ptr %to, align 8
;   %x = load float, ptr %v.4
;   %s = fadd float %x, %v.0
;   ret float %s
; }
