; order: InstSimplify#3 before NoWrapVersioning, moving NoWrapVersioning: reverse, kept

; An elimination with unsigned 32-bit indices.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define dso_local double @f(ptr %0, i32 %1) local_unnamed_addr {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %10, label %4

4:
  %5 = zext i32 %1 to i64
  %6 = zext i32 %1 to i64
  br label %16

7:
  %8 = add nuw nsw i64 %18, 1
  %9 = icmp eq i64 %19, %6
  br i1 %9, label %10, label %16

10:
  %11 = mul i32 %1, %1
  %12 = add i32 %11, -1
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds double, ptr %0, i64 %13
  %15 = load double, ptr %14, align 8
  ret double %15

16:
  %17 = phi i64 [ 0, %4 ], [ %19, %7 ]
  %18 = phi i64 [ 1, %4 ], [ %8, %7 ]
  %19 = add nuw nsw i64 %17, 1
  %20 = icmp ult i64 %19, %5
  br i1 %20, label %21, label %7

21:
  %22 = trunc nuw i64 %17 to i32
  %23 = mul i32 %22, %1
  %24 = trunc nuw i64 %17 to i32
  %25 = add i32 %23, %24
  %26 = zext i32 %25 to i64
  %27 = getelementptr inbounds double, ptr %0, i64 %26
  %28 = trunc nuw i64 %17 to i32
  br label %29

29:
  %30 = phi i64 [ %18, %21 ], [ %40, %39 ]
  %31 = load double, ptr %27, align 8
  %32 = trunc nuw i64 %30 to i32
  %33 = mul i32 %32, %1
  %34 = add i32 %33, %28
  %35 = zext i32 %34 to i64
  %36 = getelementptr inbounds double, ptr %0, i64 %35
  %37 = load double, ptr %36, align 8
  %38 = fdiv double %37, %31
  store double %38, ptr %36, align 8
  br label %43

39:
  %40 = add nuw nsw i64 %30, 1
  %41 = trunc i64 %40 to i32
  %42 = icmp eq i32 %41, %1
  br i1 %42, label %7, label %29

43:
  %44 = phi i64 [ %18, %29 ], [ %58, %43 ]
  %45 = load double, ptr %36, align 8
  %46 = trunc nuw i64 %44 to i32
  %47 = add i32 %23, %46
  %48 = zext i32 %47 to i64
  %49 = getelementptr inbounds double, ptr %0, i64 %48
  %50 = load double, ptr %49, align 8
  %51 = trunc nuw i64 %44 to i32
  %52 = add i32 %33, %51
  %53 = zext i32 %52 to i64
  %54 = getelementptr inbounds double, ptr %0, i64 %53
  %55 = load double, ptr %54, align 8
  %56 = fneg double %45
  %57 = tail call double @llvm.fmuladd.f64(double %56, double %50, double %55)
  store double %57, ptr %54, align 8
  %58 = add nuw nsw i64 %44, 1
  %59 = trunc i64 %58 to i32
  %60 = icmp eq i32 %59, %1
  br i1 %60, label %39, label %43

; uselistorder directives
  uselistorder i64 %19, { 0, 2, 1 }
}

declare double @llvm.fmuladd.f64(double, double, double) #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
