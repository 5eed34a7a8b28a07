; pass: Devectorize DCE
; A loop that was unrolled by two, whose odd iteration goes first: clang 19 -O2.
@rp = dso_local local_unnamed_addr global [2001 x i32] zeroinitializer, align 16
@ci = dso_local local_unnamed_addr global [20000 x i32] zeroinitializer, align 16
declare double @llvm.fmuladd.f64(double, double, double)
define dso_local void @f(ptr noalias nocapture noundef readonly %0, ptr noalias nocapture noundef readonly %1, ptr noalias nocapture noundef writeonly %2, i32 noundef %3) local_unnamed_addr {
  %5 = icmp sgt i32 %3, 0
  br i1 %5, label %6, label %9

6:
  %7 = zext nneg i32 %3 to i64
  %8 = load i32, ptr @rp, align 16
  br label %10

9:
  ret void

10:
  %11 = phi i32 [ %8, %6 ], [ %15, %39 ]
  %12 = phi i64 [ 0, %6 ], [ %13, %39 ]
  %13 = add nuw nsw i64 %12, 1
  %14 = getelementptr inbounds [2001 x i32], ptr @rp, i64 0, i64 %13
  %15 = load i32, ptr %14, align 4
  %16 = icmp slt i32 %11, %15
  br i1 %16, label %17, label %39

17:
  %18 = sext i32 %11 to i64
  %19 = sext i32 %15 to i64
  %20 = sub nsw i64 %19, %18
  %21 = and i64 %20, 1
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %33, label %23

23:
  %24 = getelementptr inbounds double, ptr %0, i64 %18
  %25 = load double, ptr %24, align 8
  %26 = getelementptr inbounds [20000 x i32], ptr @ci, i64 0, i64 %18
  %27 = load i32, ptr %26, align 4
  %28 = sext i32 %27 to i64
  %29 = getelementptr inbounds double, ptr %1, i64 %28
  %30 = load double, ptr %29, align 8
  %31 = tail call double @llvm.fmuladd.f64(double %25, double %30, double 0.000000e+00)
  %32 = add nsw i64 %18, 1
  br label %33

33:
  %34 = phi double [ poison, %17 ], [ %31, %23 ]
  %35 = phi i64 [ %18, %17 ], [ %32, %23 ]
  %36 = phi double [ 0.000000e+00, %17 ], [ %31, %23 ]
  %37 = add nsw i64 %19, -1
  %38 = icmp eq i64 %37, %18
  br i1 %38, label %39, label %43

39:
  %40 = phi double [ 0.000000e+00, %10 ], [ %34, %33 ], [ %62, %43 ]
  %41 = getelementptr inbounds double, ptr %2, i64 %12
  store double %40, ptr %41, align 8
  %42 = icmp eq i64 %13, %7
  br i1 %42, label %9, label %10, !llvm.loop !11

43:
  %44 = phi i64 [ %63, %43 ], [ %35, %33 ]
  %45 = phi double [ %62, %43 ], [ %36, %33 ]
  %46 = getelementptr inbounds double, ptr %0, i64 %44
  %47 = load double, ptr %46, align 8
  %48 = getelementptr inbounds [20000 x i32], ptr @ci, i64 0, i64 %44
  %49 = load i32, ptr %48, align 4
  %50 = sext i32 %49 to i64
  %51 = getelementptr inbounds double, ptr %1, i64 %50
  %52 = load double, ptr %51, align 8
  %53 = tail call double @llvm.fmuladd.f64(double %47, double %52, double %45)
  %54 = add nsw i64 %44, 1
  %55 = getelementptr inbounds double, ptr %0, i64 %54
  %56 = load double, ptr %55, align 8
  %57 = getelementptr inbounds [20000 x i32], ptr @ci, i64 0, i64 %54
  %58 = load i32, ptr %57, align 4
  %59 = sext i32 %58 to i64
  %60 = getelementptr inbounds double, ptr %1, i64 %59
  %61 = load double, ptr %60, align 8
  %62 = tail call double @llvm.fmuladd.f64(double %56, double %61, double %53)
  %63 = add nsw i64 %44, 2
  %64 = icmp eq i64 %63, %19
  br i1 %64, label %39, label %43, !llvm.loop !13
}
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.mustprogress"}
!13 = distinct !{!13, !12}
; want:
; define dso_local void @f(ptr noalias nocapture noundef readonly %a.0, ptr noalias nocapture noundef readonly %a.1, ptr noalias nocapture noundef writeonly %a.2, i32 noundef %a.3) local_unnamed_addr {
; b.0:
;   %v.0 = icmp sgt i32 %a.3, 0
;   br i1 %v.0, label %b.1, label %b.7
;
; b.1:
;   %v.1 = zext nneg i32 %a.3 to i64
;   %v.2 = load i32, ptr @rp, align 16
;   br label %b.2
;
; b.2:
;   %v.3 = phi i32 [ %v.2, %b.1 ], [ %v.7, %b.6 ]
;   %v.4 = phi i64 [ 0, %b.1 ], [ %v.5, %b.6 ]
;   %v.5 = add nuw nsw i64 %v.4, 1
;   %v.6 = getelementptr inbounds [2001 x i32], ptr @rp, i64 0, i64 %v.5
;   %v.7 = load i32, ptr %v.6, align 4
;   %v.8 = icmp slt i32 %v.3, %v.7
;   br i1 %v.8, label %b.3, label %b.6
;
; b.3:
;   %v.9 = sext i32 %v.3 to i64
;   %v.10 = sext i32 %v.7 to i64
;   br label %b.4
;
; b.4:
;   %v.11 = phi i64 [ %v.9, %b.3 ], [ %v.21, %b.4 ]
;   %v.12 = phi double [ 0.000000e+00, %b.3 ], [ %v.20, %b.4 ]
;   %v.13 = getelementptr inbounds double, ptr %a.0, i64 %v.11
;   %v.14 = load double, ptr %v.13, align 8
;   %v.15 = getelementptr inbounds [20000 x i32], ptr @ci, i64 0, i64 %v.11
;   %v.16 = load i32, ptr %v.15, align 4
;   %v.17 = sext i32 %v.16 to i64
;   %v.18 = getelementptr inbounds double, ptr %a.1, i64 %v.17
;   %v.19 = load double, ptr %v.18, align 8
;   %v.20 = tail call double @llvm.fmuladd.f64(double %v.14, double %v.19, double %v.12)
;   %v.21 = add nsw i64 %v.11, 1
;   %v.22 = icmp eq i64 %v.21, %v.10
;   br i1 %v.22, label %b.5, label %b.4
;
; b.5:
;   br label %b.6
;
; b.6:
;   %v.23 = phi double [ 0.000000e+00, %b.2 ], [ %v.20, %b.5 ]
;   %v.24 = getelementptr inbounds double, ptr %a.2, i64 %v.4
;   store double %v.23, ptr %v.24, align 8
;   %v.25 = icmp eq i64 %v.5, %v.1
;   br i1 %v.25, label %loopexit.3, label %b.2
;
; loopexit.3:
;   br label %b.7
;
; b.7:
;   ret void
; }
