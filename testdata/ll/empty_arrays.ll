; A struct with an array of no elements (as Numba makes for arrays without dimensions), stored, loaded and copied.
; llad: grad f(3) = 9, 6
; llad: grad g(3) = 9, 6
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
%S = type { i64, double, [0 x i64] }
define double @f(double %x) {
  %s = alloca %S, align 8
  store %S zeroinitializer, %S* %s, align 8
  %p = getelementptr %S, %S* %s, i64 0, i32 1
  store double %x, double* %p, align 8
  %a = load %S, %S* %s, align 8
  %t = alloca %S, align 8
  store %S %a, %S* %t, align 8
  %q = getelementptr %S, %S* %t, i64 0, i32 1
  %v = load double, double* %q, align 8
  %y = fmul double %v, %x
  ret double %y
}
%M = type { double, [0 x i64], double }
define double @g(double %x) {
  %s = alloca %M, align 8
  store %M zeroinitializer, %M* %s, align 8
  %p = getelementptr %M, %M* %s, i64 0, i32 0
  store double %x, double* %p, align 8
  %r = getelementptr %M, %M* %s, i64 0, i32 2
  store double %x, double* %r, align 8
  %e = getelementptr %M, %M* %s, i64 0, i32 1
  %z = load [0 x i64], [0 x i64]* %e, align 8
  store [0 x i64] %z, [0 x i64]* %e, align 8
  %v = load double, double* %p, align 8
  %w = load double, double* %r, align 8
  %y = fmul double %v, %w
  ret double %y
}
