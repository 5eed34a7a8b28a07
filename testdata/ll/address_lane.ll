; a number and a pointer beside it, moved as a vector of doubles
; llad: grad f(3, 5) = 45, 30, 9
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define double @f(double %x, double %y) {
  %slot = alloca [2 x double], align 16
  %pair = alloca { double, ptr }, align 16
  store double %x, ptr %slot, align 16
  %second = getelementptr inbounds i8, ptr %slot, i64 8
  store double %y, ptr %second, align 8
  store double %x, ptr %pair, align 16
  %at = getelementptr inbounds i8, ptr %pair, i64 8
  store ptr %slot, ptr %at, align 8
  %both = load <2 x double>, ptr %pair, align 16
  %words = bitcast <2 x double> %both to <2 x i64>
  %word = extractelement <2 x i64> %words, i64 1
  %p = inttoptr i64 %word to ptr
  %xx = shufflevector <2 x double> %both, <2 x double> poison, <2 x i32> zeroinitializer
  %v = load <2 x double>, ptr %p, align 16
  %m = fmul <2 x double> %xx, %v
  %a = extractelement <2 x double> %m, i64 0
  %b = extractelement <2 x double> %m, i64 1
  %x0 = extractelement <2 x double> %v, i64 0
  %q = fdiv double %a, %x0
  %r = fmul double %q, %b
  ret double %r
}
