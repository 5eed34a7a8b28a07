; pass: InstSimplify DCE
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

; an address that goes through a register in two halves
define ptr @f(ptr %p, float %x) {
  %a = ptrtoint ptr %p to i64
  %h = bitcast i64 %a to <2 x i32>
  %w = shufflevector <2 x i32> %h, <2 x i32> poison, <4 x i32> <i32 poison, i32 poison, i32 0, i32 1>
  %v = shufflevector <4 x i32> <i32 1065353216, i32 undef, i32 poison, i32 poison>, <4 x i32> %w, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  %f = bitcast <4 x i32> %v to <4 x float>
  %g = insertelement <4 x float> %f, float %x, i64 0
  %l = bitcast <4 x float> %g to <2 x i64>
  %e = extractelement <2 x i64> %l, i64 1
  %q = inttoptr i64 %e to ptr
  ret ptr %q
}
; want:
; define ptr @f(ptr %p, float %x) {
; b.0:
;   %a = ptrtoint ptr %p to i64
;   %q = inttoptr i64 %a to ptr
;   ret ptr %q
; }
