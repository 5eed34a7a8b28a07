; order: SplitWords before InstSimplify#3, moving SplitWords: forward, instructions

; A pair of integers is moved as a struct.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

define ptr @f(ptr %from, ptr %to) {
  %v = load <2 x ptr>, ptr %from, align 16
  store <2 x ptr> %v, ptr %to, align 8
  store <2 x ptr> zeroinitializer, ptr %from, align 16
  %p = extractelement <2 x ptr> %v, i64 1
  %is = icmp eq ptr %p, null
  %q = select i1 %is, ptr null, ptr %p
  ret ptr %q
}
