; n numbers x go through steps of y[i] = x[i] + (x[i]*x[n-1-i])^2 / 100, each in
; vectors that it allocates: the products', which it frees, and y, which is the next
; step's x; the sum of the squares
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define double @f(ptr %0, i64 %1, i64 %2) {
  %4 = shl i64 %1, 3
  %5 = call noalias ptr @malloc(i64 %4)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %5, ptr align 8 %0, i64 %4, i1 false)
  %6 = icmp sgt i64 %2, 0
  br i1 %6, label %7, label %10

7:                                                ; preds = %3
  %8 = icmp sgt i64 %1, 0
  %9 = icmp sgt i64 %1, 0
  br label %13

10:                                               ; preds = %31, %3
  %11 = phi ptr [ %5, %3 ], [ %17, %31 ]
  %12 = icmp sgt i64 %1, 0
  br i1 %12, label %47, label %45

13:                                               ; preds = %7, %31
  %14 = phi ptr [ %5, %7 ], [ %17, %31 ]
  %15 = phi i64 [ 0, %7 ], [ %32, %31 ]
  %16 = call noalias ptr @malloc(i64 %4)
  %17 = call noalias ptr @malloc(i64 %4)
  br i1 %8, label %19, label %18

18:                                               ; preds = %19, %13
  br i1 %9, label %34, label %31

19:                                               ; preds = %13, %19
  %20 = phi i64 [ %29, %19 ], [ 0, %13 ]
  %21 = getelementptr inbounds double, ptr %14, i64 %20
  %22 = load double, ptr %21, align 8
  %23 = xor i64 %20, -1
  %24 = add nsw i64 %23, %1
  %25 = getelementptr inbounds double, ptr %14, i64 %24
  %26 = load double, ptr %25, align 8
  %27 = fmul double %22, %26
  %28 = getelementptr inbounds double, ptr %16, i64 %20
  store double %27, ptr %28, align 8
  %29 = add nuw nsw i64 %20, 1
  %30 = icmp eq i64 %29, %1
  br i1 %30, label %18, label %19

31:                                               ; preds = %34, %18
  call void @free(ptr %16)
  call void @free(ptr %14)
  %32 = add nuw nsw i64 %15, 1
  %33 = icmp eq i64 %32, %2
  br i1 %33, label %10, label %13

34:                                               ; preds = %18, %34
  %35 = phi i64 [ %43, %34 ], [ 0, %18 ]
  %36 = getelementptr inbounds double, ptr %14, i64 %35
  %37 = load double, ptr %36, align 8
  %38 = getelementptr inbounds double, ptr %16, i64 %35
  %39 = load double, ptr %38, align 8
  %40 = fmul double %39, 1.000000e-02
  %41 = call double @llvm.fmuladd.f64(double %40, double %39, double %37)
  %42 = getelementptr inbounds double, ptr %17, i64 %35
  store double %41, ptr %42, align 8
  %43 = add nuw nsw i64 %35, 1
  %44 = icmp eq i64 %43, %1
  br i1 %44, label %31, label %34

45:                                               ; preds = %47, %10
  %46 = phi double [ 0.000000e+00, %10 ], [ %52, %47 ]
  call void @free(ptr %11)
  ret double %46

47:                                               ; preds = %10, %47
  %48 = phi i64 [ %53, %47 ], [ 0, %10 ]
  %49 = phi double [ %52, %47 ], [ 0.000000e+00, %10 ]
  %50 = getelementptr inbounds double, ptr %11, i64 %48
  %51 = load double, ptr %50, align 8
  %52 = call double @llvm.fmuladd.f64(double %51, double %51, double %49)
  %53 = add nuw nsw i64 %48, 1
  %54 = icmp eq i64 %53, %1
  br i1 %54, label %45, label %47
}

declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare double @llvm.fmuladd.f64(double, double, double)
