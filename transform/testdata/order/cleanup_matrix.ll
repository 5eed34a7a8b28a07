; cleanup order: Mem2Reg before UnrollAndJam, moving Mem2Reg: reverse, not parallel

; A product of a matrix with a vector.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define dso_local void @f(ptr %0, ptr %1, ptr %2, i32 %3) local_unnamed_addr {
  %5 = icmp sgt i32 %3, 0
  br i1 %5, label %6, label %16

6:
  %7 = zext nneg i32 %3 to i64
  %8 = zext nneg i32 %3 to i64
  %9 = zext nneg i32 %3 to i64
  br label %10

10:
  %11 = phi i64 [ 0, %6 ], [ %18, %17 ]
  %12 = mul nuw nsw i64 %11, %7
  %13 = getelementptr inbounds double, ptr %2, i64 %11
  %14 = load double, ptr %13, align 8
  %15 = getelementptr inbounds double, ptr %0, i64 %12
  br label %20

16:
  ret void

17:
  store double %27, ptr %13, align 8
  %18 = add nuw nsw i64 %11, 1
  %19 = icmp eq i64 %18, %8
  br i1 %19, label %16, label %10

20:
  %21 = phi i64 [ 0, %10 ], [ %28, %20 ]
  %22 = phi double [ %14, %10 ], [ %27, %20 ]
  %23 = getelementptr inbounds double, ptr %15, i64 %21
  %24 = load double, ptr %23, align 8
  %25 = getelementptr inbounds double, ptr %1, i64 %21
  %26 = load double, ptr %25, align 8
  %27 = tail call double @llvm.fmuladd.f64(double %24, double %26, double %22)
  %28 = add nuw nsw i64 %21, 1
  %29 = icmp eq i64 %28, %9
  br i1 %29, label %17, label %20

; uselistorder directives
  uselistorder double %27, { 1, 0 }
}

declare double @llvm.fmuladd.f64(double, double, double) #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
