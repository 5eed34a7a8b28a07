; clang 19, -O1: a nest of loops for each element that is written
; ModuleID = 'ck.c'
source_filename = "ck.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define dso_local double @f(ptr noalias nocapture noundef readonly %0, ptr noalias nocapture noundef readonly %1, ptr noalias nocapture noundef %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr {
  %6 = icmp sgt i32 %4, %3
  br i1 %6, label %24, label %7

7:                                                ; preds = %5
  %8 = icmp sgt i32 %4, 0
  %9 = sext i32 %3 to i64
  %10 = sext i32 %4 to i64
  %11 = sext i32 %4 to i64
  %12 = sext i32 %3 to i64
  %13 = sext i32 %4 to i64
  %14 = sext i32 %3 to i64
  %15 = sext i32 %3 to i64
  %16 = zext nneg i32 %4 to i64
  %17 = zext nneg i32 %4 to i64
  %18 = sub nsw i64 %12, %11
  %19 = sub nsw i64 %14, %13
  br label %20

20:                                               ; preds = %7, %34
  %21 = phi i64 [ 0, %7 ], [ %35, %34 ]
  %22 = mul nsw i64 %21, %15
  %23 = getelementptr double, ptr %2, i64 %22
  br label %30

24:                                               ; preds = %34, %5
  %25 = icmp eq i32 %3, 0
  br i1 %25, label %66, label %26

26:                                               ; preds = %24
  %27 = mul i32 %3, %3
  %28 = tail call i32 @llvm.umax.i32(i32 %27, i32 1)
  %29 = zext i32 %28 to i64
  br label %68

30:                                               ; preds = %20, %45
  %31 = phi i64 [ 0, %20 ], [ %51, %45 ]
  br i1 %8, label %32, label %45

32:                                               ; preds = %30
  %33 = getelementptr double, ptr %0, i64 %31
  br label %37

34:                                               ; preds = %45
  %35 = add nuw nsw i64 %21, 1
  %36 = icmp sgt i64 %35, %19
  br i1 %36, label %24, label %20

37:                                               ; preds = %32, %53
  %38 = phi i64 [ 0, %32 ], [ %54, %53 ]
  %39 = phi double [ 0.000000e+00, %32 ], [ %63, %53 ]
  %40 = add nuw nsw i64 %38, %21
  %41 = mul nsw i64 %40, %9
  %42 = mul nuw nsw i64 %38, %10
  %43 = getelementptr double, ptr %33, i64 %41
  %44 = getelementptr double, ptr %1, i64 %42
  br label %56

45:                                               ; preds = %53, %30
  %46 = phi double [ 0.000000e+00, %30 ], [ %63, %53 ]
  %47 = fcmp ogt double %46, 0.000000e+00
  %48 = select i1 %47, double %46, double 1.000000e-01
  %49 = fmul double %46, %48
  %50 = getelementptr double, ptr %23, i64 %31
  store double %49, ptr %50, align 8
  %51 = add nuw nsw i64 %31, 1
  %52 = icmp sgt i64 %51, %18
  br i1 %52, label %34, label %30

53:                                               ; preds = %56
  %54 = add nuw nsw i64 %38, 1
  %55 = icmp eq i64 %54, %16
  br i1 %55, label %45, label %37

56:                                               ; preds = %37, %56
  %57 = phi i64 [ 0, %37 ], [ %64, %56 ]
  %58 = phi double [ %39, %37 ], [ %63, %56 ]
  %59 = getelementptr double, ptr %43, i64 %57
  %60 = load double, ptr %59, align 8
  %61 = getelementptr double, ptr %44, i64 %57
  %62 = load double, ptr %61, align 8
  %63 = tail call double @llvm.fmuladd.f64(double %60, double %62, double %58)
  %64 = add nuw nsw i64 %57, 1
  %65 = icmp eq i64 %64, %17
  br i1 %65, label %53, label %56

66:                                               ; preds = %68, %24
  %67 = phi double [ 0.000000e+00, %24 ], [ %73, %68 ]
  ret double %67

68:                                               ; preds = %26, %68
  %69 = phi i64 [ 0, %26 ], [ %74, %68 ]
  %70 = phi double [ 0.000000e+00, %26 ], [ %73, %68 ]
  %71 = getelementptr inbounds double, ptr %2, i64 %69
  %72 = load double, ptr %71, align 8
  %73 = tail call double @llvm.fmuladd.f64(double %72, double %72, double %70)
  %74 = add nuw nsw i64 %69, 1
  %75 = icmp eq i64 %74, %29
  br i1 %75, label %66, label %68
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double)

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32)

