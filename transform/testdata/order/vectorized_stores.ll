; order: Devectorize before DCE#3, moving Devectorize: forward, instructions

; A vectorized loop that stores masks of what it compared.
declare double @llvm.fmuladd.f64(double, double, double) #0

define dso_local void @f(ptr %0, ptr %1, i32 %2) local_unnamed_addr {
  %4 = icmp sgt i32 %2, 1
  br i1 %4, label %5, label %18

5:
  %6 = zext nneg i32 %2 to i64
  br label %7

7:
  %8 = phi i64 [ 0, %5 ], [ %34, %31 ]
  %9 = phi i64 [ 1, %5 ], [ %32, %31 ]
  %10 = mul nuw nsw i64 %9, %6
  %11 = getelementptr inbounds double, ptr %1, i64 %9
  %12 = load double, ptr %11, align 8
  %13 = getelementptr inbounds double, ptr %0, i64 %10
  %14 = and i64 %9, 1
  %15 = icmp eq i64 %8, 0
  br i1 %15, label %19, label %16

16:
  %17 = and i64 %9, 9223372036854775806
  br label %35

18:
  ret void

19:
  %20 = phi i64 [ 0, %7 ], [ %54, %35 ]
  %21 = phi double [ %12, %7 ], [ %53, %35 ]
  %22 = icmp eq i64 %14, 0
  br i1 %22, label %31, label %23

23:
  %24 = getelementptr inbounds double, ptr %13, i64 %20
  %25 = load double, ptr %24, align 8
  %26 = getelementptr inbounds double, ptr %1, i64 %20
  %27 = load double, ptr %26, align 8
  %28 = fneg double %25
  %29 = fmul double %27, %28
  %30 = tail call double @llvm.fmuladd.f64(double %29, double %27, double %21)
  store double %30, ptr %11, align 8
  br label %31

31:
  %32 = add nuw nsw i64 %9, 1
  %33 = icmp eq i64 %32, %6
  %34 = add i64 %8, 1
  br i1 %33, label %18, label %7, !llvm.loop !0

35:
  %36 = phi i64 [ 0, %16 ], [ %54, %35 ]
  %37 = phi double [ %12, %16 ], [ %53, %35 ]
  %38 = phi i64 [ 0, %16 ], [ %55, %35 ]
  %39 = getelementptr inbounds double, ptr %13, i64 %36
  %40 = load double, ptr %39, align 8
  %41 = getelementptr inbounds double, ptr %1, i64 %36
  %42 = load double, ptr %41, align 8
  %43 = fneg double %40
  %44 = fmul double %42, %43
  %45 = tail call double @llvm.fmuladd.f64(double %44, double %42, double %37)
  store double %45, ptr %11, align 8
  %46 = or disjoint i64 %36, 1
  %47 = getelementptr inbounds double, ptr %13, i64 %46
  %48 = load double, ptr %47, align 8
  %49 = getelementptr inbounds double, ptr %1, i64 %46
  %50 = load double, ptr %49, align 8
  %51 = fneg double %48
  %52 = fmul double %50, %51
  %53 = tail call double @llvm.fmuladd.f64(double %52, double %50, double %45)
  store double %53, ptr %11, align 8
  %54 = add nuw nsw i64 %36, 2
  %55 = add i64 %38, 2
  %56 = icmp eq i64 %55, %17
  br i1 %56, label %19, label %35

; uselistorder directives
  uselistorder double %53, { 0, 2, 1 }
  uselistorder i64 %54, { 1, 0 }
}

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
