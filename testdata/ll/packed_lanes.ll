; numbers packed into wide vectors with lanes that nobody reads, as the compiler
; leaves them that makes vectors of single numbers; a lane read by one user only
; llad: grad packed(2, 3, 5) = 55, 41, 30, 2
; llad: grad partly(2, 3) = 16, 10, 4
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; x*z + y*y + (x*y)^2
define double @packed(double %x, double %y, double %z) {
  %a0 = insertelement <2 x double> poison, double %x, i64 0
  %a = shufflevector <2 x double> %a0, <2 x double> poison, <2 x i32> zeroinitializer
  %b0 = insertelement <2 x double> poison, double %y, i64 0
  %b = insertelement <2 x double> %b0, double %z, i64 1
  %p = fmul <2 x double> %a, %b
  %wide = shufflevector <2 x double> %p, <2 x double> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %q = shufflevector <2 x double> %b, <2 x double> poison, <4 x i32> <i32 poison, i32 0, i32 poison, i32 poison>
  %all = shufflevector <4 x double> %wide, <4 x double> %q, <4 x i32> <i32 0, i32 1, i32 5, i32 poison>
  %sq = fmul <4 x double> %all, %all
  %l = extractelement <4 x double> %sq, i64 0
  %m = extractelement <4 x double> %all, i64 1
  %n = extractelement <4 x double> %sq, i64 2
  %s = fadd double %m, %n
  %t = fadd double %s, %l
  ret double %t
}

; x*x + 2*x*y, of which one lane goes through another vector
define double @partly(double %x, double %y) {
  %v0 = insertelement <2 x double> poison, double %x, i64 0
  %v = insertelement <2 x double> %v0, double %y, i64 1
  %a0 = insertelement <2 x double> poison, double %x, i64 0
  %a = shufflevector <2 x double> %a0, <2 x double> poison, <2 x i32> zeroinitializer
  %p = fmul <2 x double> %v, %a
  %only = shufflevector <2 x double> %p, <2 x double> poison, <2 x i32> <i32 1, i32 poison>
  %twice = fadd <2 x double> %only, %only
  %l = extractelement <2 x double> %p, i64 0
  %r = extractelement <2 x double> %twice, i64 0
  %s = fadd double %l, %r
  ret double %s
}
