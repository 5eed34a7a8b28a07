; clang 19 -O1: what a union holds is counted up as an integer and read as a float
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local double @f(ptr noundef %0, i32 noundef %1) local_unnamed_addr {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %6
4:                                                ; preds = %2
  %5 = zext nneg i32 %1 to i64
  br label %9
6:                                                ; preds = %19, %2
  %7 = phi ptr [ null, %2 ], [ %12, %19 ]
  %8 = icmp eq ptr %7, null
  br i1 %8, label %30, label %23
9:                                                ; preds = %4, %19
  %10 = phi i64 [ 0, %4 ], [ %21, %19 ]
  %11 = phi ptr [ null, %4 ], [ %12, %19 ]
  %12 = tail call noalias dereferenceable_or_null(16) ptr @malloc(i64 noundef 16)
  %13 = icmp eq i64 %10, 7
  br i1 %13, label %14, label %15
14:                                               ; preds = %9
  store ptr %0, ptr %12, align 8
  br label %19
15:                                               ; preds = %9
  %16 = getelementptr inbounds double, ptr %0, i64 %10
  %17 = load double, ptr %16, align 8
  %18 = fmul double %17, %17
  store double %18, ptr %12, align 8
  br label %19
19:                                               ; preds = %15, %14
  %20 = getelementptr inbounds i8, ptr %12, i64 8
  store ptr %11, ptr %20, align 8
  %21 = add nuw nsw i64 %10, 1
  %22 = icmp eq i64 %21, %5
  br i1 %22, label %6, label %9
23:                                               ; preds = %6, %23
  %24 = phi ptr [ %28, %23 ], [ %7, %6 ]
  %25 = load i64, ptr %24, align 8
  %26 = add nsw i64 %25, 1
  store i64 %26, ptr %24, align 8
  %27 = getelementptr inbounds i8, ptr %24, i64 8
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  br i1 %29, label %32, label %23
30:                                               ; preds = %32, %6
  %31 = phi double [ 0.000000e+00, %6 ], [ %36, %32 ]
  ret double %31
32:                                               ; preds = %23, %32
  %33 = phi ptr [ %38, %32 ], [ %7, %23 ]
  %34 = phi double [ %36, %32 ], [ 0.000000e+00, %23 ]
  %35 = load double, ptr %33, align 8
  %36 = fadd double %34, %35
  %37 = getelementptr inbounds i8, ptr %33, i64 8
  %38 = load ptr, ptr %37, align 8
  %39 = icmp eq ptr %38, null
  br i1 %39, label %30, label %32
}
declare noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr
