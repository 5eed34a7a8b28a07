; pass: ScalarizeGathers DCE
; Sums side by side, of rows: clang 19 -O3 -fno-vectorize -fno-unroll-loops.
define dso_local float @f(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr {
  %4 = icmp sgt i64 %2, 0
  br i1 %4, label %5, label %10

5:                                                ; preds = %3
  %6 = shl i64 %2, 3
  %7 = getelementptr i8, ptr %0, i64 %6
  %8 = mul i64 %2, 12
  %9 = getelementptr i8, ptr %0, i64 %8
  br label %22

10:                                               ; preds = %22, %3
  %11 = phi <4 x float> [ zeroinitializer, %3 ], [ %42, %22 ]
  %12 = extractelement <4 x float> %11, i64 2
  %13 = extractelement <4 x float> %11, i64 3
  %14 = shufflevector <4 x float> %11, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %15 = shufflevector <4 x float> %11, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %16 = fmul <2 x float> %14, %15
  %17 = shufflevector <2 x float> %16, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %18 = fadd <2 x float> %16, %17
  %19 = extractelement <2 x float> %18, i64 0
  %20 = fmul float %12, %19
  %21 = fmul float %13, %20
  ret float %21

22:                                               ; preds = %5, %22
  %23 = phi i64 [ 0, %5 ], [ %43, %22 ]
  %24 = phi <4 x float> [ zeroinitializer, %5 ], [ %42, %22 ]
  %25 = getelementptr inbounds float, ptr %0, i64 %23
  %26 = load float, ptr %25, align 4
  %27 = getelementptr inbounds float, ptr %1, i64 %23
  %28 = load float, ptr %27, align 4
  %29 = getelementptr float, ptr %25, i64 %2
  %30 = load float, ptr %29, align 4
  %31 = getelementptr float, ptr %7, i64 %23
  %32 = load float, ptr %31, align 4
  %33 = getelementptr float, ptr %9, i64 %23
  %34 = load float, ptr %33, align 4
  %35 = insertelement <4 x float> poison, float %28, i64 0
  %36 = shufflevector <4 x float> %35, <4 x float> poison, <4 x i32> zeroinitializer
  %37 = insertelement <4 x float> poison, float %30, i64 0
  %38 = insertelement <4 x float> %37, float %32, i64 1
  %39 = insertelement <4 x float> %38, float %26, i64 2
  %40 = insertelement <4 x float> %39, float %34, i64 3
  %41 = fmul <4 x float> %36, %40
  %42 = fadd <4 x float> %24, %41
  %43 = add nuw nsw i64 %23, 1
  %44 = icmp eq i64 %43, %2
  br i1 %44, label %10, label %22
}
; want:
; define dso_local float @f(ptr nocapture noundef readonly %a.0, ptr nocapture noundef readonly %a.1, i64 noundef %a.2) local_unnamed_addr {
; b.0:
;   %v.0 = icmp sgt i64 %a.2, 0
;   br i1 %v.0, label %b.1, label %b.2
;
; b.1:
;   %v.1 = shl i64 %a.2, 3
;   %v.2 = getelementptr i8, ptr %a.0, i64 %v.1
;   %v.3 = mul i64 %a.2, 12
;   %v.4 = getelementptr i8, ptr %a.0, i64 %v.3
;   br label %b.3
;
; b.2:
;   %v.5 = phi float [ 0x0000000000000000, %b.0 ], [ %v.33, %b.3 ]
;   %v.6 = phi float [ 0x0000000000000000, %b.0 ], [ %v.34, %b.3 ]
;   %v.7 = phi float [ 0x0000000000000000, %b.0 ], [ %v.35, %b.3 ]
;   %v.8 = phi float [ 0x0000000000000000, %b.0 ], [ %v.36, %b.3 ]
;   %v.9 = fmul float %v.5, %v.7
;   %v.10 = fmul float %v.6, %v.8
;   %v.11 = fadd float %v.9, %v.10
;   %v.12 = fmul float %v.7, %v.11
;   %v.13 = fmul float %v.8, %v.12
;   ret float %v.13
;
; b.3:
;   %v.14 = phi i64 [ 0, %b.1 ], [ %v.37, %b.3 ]
;   %v.15 = phi float [ 0x0000000000000000, %b.1 ], [ %v.33, %b.3 ]
;   %v.16 = phi float [ 0x0000000000000000, %b.1 ], [ %v.34, %b.3 ]
;   %v.17 = phi float [ 0x0000000000000000, %b.1 ], [ %v.35, %b.3 ]
;   %v.18 = phi float [ 0x0000000000000000, %b.1 ], [ %v.36, %b.3 ]
;   %v.19 = getelementptr inbounds float, ptr %a.0, i64 %v.14
;   %v.20 = load float, ptr %v.19, align 4
;   %v.21 = getelementptr inbounds float, ptr %a.1, i64 %v.14
;   %v.22 = load float, ptr %v.21, align 4
;   %v.23 = getelementptr float, ptr %v.19, i64 %a.2
;   %v.24 = load float, ptr %v.23, align 4
;   %v.25 = getelementptr float, ptr %v.2, i64 %v.14
;   %v.26 = load float, ptr %v.25, align 4
;   %v.27 = getelementptr float, ptr %v.4, i64 %v.14
;   %v.28 = load float, ptr %v.27, align 4
;   %v.29 = fmul float %v.22, %v.24
;   %v.30 = fmul float %v.22, %v.26
;   %v.31 = fmul float %v.22, %v.20
;   %v.32 = fmul float %v.22, %v.28
;   %v.33 = fadd float %v.15, %v.29
;   %v.34 = fadd float %v.16, %v.30
;   %v.35 = fadd float %v.17, %v.31
;   %v.36 = fadd float %v.18, %v.32
;   %v.37 = add nuw nsw i64 %v.14, 1
;   %v.38 = icmp eq i64 %v.37, %a.2
;   br i1 %v.38, label %b.2, label %b.3
; }
