; order: UndoStrengthReduction before DCE#3, moving UndoStrengthReduction: forward, instructions

; A loop that advances a pointer, unoptimised.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define dso_local double @f(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca double, align 8
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %8 = load ptr, ptr %3, align 8
  store ptr %8, ptr %5, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = load i32, ptr %4, align 4
  %11 = sext i32 %10 to i64
  %12 = getelementptr inbounds double, ptr %9, i64 %11
  %13 = getelementptr inbounds double, ptr %12, i64 -1
  store ptr %13, ptr %6, align 8
  store double 0.000000e+00, ptr %7, align 8
  br label %14

14:
  %15 = load ptr, ptr %5, align 8
  %16 = load ptr, ptr %6, align 8
  %17 = icmp ult ptr %15, %16
  br i1 %17, label %18, label %38

18:
  %19 = load ptr, ptr %5, align 8
  %20 = load double, ptr %19, align 8
  %21 = load ptr, ptr %6, align 8
  %22 = load double, ptr %21, align 8
  %23 = fmul double %20, %22
  %24 = load ptr, ptr %6, align 8
  %25 = load ptr, ptr %5, align 8
  %26 = ptrtoint ptr %24 to i64
  %27 = ptrtoint ptr %25 to i64
  %28 = sub i64 %26, %27
  %29 = sdiv exact i64 %28, 8
  %30 = sitofp i64 %29 to double
  %31 = fmul double %23, %30
  %32 = load double, ptr %7, align 8
  %33 = fadd double %32, %31
  store double %33, ptr %7, align 8
  %34 = load ptr, ptr %5, align 8
  %35 = getelementptr inbounds double, ptr %34, i32 1
  store ptr %35, ptr %5, align 8
  %36 = load ptr, ptr %6, align 8
  %37 = getelementptr inbounds double, ptr %36, i32 -1
  store ptr %37, ptr %6, align 8
  br label %14

38:
  %39 = load double, ptr %7, align 8
  %40 = load ptr, ptr %5, align 8
  %41 = load double, ptr %40, align 8
  %42 = fadd double %39, %41
  ret double %42
}
