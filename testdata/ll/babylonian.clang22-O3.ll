; clang 22, -O3: unrolled
; llad: grad babylonian(2, 10) = 1.414213562373095, 0.35355339059327373
; ModuleID = 'source'
source_filename = "s2.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind memory(none) uwtable
define dso_local double @babylonian(double noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = fadd double %0, 1.000000e+00
  %4 = fmul double %3, 5.000000e-01
  %5 = icmp slt i32 %1, 2
  br i1 %5, label %26, label %6

6:                                                ; preds = %2
  %7 = add nsw i32 %1, -1
  %8 = add nsw i32 %1, -2
  %9 = and i32 %7, 3
  %10 = icmp ult i32 %8, 3
  br i1 %10, label %15, label %11

11:                                               ; preds = %6
  %12 = and i32 %7, -4
  br label %28

13:                                               ; preds = %28
  %14 = icmp eq i32 %9, 0
  br i1 %14, label %26, label %15

15:                                               ; preds = %13, %6
  %16 = phi double [ %4, %6 ], [ %42, %13 ]
  %17 = icmp ne i32 %9, 0
  tail call void @llvm.assume(i1 %17)
  br label %18

18:                                               ; preds = %18, %15
  %19 = phi double [ %23, %18 ], [ %16, %15 ]
  %20 = phi i32 [ %24, %18 ], [ 0, %15 ]
  %21 = fdiv double %0, %19
  %22 = fadd double %19, %21
  %23 = fmul double %22, 5.000000e-01
  %24 = add i32 %20, 1
  %25 = icmp eq i32 %24, %9
  br i1 %25, label %26, label %18, !llvm.loop !9

26:                                               ; preds = %13, %18, %2
  %27 = phi double [ %4, %2 ], [ %42, %13 ], [ %23, %18 ]
  ret double %27

28:                                               ; preds = %28, %11
  %29 = phi double [ %4, %11 ], [ %42, %28 ]
  %30 = phi i32 [ 0, %11 ], [ %43, %28 ]
  %31 = fdiv double %0, %29
  %32 = fadd double %29, %31
  %33 = fmul double %32, 5.000000e-01
  %34 = fdiv double %0, %33
  %35 = fadd double %33, %34
  %36 = fmul double %35, 5.000000e-01
  %37 = fdiv double %0, %36
  %38 = fadd double %36, %37
  %39 = fmul double %38, 5.000000e-01
  %40 = fdiv double %0, %39
  %41 = fadd double %39, %40
  %42 = fmul double %41, 5.000000e-01
  %43 = add i32 %30, 4
  %44 = icmp eq i32 %43, %12
  br i1 %44, label %13, label %28, !llvm.loop !11
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #1

attributes #0 = { nofree norecurse nosync nounwind memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.errno.tbaa = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = distinct !{!9, !10}
!10 = !{!"llvm.loop.unroll.disable"}
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.mustprogress"}
