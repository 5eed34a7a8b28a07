; ModuleID = 'chain.c'
source_filename = "chain.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree nounwind memory(write, argmem: readwrite) uwtable
define dso_local double @energy(double noundef %0, ptr nocapture noundef readonly %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %5, label %8

5:                                                ; preds = %3
  %6 = fmul double %0, 5.000000e-01
  %7 = zext nneg i32 %2 to i64
  br label %10

8:                                                ; preds = %29, %3
  %9 = phi double [ 0.000000e+00, %3 ], [ %30, %29 ]
  ret double %9

10:                                               ; preds = %5, %29
  %11 = phi i64 [ 0, %5 ], [ %31, %29 ]
  %12 = phi double [ 0.000000e+00, %5 ], [ %30, %29 ]
  %13 = getelementptr inbounds double, ptr %1, i64 %11
  %14 = load double, ptr %13, align 8, !tbaa !5
  %15 = fneg double %14
  %16 = tail call double @exp(double noundef %15) #3
  %17 = fadd double %12, %16
  %18 = icmp eq i64 %11, 0
  br i1 %18, label %29, label %19

19:                                               ; preds = %10
  %20 = load double, ptr %13, align 8, !tbaa !5
  %21 = getelementptr i8, ptr %13, i64 -8
  %22 = load double, ptr %21, align 8, !tbaa !5
  %23 = fsub double %20, %22
  %24 = tail call double @llvm.fmuladd.f64(double %23, double %23, double 1.000000e+00)
  %25 = tail call double @sqrt(double noundef %24) #3
  %26 = fadd double %25, -1.000000e+00
  %27 = fmul double %6, %26
  %28 = tail call double @llvm.fmuladd.f64(double %27, double %26, double %17)
  br label %29

29:                                               ; preds = %10, %19
  %30 = phi double [ %28, %19 ], [ %17, %10 ]
  %31 = add nuw nsw i64 %11, 1
  %32 = icmp eq i64 %31, %7
  br i1 %32, label %8, label %10, !llvm.loop !9
}

; Function Attrs: mustprogress nofree nounwind willreturn memory(write)
declare double @exp(double noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nofree nounwind willreturn memory(write)
declare double @sqrt(double noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #2

attributes #0 = { nofree nounwind memory(write, argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree nounwind willreturn memory(write) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nounwind }

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
