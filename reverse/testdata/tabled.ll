; clang 19 -O2 -fno-unroll-loops: blocks whose addresses stand in a small table are made and freed in each step
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local double @f(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr {
  %4 = alloca [3 x ptr], align 16
  %5 = icmp sgt i32 %2, 0
  br i1 %5, label %6, label %14
6:                                                ; preds = %3
  %7 = sext i32 %1 to i64
  %8 = shl nsw i64 %7, 3
  %9 = icmp sgt i32 %1, 0
  %10 = getelementptr inbounds i8, ptr %4, i64 8
  %11 = getelementptr inbounds i8, ptr %4, i64 16
  %12 = zext i32 %1 to i64
  %13 = zext nneg i32 %2 to i64
  br label %18
14:                                               ; preds = %81, %3
  %15 = icmp sgt i32 %1, 0
  br i1 %15, label %16, label %90
16:                                               ; preds = %14
  %17 = zext nneg i32 %1 to i64
  br label %92
18:                                               ; preds = %6, %81
  %19 = phi i64 [ 0, %6 ], [ %82, %81 ]
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %4)
  br label %54
20:                                               ; preds = %54
  br i1 %9, label %21, label %49
21:                                               ; preds = %20
  %22 = load ptr, ptr %4, align 16
  %23 = load ptr, ptr %10, align 8
  %24 = load ptr, ptr %11, align 16
  br label %25
25:                                               ; preds = %25, %21
  %26 = phi i64 [ 0, %21 ], [ %27, %25 ]
  %27 = add nuw nsw i64 %26, 1
  %28 = icmp eq i64 %27, %12
  %29 = select i1 %28, i64 0, i64 %27
  %30 = getelementptr inbounds double, ptr %0, i64 %29
  %31 = load double, ptr %30, align 8
  %32 = getelementptr inbounds double, ptr %0, i64 %26
  %33 = load double, ptr %32, align 8
  %34 = fsub double %31, %33
  %35 = getelementptr inbounds double, ptr %22, i64 %26
  store double %34, ptr %35, align 8
  %36 = load double, ptr %32, align 8
  %37 = trunc i64 %26 to i32
  %38 = add i32 %37, 2
  %39 = urem i32 %38, %1
  %40 = zext nneg i32 %39 to i64
  %41 = getelementptr inbounds double, ptr %0, i64 %40
  %42 = load double, ptr %41, align 8
  %43 = fmul double %36, %42
  %44 = getelementptr inbounds double, ptr %23, i64 %26
  store double %43, ptr %44, align 8
  %45 = load double, ptr %35, align 8
  %46 = fmul double %43, %45
  %47 = getelementptr inbounds double, ptr %24, i64 %26
  store double %46, ptr %47, align 8
  br i1 %28, label %48, label %25
48:                                               ; preds = %25
  br i1 %9, label %50, label %49
49:                                               ; preds = %60, %20, %48
  br label %84
50:                                               ; preds = %48
  %51 = load ptr, ptr %4, align 16
  %52 = load ptr, ptr %10, align 8
  %53 = load ptr, ptr %11, align 16
  br label %60
54:                                               ; preds = %18, %54
  %55 = phi i64 [ 0, %18 ], [ %58, %54 ]
  %56 = tail call noalias ptr @malloc(i64 noundef %8)
  %57 = getelementptr inbounds [3 x ptr], ptr %4, i64 0, i64 %55
  store ptr %56, ptr %57, align 8
  %58 = add nuw nsw i64 %55, 1
  %59 = icmp eq i64 %58, 3
  br i1 %59, label %20, label %54
60:                                               ; preds = %50, %60
  %61 = phi i64 [ 0, %50 ], [ %79, %60 ]
  %62 = getelementptr inbounds double, ptr %51, i64 %61
  %63 = load double, ptr %62, align 8
  %64 = fmul double %63, 1.000000e-01
  %65 = add nuw nsw i64 %61, %19
  %66 = trunc nuw nsw i64 %65 to i32
  %67 = urem i32 %66, %1
  %68 = zext nneg i32 %67 to i64
  %69 = getelementptr inbounds double, ptr %52, i64 %68
  %70 = load double, ptr %69, align 8
  %71 = fmul double %70, -2.000000e-01
  %72 = tail call double @llvm.fmuladd.f64(double %64, double %63, double %71)
  %73 = getelementptr inbounds double, ptr %53, i64 %61
  %74 = load double, ptr %73, align 8
  %75 = tail call double @llvm.fmuladd.f64(double %74, double 5.000000e-02, double %72)
  %76 = getelementptr inbounds double, ptr %0, i64 %61
  %77 = load double, ptr %76, align 8
  %78 = fadd double %77, %75
  store double %78, ptr %76, align 8
  %79 = add nuw nsw i64 %61, 1
  %80 = icmp eq i64 %79, %12
  br i1 %80, label %49, label %60
81:                                               ; preds = %84
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %4)
  %82 = add nuw nsw i64 %19, 1
  %83 = icmp eq i64 %82, %13
  br i1 %83, label %14, label %18
84:                                               ; preds = %49, %84
  %85 = phi i64 [ %88, %84 ], [ 0, %49 ]
  %86 = getelementptr inbounds [3 x ptr], ptr %4, i64 0, i64 %85
  %87 = load ptr, ptr %86, align 8
  tail call void @free(ptr noundef %87)
  %88 = add nuw nsw i64 %85, 1
  %89 = icmp eq i64 %88, 3
  br i1 %89, label %81, label %84
90:                                               ; preds = %92, %14
  %91 = phi double [ 0.000000e+00, %14 ], [ %97, %92 ]
  ret double %91
92:                                               ; preds = %16, %92
  %93 = phi i64 [ 0, %16 ], [ %98, %92 ]
  %94 = phi double [ 0.000000e+00, %16 ], [ %97, %92 ]
  %95 = getelementptr inbounds double, ptr %0, i64 %93
  %96 = load double, ptr %95, align 8
  %97 = tail call double @llvm.fmuladd.f64(double %96, double %96, double %94)
  %98 = add nuw nsw i64 %93, 1
  %99 = icmp eq i64 %98, %17
  br i1 %99, label %90, label %92
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)
declare noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)
declare double @llvm.fmuladd.f64(double, double, double)
declare void @free(ptr allocptr nocapture noundef) local_unnamed_addr
