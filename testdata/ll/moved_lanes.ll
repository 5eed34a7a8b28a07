; intrinsics that move the lanes of vectors of known length
; llad: grad f(3, 5) = 2025, 2700, 810
; llad: by names too
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define double @f(double %x, double %y) {
  %xx = fmul double %x, %x
  %xy = fmul double %x, %y
  %v0 = insertelement <4 x double> poison, double %x, i64 0
  %v1 = insertelement <4 x double> %v0, double %y, i64 1
  %v2 = insertelement <4 x double> %v1, double %xx, i64 2
  %v = insertelement <4 x double> %v2, double %xy, i64 3
  %s = call { <2 x double>, <2 x double> } @llvm.vector.deinterleave2.v4f64(<4 x double> %v)
  %even = extractvalue { <2 x double>, <2 x double> } %s, 0
  %odd = extractvalue { <2 x double>, <2 x double> } %s, 1
  %i = call <4 x double> @llvm.vector.interleave2.v4f64(<2 x double> %odd, <2 x double> %even)
  %r = call <4 x double> @llvm.vector.reverse.v4f64(<4 x double> %i)
  %n = call <4 x double> @llvm.vector.splice.v4f64(<4 x double> %r, <4 x double> %v, i32 -3)
  %e = call <2 x double> @llvm.vector.extract.v2f64.v4f64(<4 x double> %n, i64 2)
  %w = call <4 x double> @llvm.vector.insert.v4f64.v2f64(<4 x double> %r, <2 x double> %e, i64 2)
  %w0 = extractelement <4 x double> %w, i64 0
  %w1 = extractelement <4 x double> %w, i64 1
  %w2 = extractelement <4 x double> %w, i64 2
  %w3 = extractelement <4 x double> %w, i64 3
  %p = fmul double %w0, %w1
  %q = fmul double %w2, %w3
  %z = fmul double %p, %q
  ret double %z
}

declare { <2 x double>, <2 x double> } @llvm.vector.deinterleave2.v4f64(<4 x double>)
declare <4 x double> @llvm.vector.interleave2.v4f64(<2 x double>, <2 x double>)
declare <4 x double> @llvm.vector.reverse.v4f64(<4 x double>)
declare <4 x double> @llvm.vector.splice.v4f64(<4 x double>, <4 x double>, i32)
declare <2 x double> @llvm.vector.extract.v2f64.v4f64(<4 x double>, i64)
declare <4 x double> @llvm.vector.insert.v4f64.v2f64(<4 x double>, <2 x double>, i64)
