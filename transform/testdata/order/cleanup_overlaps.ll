; cleanup order: Mem2Reg before ScatterToGather, moving Mem2Reg: reverse, scalar

; A stencil of packed loads.
define dso_local void @f(ptr %0, ptr %1, ptr %2, i64 %3, double %4) local_unnamed_addr {
  %6 = icmp sgt i64 %3, 1
  br i1 %6, label %7, label %11

7:
  %8 = add nsw i64 %3, -2
  %9 = insertelement <2 x double> poison, double %4, i64 0
  %10 = shufflevector <2 x double> %9, <2 x double> poison, <2 x i32> zeroinitializer
  br label %12

11:
  ret void

12:
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

declare double @llvm.fmuladd.f64(double, double, double) #0

declare <2 x double> @llvm.fmuladd.v2f64(<2 x double>, <2 x double>, <2 x double>) #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
