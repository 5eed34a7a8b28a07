; choices between vectors by comparisons of x86, spelt with and, andnot and or, and with xor:
; of all bits, and of all but the signs
; llad: grad f(2, 3) = 4, -13, 8
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define noundef double @f(double noundef %a, double noundef %b) unnamed_addr {
start:
  %.sroa.0.0.vec.insert = insertelement <2 x double> poison, double %b, i64 0
  %.sroa.0.8.vec.insert = insertelement <2 x double> %.sroa.0.0.vec.insert, double %a, i64 1
  %.sroa.05.0.vec.insert = insertelement <2 x double> poison, double %a, i64 0
  %.sroa.05.8.vec.insert = insertelement <2 x double> %.sroa.05.0.vec.insert, double %b, i64 1
  %0 = tail call <2 x double> @llvm.x86.sse2.cmp.pd(<2 x double> %.sroa.05.8.vec.insert, <2 x double> %.sroa.0.8.vec.insert, i8 1)
  %1 = fmul <2 x double> %.sroa.05.8.vec.insert, %.sroa.0.8.vec.insert
  %2 = fmul <2 x double> %.sroa.0.8.vec.insert, %.sroa.0.8.vec.insert
  %3 = bitcast <2 x double> %0 to <2 x i64>
  %4 = bitcast <2 x double> %1 to <2 x i64>
  %5 = and <2 x i64> %3, %4
  %6 = bitcast <2 x double> %2 to <2 x i64>
  %7 = xor <2 x i64> %3, splat (i64 -1)
  %8 = and <2 x i64> %7, %6
  %9 = or <2 x i64> %8, %5
  %10 = tail call <2 x double> @llvm.x86.sse2.cmp.pd(<2 x double> splat (double 2.500000e+00), <2 x double> %.sroa.05.8.vec.insert, i8 6)
  %11 = bitcast <2 x double> %.sroa.0.8.vec.insert to <2 x i64>
  %12 = xor <2 x i64> %9, %11
  %13 = bitcast <2 x double> %10 to <2 x i64>
  %14 = and <2 x i64> %12, %13
  %15 = fsub <2 x double> %.sroa.05.8.vec.insert, %.sroa.0.8.vec.insert
  %16 = bitcast <2 x double> %15 to <2 x i64>
  %17 = xor <2 x i64> %14, %11
  %18 = xor <2 x i64> %17, %16
  %19 = tail call <2 x double> @llvm.x86.sse2.cmp.pd(<2 x double> %.sroa.05.8.vec.insert, <2 x double> splat (double 2.600000e+00), i8 1)
  %20 = tail call <2 x double> @llvm.fabs.v2f64(<2 x double> %19)
  %21 = bitcast <2 x double> %20 to <2 x i64>
  %22 = and <2 x i64> %18, %21
  %23 = xor <2 x i64> %22, %16
  %24 = bitcast <2 x i64> %23 to <2 x double>
  %25 = extractelement <2 x double> %24, i64 0
  %26 = extractelement <2 x double> %24, i64 1
  %_25 = fmul double %26, 1.000000e+01
  %_0 = fadd double %25, %_25
  ret double %_0
}

declare <2 x double> @llvm.x86.sse2.cmp.pd(<2 x double>, <2 x double>, i8 immarg) unnamed_addr

declare <2 x double> @llvm.fabs.v2f64(<2 x double>)
