; order: Devectorize before LoopAliasVersioning, moving Devectorize: reverse, scalar

; A vectorized stencil with its scalar remainder.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define dso_local void @f(ptr %0, ptr %1, i32 %2) local_unnamed_addr {
  %4 = icmp sgt i32 %2, 2
  br i1 %4, label %5, label %65

5:
  %6 = add nsw i32 %2, -1
  %7 = zext nneg i32 %6 to i64
  %8 = add nsw i64 %7, -1
  %9 = icmp ult i64 %8, 6
  br i1 %9, label %10, label %29

10:
  %11 = phi i64 [ 1, %29 ], [ 1, %5 ], [ %38, %63 ]
  %12 = and i32 %2, 1
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %25, label %14

14:
  %15 = getelementptr double, ptr %0, i64 %11
  %16 = getelementptr i8, ptr %15, i64 -8
  %17 = load double, ptr %16, align 8
  %18 = load double, ptr %15, align 8
  %19 = add nuw nsw i64 %11, 1
  %20 = getelementptr inbounds double, ptr %0, i64 %19
  %21 = load double, ptr %20, align 8
  %22 = fmul double %21, %21
  %23 = tail call double @llvm.fmuladd.f64(double %17, double %18, double %22)
  %24 = getelementptr inbounds double, ptr %1, i64 %11
  store double %23, ptr %24, align 8
  br label %25

25:
  %26 = phi i64 [ %11, %10 ], [ %19, %14 ]
  %27 = add nsw i64 %7, -1
  %28 = icmp eq i64 %11, %27
  br i1 %28, label %65, label %66

29:
  %30 = shl nuw nsw i64 %7, 3
  %31 = getelementptr i8, ptr %1, i64 %30
  %32 = getelementptr i8, ptr %0, i64 %30
  %33 = icmp ugt ptr %32, %1
  %34 = icmp ugt ptr %31, %0
  %35 = and i1 %33, %34
  br i1 %35, label %10, label %36

36:
  %37 = and i64 %8, -4
  %38 = or disjoint i64 %37, 1
  br label %39

39:
  %40 = phi i64 [ 0, %36 ], [ %61, %39 ]
  %41 = or disjoint i64 %40, 1
  %42 = getelementptr double, ptr %0, i64 %41
  %43 = getelementptr i8, ptr %42, i64 -8
  %44 = getelementptr i8, ptr %42, i64 8
  %45 = load <2 x double>, ptr %43, align 8
  %46 = load <2 x double>, ptr %44, align 8
  %47 = getelementptr i8, ptr %42, i64 16
  %48 = load <2 x double>, ptr %42, align 8
  %49 = load <2 x double>, ptr %47, align 8
  %50 = or disjoint i64 %40, 2
  %51 = getelementptr inbounds double, ptr %0, i64 %50
  %52 = getelementptr inbounds i8, ptr %51, i64 16
  %53 = load <2 x double>, ptr %51, align 8
  %54 = load <2 x double>, ptr %52, align 8
  %55 = fmul <2 x double> %53, %53
  %56 = fmul <2 x double> %54, %54
  %57 = tail call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %45, <2 x double> %48, <2 x double> %55)
  %58 = tail call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %46, <2 x double> %49, <2 x double> %56)
  %59 = getelementptr inbounds double, ptr %1, i64 %41
  %60 = getelementptr inbounds i8, ptr %59, i64 16
  store <2 x double> %57, ptr %59, align 8
  store <2 x double> %58, ptr %60, align 8
  %61 = add nuw i64 %40, 4
  %62 = icmp eq i64 %61, %37
  br i1 %62, label %63, label %39, !llvm.loop !0

63:
  %64 = icmp eq i64 %8, %37
  br i1 %64, label %65, label %10

65:
  ret void

66:
  %67 = phi i64 [ %82, %66 ], [ %26, %25 ]
  %68 = getelementptr double, ptr %0, i64 %67
  %69 = getelementptr i8, ptr %68, i64 -8
  %70 = load double, ptr %69, align 8
  %71 = load double, ptr %68, align 8
  %72 = add nuw nsw i64 %67, 1
  %73 = getelementptr inbounds double, ptr %0, i64 %72
  %74 = load double, ptr %73, align 8
  %75 = fmul double %74, %74
  %76 = tail call double @llvm.fmuladd.f64(double %70, double %71, double %75)
  %77 = getelementptr inbounds double, ptr %1, i64 %67
  store double %76, ptr %77, align 8
  %78 = getelementptr double, ptr %0, i64 %72
  %79 = getelementptr i8, ptr %78, i64 -8
  %80 = load double, ptr %79, align 8
  %81 = load double, ptr %78, align 8
  %82 = add nuw nsw i64 %67, 2
  %83 = getelementptr inbounds double, ptr %0, i64 %82
  %84 = load double, ptr %83, align 8
  %85 = fmul double %84, %84
  %86 = tail call double @llvm.fmuladd.f64(double %80, double %81, double %85)
  %87 = getelementptr inbounds double, ptr %1, i64 %72
  store double %86, ptr %87, align 8
  %88 = icmp eq i64 %82, %7
  br i1 %88, label %65, label %66
}

declare double @llvm.fmuladd.f64(double, double, double) #0

declare <2 x double> @llvm.fmuladd.v2f64(<2 x double>, <2 x double>, <2 x double>) #0

; uselistorder directives
uselistorder ptr @llvm.fmuladd.f64, { 2, 1, 0 }
uselistorder ptr @llvm.fmuladd.v2f64, { 1, 0 }

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!0 = distinct !{!0, !1, !2, !3}
!1 = !{!"llvm.loop.mustprogress"}
!2 = !{!"llvm.loop.isvectorized", i32 1}
!3 = !{!"llvm.loop.unroll.runtime.disable"}
