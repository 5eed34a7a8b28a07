; order: Mem2Reg before CSE, moving CSE: reverse, accesses

; Results go through pointers to unoptimised callees.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define double @f(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  %6 = alloca double, align 8
  %7 = alloca i32, align 4
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %8 = load double, ptr %3, align 8
  %9 = load double, ptr %4, align 8
  call void @polar(double %8, double %9, ptr %5, ptr %6)
  %10 = call i32 @swap_if(ptr %5, ptr %6)
  store i32 %10, ptr %7, align 4
  %11 = load double, ptr %5, align 8
  %12 = load double, ptr %5, align 8
  %13 = fmul double %11, %12
  %14 = load double, ptr %6, align 8
  %15 = fmul double %13, %14
  %16 = load i32, ptr %7, align 4
  %17 = icmp ne i32 %16, 0
  br i1 %17, label %18, label %20

18:
  %19 = load double, ptr %3, align 8
  br label %22

20:
  %21 = load double, ptr %4, align 8
  br label %22

22:
  %23 = phi double [ %19, %18 ], [ %21, %20 ]
  %24 = fadd double %15, %23
  ret double %24
}

define hidden void @polar(double %0, double %1, ptr %2, ptr %3) {
  %5 = alloca double, align 8
  %6 = alloca double, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store double %0, ptr %5, align 8
  store double %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load double, ptr %5, align 8
  %10 = load double, ptr %5, align 8
  %11 = fmul double %9, %10
  %12 = load double, ptr %6, align 8
  %13 = load double, ptr %6, align 8
  %14 = fmul double %12, %13
  %15 = fadd double %11, %14
  %16 = call double @sqrt(double %15)
  %17 = load ptr, ptr %7, align 8
  store double %16, ptr %17, align 8
  %18 = load double, ptr %6, align 8
  %19 = load double, ptr %5, align 8
  %20 = call double @atan2(double %18, double %19)
  %21 = load ptr, ptr %8, align 8
  store double %20, ptr %21, align 8
  ret void
}

define hidden i32 @swap_if(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca double, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load double, ptr %7, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load double, ptr %9, align 8
  %11 = fcmp ole double %8, %10
  br i1 %11, label %12, label %13

12:
  store i32 0, ptr %3, align 4
  br label %21

13:
  %14 = load ptr, ptr %4, align 8
  %15 = load double, ptr %14, align 8
  store double %15, ptr %6, align 8
  %16 = load ptr, ptr %5, align 8
  %17 = load double, ptr %16, align 8
  %18 = load ptr, ptr %4, align 8
  store double %17, ptr %18, align 8
  %19 = load double, ptr %6, align 8
  %20 = load ptr, ptr %5, align 8
  store double %19, ptr %20, align 8
  store i32 1, ptr %3, align 4
  br label %21

21:
  %22 = load i32, ptr %3, align 4
  ret i32 %22
}

declare double @sqrt(double)

declare double @atan2(double, double)
