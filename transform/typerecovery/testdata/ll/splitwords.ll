; pass: SplitWords InstSimplify DCE
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

; a pair of pointers that the vectoriser moves at once
define ptr @f(ptr %from, ptr %to) {
  %v = load <2 x ptr>, ptr %from, align 16
  store <2 x ptr> %v, ptr %to, align 8
  store <2 x ptr> zeroinitializer, ptr %from, align 16
  %p = extractelement <2 x ptr> %v, i64 1
  %is = icmp eq ptr %p, null
  %q = select i1 %is, ptr null, ptr %p
  ret ptr %q
}
; want:
; define ptr @f(ptr %from, ptr %to) {
; b.0:
;   %v.0 = load ptr, ptr %from, align 16
;   %v.1 = getelementptr inbounds <2 x ptr>, ptr %from, i32 0, i32 1
;   %v.2 = load ptr, ptr %v.1, align 8
;   store ptr %v.0, ptr %to, align 8
;   %v.3 = getelementptr inbounds <2 x ptr>, ptr %to, i32 0, i32 1
;   store ptr %v.2, ptr %v.3, align 8
;   store <2 x ptr> zeroinitializer, ptr %from, align 16
;   %is = icmp eq ptr %v.2, null
;   %q = select i1 %is, ptr null, ptr %v.2
;   ret ptr %q
; }
