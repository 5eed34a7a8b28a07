; clang 19 -O2: a union of a number and a pointer is copied as if it were a number, which is a select
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%struct.value = type { i64, %union.u }
%union.u = type { double }
@ops = dso_local local_unnamed_addr constant [2 x ptr] [ptr @twice, ptr @thrice], align 16
define internal void @twice(ptr nocapture noundef writeonly %0, ptr nocapture noundef readonly %1) {
  %3 = load i64, ptr %1, align 8
  store i64 %3, ptr %0, align 8
  %4 = icmp eq i64 %3, 0
  %5 = getelementptr inbounds i8, ptr %1, i64 8
  %6 = load double, ptr %5, align 8
  %7 = fmul double %6, 2.000000e+00
  %8 = select i1 %4, double %6, double %7
  %9 = getelementptr inbounds i8, ptr %0, i64 8
  store double %8, ptr %9, align 8
  ret void
}
define internal void @thrice(ptr nocapture noundef writeonly %0, ptr nocapture noundef readonly %1) {
  %3 = load i64, ptr %1, align 8
  store i64 %3, ptr %0, align 8
  %4 = icmp eq i64 %3, 0
  %5 = getelementptr inbounds i8, ptr %1, i64 8
  %6 = load double, ptr %5, align 8
  %7 = fmul double %6, 3.000000e+00
  %8 = select i1 %4, double %6, double %7
  %9 = getelementptr inbounds i8, ptr %0, i64 8
  store double %8, ptr %9, align 8
  ret void
}
define dso_local double @f(ptr nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr {
  %3 = alloca %struct.value, align 8
  %4 = alloca %struct.value, align 8
  %5 = alloca double, align 8
  %6 = icmp sgt i32 %1, 0
  br i1 %6, label %7, label %11
7:                                                ; preds = %2
  %8 = getelementptr inbounds i8, ptr %3, i64 8
  %9 = getelementptr inbounds i8, ptr %4, i64 8
  %10 = zext nneg i32 %1 to i64
  br label %13
11:                                               ; preds = %38, %2
  %12 = phi double [ 0.000000e+00, %2 ], [ %40, %38 ]
  ret double %12
13:                                               ; preds = %7, %38
  %14 = phi i64 [ 0, %7 ], [ %41, %38 ]
  %15 = phi double [ 0.000000e+00, %7 ], [ %40, %38 ]
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %3)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5)
  %16 = getelementptr inbounds double, ptr %0, i64 %14
  %17 = load double, ptr %16, align 8
  %18 = fmul double %17, %17
  store double %18, ptr %5, align 8
  %19 = and i64 %14, 1
  store i64 %19, ptr %3, align 8
  %20 = and i64 %14, 1
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %23, label %22
22:                                               ; preds = %13
  store double %18, ptr %8, align 8
  br label %24
23:                                               ; preds = %13
  store ptr %5, ptr %8, align 8
  br label %24
24:                                               ; preds = %23, %22
  %25 = lshr i64 %14, 1
  %26 = and i64 %25, 1
  %27 = getelementptr inbounds [2 x ptr], ptr @ops, i64 0, i64 %26
  %28 = load ptr, ptr %27, align 8
  call void %28(ptr noundef nonnull %4, ptr noundef nonnull %3)
  %29 = load i64, ptr %4, align 8
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %33, label %31
31:                                               ; preds = %24
  %32 = load double, ptr %9, align 8
  br label %38
33:                                               ; preds = %24
  %34 = load double, ptr %0, align 8
  %35 = load ptr, ptr %9, align 8
  %36 = load double, ptr %35, align 8
  %37 = fmul double %34, %36
  br label %38
38:                                               ; preds = %33, %31
  %39 = phi double [ %32, %31 ], [ %37, %33 ]
  %40 = fadd double %15, %39
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %3)
  %41 = add nuw nsw i64 %14, 1
  %42 = icmp eq i64 %41, %10
  br i1 %42, label %11, label %13
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)
