; order: SimplifyCFG#3 before LCSSA, moving SimplifyCFG#3: reverse, refused

; A loop with one exit at its end, unoptimised.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define dso_local double @f(double %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca i32, align 4
  store double %0, ptr %2, align 8
  store double 0.000000e+00, ptr %3, align 8
  store double 1.000000e+00, ptr %4, align 8
  store i32 1, ptr %5, align 4
  br label %6

6:
  %7 = load double, ptr %4, align 8
  %8 = load double, ptr %2, align 8
  %9 = fmul double %7, %8
  %10 = load i32, ptr %5, align 4
  %11 = add nsw i32 %10, 1
  store i32 %11, ptr %5, align 4
  %12 = sitofp i32 %10 to double
  %13 = fdiv double %9, %12
  store double %13, ptr %4, align 8
  %14 = load double, ptr %4, align 8
  %15 = load double, ptr %3, align 8
  %16 = fadd double %15, %14
  store double %16, ptr %3, align 8
  br label %17

17:
  %18 = load double, ptr %4, align 8
  %19 = fcmp ogt double %18, 1.000000e-17
  br i1 %19, label %6, label %20

20:
  %21 = load double, ptr %3, align 8
  %22 = load double, ptr %3, align 8
  %23 = fmul double %21, %22
  ret double %23
}
