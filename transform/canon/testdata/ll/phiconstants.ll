; pass: UnfoldPhiConstants DCE
; Where a row begins, in code that does the first one, which begins at 0, apart: clang 19 -O2.
declare double @llvm.fmuladd.f64(double, double, double)
define dso_local void @f(ptr nocapture noundef %0) local_unnamed_addr {
  br label %2

2:
  %3 = phi i64 [ 0, %1 ], [ %18, %12 ]
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %5, label %7

5:
  %6 = load double, ptr %0, align 8
  br label %12

7:
  %8 = mul nuw nsw i64 %3, 320
  %9 = getelementptr inbounds i8, ptr %0, i64 %8
  %10 = getelementptr inbounds double, ptr %9, i64 %3
  %11 = load double, ptr %10, align 8
  br label %20

12:
  %13 = phi double [ %6, %5 ], [ %26, %20 ]
  %14 = phi i64 [ 0, %5 ], [ %8, %20 ]
  %15 = getelementptr inbounds i8, ptr %0, i64 %14
  %16 = getelementptr inbounds double, ptr %15, i64 %3
  %17 = fmul double %13, 5.000000e-01
  store double %17, ptr %16, align 8
  %18 = add nuw nsw i64 %3, 1
  %19 = icmp eq i64 %18, 40
  br i1 %19, label %29, label %2

20:
  %21 = phi i64 [ 0, %7 ], [ %27, %20 ]
  %22 = phi double [ %11, %7 ], [ %26, %20 ]
  %23 = getelementptr inbounds double, ptr %9, i64 %21
  %24 = load double, ptr %23, align 8
  %25 = fneg double %24
  %26 = tail call double @llvm.fmuladd.f64(double %25, double %24, double %22)
  store double %26, ptr %10, align 8
  %27 = add nuw nsw i64 %21, 1
  %28 = icmp eq i64 %27, %3
  br i1 %28, label %12, label %20

29:
  ret void
}
; want:
; define dso_local void @f(ptr nocapture noundef %a.0) local_unnamed_addr {
; b.0:
;   br label %b.1
;
; b.1:
;   %v.0 = phi i64 [ 0, %b.0 ], [ %v.12, %b.4 ]
;   %v.1 = icmp eq i64 %v.0, 0
;   br i1 %v.1, label %b.2, label %b.3
;
; b.2:
;   %v.2 = load double, ptr %a.0, align 8
;   br label %b.4
;
; b.3:
;   %v.3 = mul nuw nsw i64 %v.0, 320
;   %v.4 = getelementptr inbounds i8, ptr %a.0, i64 %v.3
;   %v.5 = getelementptr inbounds double, ptr %v.4, i64 %v.0
;   %v.6 = load double, ptr %v.5, align 8
;   br label %b.5
;
; b.4:
;   %v.7 = phi double [ %v.2, %b.2 ], [ %v.19, %b.5 ]
;   %v.8 = mul nuw nsw i64 %v.0, 320
;   %v.9 = getelementptr inbounds i8, ptr %a.0, i64 %v.8
;   %v.10 = getelementptr inbounds double, ptr %v.9, i64 %v.0
;   %v.11 = fmul double %v.7, 5.000000e-01
;   store double %v.11, ptr %v.10, align 8
;   %v.12 = add nuw nsw i64 %v.0, 1
;   %v.13 = icmp eq i64 %v.12, 40
;   br i1 %v.13, label %b.6, label %b.1
;
; b.5:
;   %v.14 = phi i64 [ 0, %b.3 ], [ %v.20, %b.5 ]
;   %v.15 = phi double [ %v.6, %b.3 ], [ %v.19, %b.5 ]
;   %v.16 = getelementptr inbounds double, ptr %v.4, i64 %v.14
;   %v.17 = load double, ptr %v.16, align 8
;   %v.18 = fneg double %v.17
;   %v.19 = tail call double @llvm.fmuladd.f64(double %v.18, double %v.17, double %v.15)
;   store double %v.19, ptr %v.5, align 8
;   %v.20 = add nuw nsw i64 %v.14, 1
;   %v.21 = icmp eq i64 %v.20, %v.0
;   br i1 %v.21, label %b.4, label %b.5
;
; b.6:
;   ret void
; }
