; lanes of constants that nobody reads, as the vectoriser leaves them where lanes
; are computed in two ways: in the other operand's lane their derivative is zero,
; even where that operand is zero
; llad: grad apart(3, 2) = 1, 0.3333333333333333, 0.5
; llad: grad quotients(4, 0) = 0.5, -0.125, 0.5
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define double @apart(double %x, double %y) {
  %v0 = insertelement <2 x double> poison, double %x, i64 0
  %v = insertelement <2 x double> %v0, double %y, i64 1
  %b = fmul <2 x double> %v, <double 0.5, double poison>
  %c = fdiv <2 x double> %v, <double poison, double 3.0>
  %s = shufflevector <2 x double> %b, <2 x double> %c, <2 x i32> <i32 0, i32 3>
  %l = extractelement <2 x double> %s, i64 0
  %r = extractelement <2 x double> %s, i64 1
  %p = fmul double %l, %r
  ret double %p
}

define double @quotients(double %x, double %y) {
  %v0 = insertelement <2 x double> poison, double %x, i64 0
  %v = insertelement <2 x double> %v0, double %y, i64 1
  %b = fdiv <2 x double> <double 2.0, double undef>, %v
  %c = fmul <2 x double> %v, <double undef, double 0.5>
  %s = shufflevector <2 x double> %b, <2 x double> %c, <2 x i32> <i32 0, i32 3>
  %l = extractelement <2 x double> %s, i64 0
  %r = extractelement <2 x double> %s, i64 1
  %p = fadd double %l, %r
  ret double %p
}
