; clang 19 -O1 -fno-strict-aliasing of: v[k] = x[k] * x[k], then the last v[k] becomes the integer 7 n, then all
; v[k], taken for integers, are shifted and added to each other, then the sum of all v[k].
source_filename = "summed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define dso_local double @f(ptr nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr {
  %3 = sext i32 %1 to i64
  %4 = shl nsw i64 %3, 3
  %5 = tail call noalias ptr @malloc(i64 noundef %4)
  %6 = icmp sgt i32 %1, 0
  br i1 %6, label %7, label %9

7:                                                ; preds = %2
  %8 = zext nneg i32 %1 to i64
  br label %17

9:                                                ; preds = %17, %2
  %10 = mul nsw i32 %1, 7
  %11 = sext i32 %10 to i64
  %12 = getelementptr i64, ptr %5, i64 %3
  %13 = getelementptr i8, ptr %12, i64 -8
  store i64 %11, ptr %13, align 8
  %14 = icmp sgt i32 %1, 0
  br i1 %14, label %15, label %25

15:                                               ; preds = %9
  %16 = zext nneg i32 %1 to i64
  br label %30

17:                                               ; preds = %7, %17
  %18 = phi i64 [ 0, %7 ], [ %23, %17 ]
  %19 = getelementptr inbounds double, ptr %0, i64 %18
  %20 = load double, ptr %19, align 8
  %21 = fmul double %20, %20
  %22 = getelementptr inbounds double, ptr %5, i64 %18
  store double %21, ptr %22, align 8
  %23 = add nuw nsw i64 %18, 1
  %24 = icmp eq i64 %23, %8
  br i1 %24, label %9, label %17

25:                                               ; preds = %30, %9
  %26 = icmp sgt i32 %1, 0
  br i1 %26, label %27, label %37

27:                                               ; preds = %25
  %28 = zext nneg i32 %1 to i64
  %29 = zext nneg i32 %1 to i64
  br label %41

30:                                               ; preds = %15, %30
  %31 = phi i64 [ 0, %15 ], [ %35, %30 ]
  %32 = getelementptr inbounds i64, ptr %5, i64 %31
  %33 = load i64, ptr %32, align 8
  %34 = shl i64 %33, 1
  store i64 %34, ptr %32, align 8
  %35 = add nuw nsw i64 %31, 1
  %36 = icmp eq i64 %35, %16
  br i1 %36, label %25, label %30

37:                                               ; preds = %41, %25
  %38 = icmp sgt i32 %1, 0
  br i1 %38, label %39, label %53

39:                                               ; preds = %37
  %40 = zext nneg i32 %1 to i64
  br label %55

41:                                               ; preds = %27, %41
  %42 = phi i64 [ 0, %27 ], [ %43, %41 ]
  %43 = add nuw nsw i64 %42, 1
  %44 = icmp eq i64 %43, %28
  %45 = and i64 %43, 4294967295
  %46 = select i1 %44, i64 0, i64 %45
  %47 = getelementptr inbounds i64, ptr %5, i64 %46
  %48 = load i64, ptr %47, align 8
  %49 = getelementptr inbounds i64, ptr %5, i64 %42
  %50 = load i64, ptr %49, align 8
  %51 = add nsw i64 %50, %48
  store i64 %51, ptr %49, align 8
  %52 = icmp eq i64 %43, %29
  br i1 %52, label %37, label %41

53:                                               ; preds = %55, %37
  %54 = phi double [ 0.000000e+00, %37 ], [ %60, %55 ]
  tail call void @free(ptr noundef %5)
  ret double %54

55:                                               ; preds = %39, %55
  %56 = phi i64 [ 0, %39 ], [ %61, %55 ]
  %57 = phi double [ 0.000000e+00, %39 ], [ %60, %55 ]
  %58 = getelementptr inbounds double, ptr %5, i64 %56
  %59 = load double, ptr %58, align 8
  %60 = fadd double %57, %59
  %61 = add nuw nsw i64 %56, 1
  %62 = icmp eq i64 %61, %40
  br i1 %62, label %53, label %55
}

declare noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr

declare void @free(ptr allocptr nocapture noundef) local_unnamed_addr



