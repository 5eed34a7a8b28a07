; pass: ScalarizeOverlaps DCE
; u[i] and u[i + 1], packed, beside pairs that do not overlap and a choice between vectors: clang 19 -O2.
define dso_local void @f(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i64 noundef %3, double noundef %4) local_unnamed_addr {
  %6 = icmp sgt i64 %3, 1
  br i1 %6, label %7, label %11

7:                                                ; preds = %5
  %8 = add nsw i64 %3, -2
  %9 = insertelement <2 x double> poison, double %4, i64 0
  %10 = shufflevector <2 x double> %9, <2 x double> poison, <2 x i32> zeroinitializer
  br label %12

11:                                               ; preds = %12, %5
  ret void

12:                                               ; preds = %7, %12
  %13 = phi i64 [ %17, %12 ], [ 0, %7 ]
  %14 = getelementptr inbounds double, ptr %0, i64 %13
  %15 = shl nsw i64 %13, 4
  %16 = getelementptr inbounds i8, ptr %1, i64 %15
  %17 = add nuw nsw i64 %13, 1
  %18 = load <2 x double>, ptr %14, align 8
  %19 = load <2 x double>, ptr %16, align 8
  %20 = tail call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %19, <2 x double> <double 5.000000e-01, double -5.000000e-01>, <2 x double> %18)
  %21 = fcmp ogt <2 x double> %20, %10
  %22 = extractelement <2 x i1> %21, i64 0
  %23 = select i1 %22, double 3.000000e+00, double 2.000000e+00
  %24 = extractelement <2 x double> %20, i64 0
  %25 = fmul double %24, %23
  %26 = fmul double %24, %25
  %27 = extractelement <2 x i1> %21, i64 1
  %28 = select i1 %27, double 3.000000e+00, double 2.000000e+00
  %29 = extractelement <2 x double> %20, i64 1
  %30 = fmul double %29, %28
  %31 = fmul double %29, %30
  %32 = fmul double %24, %26
  %33 = fneg double %29
  %34 = fmul double %31, %33
  %35 = fmul double %31, %34
  %36 = tail call double @llvm.fmuladd.f64(double %32, double %26, double %35)
  %37 = getelementptr inbounds double, ptr %2, i64 %13
  store double %36, ptr %37, align 8
  %38 = icmp eq i64 %13, %8
  br i1 %38, label %11, label %12
}
declare double @llvm.fmuladd.f64(double, double, double)
declare <2 x double> @llvm.fmuladd.v2f64(<2 x double>, <2 x double>, <2 x double>)
; want:
; define dso_local void @f(ptr nocapture noundef readonly %a.0, ptr nocapture noundef readonly %a.1, ptr nocapture noundef writeonly %a.2, i64 noundef %a.3, double noundef %a.4) local_unnamed_addr {
; b.0:
;   %v.0 = icmp sgt i64 %a.3, 1
;   br i1 %v.0, label %b.1, label %b.2
;
; b.1:
;   %v.1 = add nsw i64 %a.3, -2
;   %v.2 = insertelement <2 x double> poison, double %a.4, i64 0
;   %v.3 = shufflevector <2 x double> %v.2, <2 x double> poison, <2 x i32> zeroinitializer
;   br label %b.3
;
; b.2:
;   ret void
;
; b.3:
;   %v.4 = phi i64 [ %v.8, %b.3 ], [ 0, %b.1 ]
;   %v.5 = getelementptr inbounds double, ptr %a.0, i64 %v.4
;   %v.6 = shl nsw i64 %v.4, 4
;   %v.7 = getelementptr inbounds i8, ptr %a.1, i64 %v.6
;   %v.8 = add nuw nsw i64 %v.4, 1
;   %v.9 = load double, ptr %v.5, align 8
;   %v.10 = getelementptr inbounds i8, ptr %v.5, i64 8
;   %v.11 = load double, ptr %v.10, align 8
;   %v.12 = load <2 x double>, ptr %v.7, align 8
;   %v.13 = extractelement <2 x double> %v.12, i32 0
;   %v.14 = extractelement <2 x double> %v.12, i32 1
;   %v.15 = tail call double @llvm.fmuladd.f64(double %v.13, double 5.000000e-01, double %v.9)
;   %v.16 = tail call double @llvm.fmuladd.f64(double %v.14, double -5.000000e-01, double %v.11)
;   %v.17 = insertelement <2 x double> poison, double %v.15, i32 0
;   %v.18 = insertelement <2 x double> %v.17, double %v.16, i32 1
;   %v.19 = fcmp ogt <2 x double> %v.18, %v.3
;   %v.20 = extractelement <2 x i1> %v.19, i64 0
;   %v.21 = select i1 %v.20, double 3.000000e+00, double 2.000000e+00
;   %v.22 = fmul double %v.15, %v.21
;   %v.23 = fmul double %v.15, %v.22
;   %v.24 = extractelement <2 x i1> %v.19, i64 1
;   %v.25 = select i1 %v.24, double 3.000000e+00, double 2.000000e+00
;   %v.26 = fmul double %v.16, %v.25
;   %v.27 = fmul double %v.16, %v.26
;   %v.28 = fmul double %v.15, %v.23
;   %v.29 = fneg double %v.16
;   %v.30 = fmul double %v.27, %v.29
;   %v.31 = fmul double %v.27, %v.30
;   %v.32 = tail call double @llvm.fmuladd.f64(double %v.28, double %v.23, double %v.31)
;   %v.33 = getelementptr inbounds double, ptr %a.2, i64 %v.4
;   store double %v.32, ptr %v.33, align 8
;   %v.34 = icmp eq i64 %v.4, %v.1
;   br i1 %v.34, label %b.2, label %b.3
; }
