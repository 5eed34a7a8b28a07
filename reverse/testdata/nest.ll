; clang 19, -O1: loops in a loop, and a local array
; ModuleID = 'source'
source_filename = "n.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree nounwind memory(write, argmem: readwrite) uwtable
define dso_local double @f(ptr noalias nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = alloca [8 x double], align 16
  %4 = icmp sgt i32 %1, 0
  br i1 %4, label %5, label %7

5:                                                ; preds = %2
  %6 = zext nneg i32 %1 to i64
  br label %9

7:                                                ; preds = %30, %2
  %8 = phi double [ 0.000000e+00, %2 ], [ %32, %30 ]
  ret double %8

9:                                                ; preds = %5, %30
  %10 = phi i64 [ 0, %5 ], [ %33, %30 ]
  %11 = phi double [ 0.000000e+00, %5 ], [ %32, %30 ]
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %3) #4
  %12 = getelementptr inbounds double, ptr %0, i64 %10
  %13 = load double, ptr %12, align 8, !tbaa !5
  br label %14

14:                                               ; preds = %9, %24
  %15 = phi i64 [ 0, %9 ], [ %28, %24 ]
  %16 = getelementptr inbounds double, ptr %0, i64 %15
  %17 = load double, ptr %16, align 8, !tbaa !5
  %18 = icmp eq i64 %15, 0
  br i1 %18, label %24, label %19

19:                                               ; preds = %14
  %20 = add nsw i64 %15, -1
  %21 = getelementptr inbounds [8 x double], ptr %3, i64 0, i64 %20
  %22 = load double, ptr %21, align 8, !tbaa !5
  %23 = fmul double %22, 5.000000e-01
  br label %24

24:                                               ; preds = %14, %19
  %25 = phi double [ %23, %19 ], [ 2.500000e-01, %14 ]
  %26 = tail call double @llvm.fmuladd.f64(double %17, double %13, double %25)
  %27 = getelementptr inbounds [8 x double], ptr %3, i64 0, i64 %15
  store double %26, ptr %27, align 8, !tbaa !5
  %28 = add nuw nsw i64 %15, 1
  %29 = icmp eq i64 %28, 5
  br i1 %29, label %35, label %14, !llvm.loop !9

30:                                               ; preds = %35
  %31 = tail call double @log(double noundef %43) #4
  %32 = fadd double %11, %31
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %3) #4
  %33 = add nuw nsw i64 %10, 1
  %34 = icmp eq i64 %33, %6
  br i1 %34, label %7, label %9, !llvm.loop !12

35:                                               ; preds = %24, %35
  %36 = phi i64 [ %44, %35 ], [ 0, %24 ]
  %37 = phi double [ %43, %35 ], [ 0.000000e+00, %24 ]
  %38 = getelementptr inbounds [8 x double], ptr %3, i64 0, i64 %36
  %39 = load double, ptr %38, align 8, !tbaa !5
  %40 = fmul double %39, 1.000000e-01
  %41 = tail call double @exp(double noundef %40) #4
  %42 = fmul double %41, %41
  %43 = tail call double @llvm.fmuladd.f64(double %42, double %39, double %37)
  %44 = add nuw nsw i64 %36, 1
  %45 = icmp eq i64 %44, 5
  br i1 %45, label %30, label %35, !llvm.loop !13
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nofree nounwind willreturn memory(write)
declare double @exp(double noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nofree nounwind willreturn memory(write)
declare double @log(double noundef) local_unnamed_addr #3

attributes #0 = { nofree nounwind memory(write, argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { mustprogress nofree nounwind willreturn memory(write) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"double", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = distinct !{!9, !10, !11}
!10 = !{!"llvm.loop.mustprogress"}
!11 = !{!"llvm.loop.unroll.disable"}
!12 = distinct !{!12, !10, !11}
!13 = distinct !{!13, !10, !11}
