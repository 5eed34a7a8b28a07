; pass: LoopSimplify PreventSLP
; Additions to neighbours, of which every iteration does one where the next does another: clang 19 -O1.
define dso_local void @f(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, i64 noundef %3) local_unnamed_addr {
  %5 = icmp sgt i64 %3, 0
  br i1 %5, label %7, label %6

6:                                                ; preds = %7, %4
  ret void

7:                                                ; preds = %4, %7
  %8 = phi i64 [ %16, %7 ], [ 0, %4 ]
  %9 = getelementptr inbounds double, ptr %1, i64 %8
  %10 = load double, ptr %9, align 8
  %11 = getelementptr inbounds i32, ptr %2, i64 %8
  %12 = load i32, ptr %11, align 4
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds double, ptr %1, i64 %13
  %15 = load double, ptr %14, align 8
  %16 = add nuw nsw i64 %8, 1
  %17 = getelementptr inbounds double, ptr %0, i64 %16
  %18 = load double, ptr %17, align 8
  %19 = tail call double @llvm.fmuladd.f64(double %10, double %15, double %18)
  store double %19, ptr %17, align 8
  %20 = load double, ptr %9, align 8
  %21 = getelementptr inbounds double, ptr %0, i64 %8
  %22 = load double, ptr %21, align 8
  %23 = fsub double %22, %20
  store double %23, ptr %21, align 8
  %24 = icmp eq i64 %16, %3
  br i1 %24, label %6, label %7
}
; want:
; define dso_local void @f(ptr nocapture noundef %a.0, ptr nocapture noundef readonly %a.1, ptr nocapture noundef readonly %a.2, i64 noundef %a.3) local_unnamed_addr {
; b.0:
;   %v.0 = icmp sgt i64 %a.3, 0
;   br i1 %v.0, label %preheader.1, label %b.2
;
; preheader.1:
;   %v.1 = call ptr @llvm.launder.invariant.group.p0(ptr %a.0)
;   br label %b.1
;
; b.1:
;   %v.2 = phi i64 [ %v.10, %b.1 ], [ 0, %preheader.1 ]
;   %v.3 = getelementptr inbounds double, ptr %a.1, i64 %v.2
;   %v.4 = load double, ptr %v.3, align 8
;   %v.5 = getelementptr inbounds i32, ptr %a.2, i64 %v.2
;   %v.6 = load i32, ptr %v.5, align 4
;   %v.7 = sext i32 %v.6 to i64
;   %v.8 = getelementptr inbounds double, ptr %a.1, i64 %v.7
;   %v.9 = load double, ptr %v.8, align 8
;   %v.10 = add nuw nsw i64 %v.2, 1
;   %v.11 = getelementptr inbounds double, ptr %a.0, i64 %v.10
;   %v.12 = load double, ptr %v.11, align 8
;   %v.13 = tail call double @llvm.fmuladd.f64(double %v.4, double %v.9, double %v.12)
;   store double %v.13, ptr %v.11, align 8
;   %v.14 = load double, ptr %v.3, align 8
;   %v.15 = getelementptr inbounds double, ptr %a.0, i64 %v.2
;   %v.16 = getelementptr inbounds double, ptr %v.1, i64 %v.2
;   %v.17 = load double, ptr %v.16, align 8
;   %v.18 = fsub double %v.17, %v.14
;   store double %v.18, ptr %v.16, align 8
;   %v.19 = icmp eq i64 %v.10, %a.3
;   br i1 %v.19, label %loopexit.2, label %b.1
;
; loopexit.2:
;   br label %b.2
;
; b.2:
;   ret void
; }
