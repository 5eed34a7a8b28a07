; order: CSE before DeadSlots#2, moving CSE: forward, accesses

; A recursive evaluation of expressions, unoptimised.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@code = external hidden constant [16 x i8], align 16

define double @f(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  store ptr @code, ptr %3, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = call double @eval(ptr %3, ptr %4, i32 0)
  ret double %5
}

define hidden double @eval(ptr %0, ptr %1, i32 %2) {
  %4 = alloca double, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i8, align 1
  %9 = alloca [4 x double], align 16
  %10 = alloca double, align 8
  %11 = alloca double, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  %12 = load ptr, ptr %5, align 8
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds i8, ptr %13, i32 1
  store ptr %14, ptr %12, align 8
  %15 = load i8, ptr %13, align 1
  store i8 %15, ptr %8, align 1
  call void @llvm.memset.p0.i64(ptr %9, i8 0, i64 32, i1 false)
  %16 = load i8, ptr %8, align 1
  %17 = sext i8 %16 to i32
  switch i32 %17, label %75 [
    i32 43, label %18
    i32 42, label %31
    i32 47, label %45
    i32 115, label %68
  ]

18:
  %19 = load ptr, ptr %5, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = load i32, ptr %7, align 4
  %22 = add nsw i32 %21, 1
  %23 = call double @eval(ptr %19, ptr %20, i32 %22)
  store double %23, ptr %10, align 8
  %24 = load double, ptr %10, align 8
  %25 = load ptr, ptr %5, align 8
  %26 = load ptr, ptr %6, align 8
  %27 = load i32, ptr %7, align 4
  %28 = add nsw i32 %27, 1
  %29 = call double @eval(ptr %25, ptr %26, i32 %28)
  %30 = fadd double %24, %29
  store double %30, ptr %4, align 8
  br label %83

31:
  %32 = load ptr, ptr %5, align 8
  %33 = load ptr, ptr %6, align 8
  %34 = load i32, ptr %7, align 4
  %35 = add nsw i32 %34, 1
  %36 = call double @eval(ptr %32, ptr %33, i32 %35)
  store double %36, ptr %10, align 8
  %37 = load ptr, ptr %5, align 8
  %38 = load ptr, ptr %6, align 8
  %39 = load i32, ptr %7, align 4
  %40 = add nsw i32 %39, 1
  %41 = call double @eval(ptr %37, ptr %38, i32 %40)
  store double %41, ptr %11, align 8
  %42 = load double, ptr %10, align 8
  %43 = load double, ptr %11, align 8
  %44 = fmul double %42, %43
  store double %44, ptr %4, align 8
  br label %83

45:
  %46 = load ptr, ptr %5, align 8
  %47 = load ptr, ptr %6, align 8
  %48 = load i32, ptr %7, align 4
  %49 = add nsw i32 %48, 1
  %50 = call double @eval(ptr %46, ptr %47, i32 %49)
  store double %50, ptr %10, align 8
  %51 = load ptr, ptr %5, align 8
  %52 = load ptr, ptr %6, align 8
  %53 = load i32, ptr %7, align 4
  %54 = add nsw i32 %53, 1
  %55 = call double @eval(ptr %51, ptr %52, i32 %54)
  store double %55, ptr %11, align 8
  %56 = load double, ptr %11, align 8
  %57 = load i32, ptr %7, align 4
  %58 = and i32 %57, 3
  %59 = sext i32 %58 to i64
  %60 = getelementptr inbounds [4 x double], ptr %9, i64 0, i64 %59
  store double %56, ptr %60, align 8
  %61 = load double, ptr %10, align 8
  %62 = load i32, ptr %7, align 4
  %63 = and i32 %62, 3
  %64 = sext i32 %63 to i64
  %65 = getelementptr inbounds [4 x double], ptr %9, i64 0, i64 %64
  %66 = load double, ptr %65, align 8
  %67 = fdiv double %61, %66
  store double %67, ptr %4, align 8
  br label %83

68:
  %69 = load ptr, ptr %5, align 8
  %70 = load ptr, ptr %6, align 8
  %71 = load i32, ptr %7, align 4
  %72 = add nsw i32 %71, 1
  %73 = call double @eval(ptr %69, ptr %70, i32 %72)
  %74 = call double @sin(double %73)
  store double %74, ptr %4, align 8
  br label %83

75:
  %76 = load ptr, ptr %6, align 8
  %77 = load i8, ptr %8, align 1
  %78 = sext i8 %77 to i32
  %79 = sub nsw i32 %78, 48
  %80 = sext i32 %79 to i64
  %81 = getelementptr inbounds double, ptr %76, i64 %80
  %82 = load double, ptr %81, align 8
  store double %82, ptr %4, align 8
  br label %83

83:
  %84 = load double, ptr %4, align 8
  ret double %84
}

declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg)

declare double @sin(double)
