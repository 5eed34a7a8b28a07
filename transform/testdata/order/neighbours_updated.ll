; order: InstSimplify#3 before LoopAliasVersioning, moving LoopAliasVersioning: reverse, kept

; Updates of neighbouring elements.
define dso_local void @f(ptr %0, ptr %1, ptr %2, i64 %3) local_unnamed_addr {
  %5 = icmp sgt i64 %3, 0
  br i1 %5, label %7, label %6

6:
  ret void

7:
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

declare double @llvm.fmuladd.f64(double, double, double) #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
