; order: Devectorize before LCSSA, moving Devectorize: reverse, kept

; A vectorized sum of gathered elements, with its scalar remainder.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define dso_local double @f(ptr %0, ptr %1, i32 %2, i32 %3) local_unnamed_addr {
  %5 = icmp sgt i32 %2, 0
  br i1 %5, label %6, label %61

6:
  %7 = sext i32 %3 to i64
  %8 = zext nneg i32 %2 to i64
  %9 = icmp ugt i32 %2, 3
  %10 = icmp eq i32 %3, 1
  %11 = and i1 %9, %10
  br i1 %11, label %37, label %12

12:
  %13 = phi i64 [ 0, %6 ], [ %38, %57 ]
  %14 = phi double [ 0.000000e+00, %6 ], [ %59, %57 ]
  %15 = and i64 %8, 3
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %31, label %17

17:
  %18 = phi i64 [ %28, %17 ], [ %13, %12 ]
  %19 = phi double [ %27, %17 ], [ %14, %12 ]
  %20 = phi i64 [ %29, %17 ], [ 0, %12 ]
  %21 = mul nsw i64 %18, %7
  %22 = getelementptr inbounds double, ptr %0, i64 %21
  %23 = load double, ptr %22, align 8
  %24 = getelementptr inbounds double, ptr %1, i64 %21
  %25 = load double, ptr %24, align 8
  %26 = fmul fast double %25, %23
  %27 = fadd fast double %26, %19
  %28 = add nuw nsw i64 %18, 1
  %29 = add i64 %20, 1
  %30 = icmp eq i64 %29, %15
  br i1 %30, label %31, label %17, !llvm.loop !0

31:
  %32 = phi double [ poison, %12 ], [ %27, %17 ]
  %33 = phi i64 [ %13, %12 ], [ %28, %17 ]
  %34 = phi double [ %14, %12 ], [ %27, %17 ]
  %35 = sub nsw i64 %13, %8
  %36 = icmp ugt i64 %35, -4
  br i1 %36, label %61, label %63

37:
  %38 = and i64 %8, 2147483644
  br label %39

39:
  %40 = phi i64 [ 0, %37 ], [ %55, %39 ]
  %41 = phi <2 x double> [ zeroinitializer, %37 ], [ %53, %39 ]
  %42 = phi <2 x double> [ zeroinitializer, %37 ], [ %54, %39 ]
  %43 = getelementptr inbounds double, ptr %0, i64 %40
  %44 = getelementptr inbounds i8, ptr %43, i64 16
  %45 = load <2 x double>, ptr %43, align 8
  %46 = load <2 x double>, ptr %44, align 8
  %47 = getelementptr inbounds double, ptr %1, i64 %40
  %48 = getelementptr inbounds i8, ptr %47, i64 16
  %49 = load <2 x double>, ptr %47, align 8
  %50 = load <2 x double>, ptr %48, align 8
  %51 = fmul fast <2 x double> %49, %45
  %52 = fmul fast <2 x double> %50, %46
  %53 = fadd fast <2 x double> %51, %41
  %54 = fadd fast <2 x double> %52, %42
  %55 = add nuw i64 %40, 4
  %56 = icmp eq i64 %55, %38
  br i1 %56, label %57, label %39

57:
  %58 = fadd fast <2 x double> %54, %53
  %59 = tail call fast double @llvm.vector.reduce.fadd.v2f64(double -0.000000e+00, <2 x double> %58)
  %60 = icmp eq i64 %38, %8
  br i1 %60, label %61, label %12

61:
  %62 = phi double [ 0.000000e+00, %4 ], [ %59, %57 ], [ %32, %31 ], [ %96, %63 ]
  ret double %62

63:
  %64 = phi i64 [ %97, %63 ], [ %33, %31 ]
  %65 = phi double [ %96, %63 ], [ %34, %31 ]
  %66 = mul nsw i64 %64, %7
  %67 = getelementptr inbounds double, ptr %0, i64 %66
  %68 = load double, ptr %67, align 8, !tbaa !2
  %69 = getelementptr inbounds double, ptr %1, i64 %66
  %70 = load double, ptr %69, align 8
  %71 = fmul fast double %70, %68
  %72 = fadd fast double %71, %65
  %73 = add nuw nsw i64 %64, 1
  %74 = mul nsw i64 %73, %7
  %75 = getelementptr inbounds double, ptr %0, i64 %74
  %76 = load double, ptr %75, align 8
  %77 = getelementptr inbounds double, ptr %1, i64 %74
  %78 = load double, ptr %77, align 8
  %79 = fmul fast double %78, %76
  %80 = fadd fast double %79, %72
  %81 = add nuw nsw i64 %64, 2
  %82 = mul nsw i64 %81, %7
  %83 = getelementptr inbounds double, ptr %0, i64 %82
  %84 = load double, ptr %83, align 8
  %85 = getelementptr inbounds double, ptr %1, i64 %82
  %86 = load double, ptr %85, align 8
  %87 = fmul fast double %86, %84
  %88 = fadd fast double %87, %80
  %89 = add nuw nsw i64 %64, 3
  %90 = mul nsw i64 %89, %7
  %91 = getelementptr inbounds double, ptr %0, i64 %90
  %92 = load double, ptr %91, align 8
  %93 = getelementptr inbounds double, ptr %1, i64 %90
  %94 = load double, ptr %93, align 8
  %95 = fmul fast double %94, %92
  %96 = fadd fast double %95, %88
  %97 = add nuw nsw i64 %64, 4
  %98 = icmp eq i64 %97, %8
  br i1 %98, label %61, label %63

; uselistorder directives
  uselistorder double %96, { 1, 0 }
}

declare double @llvm.vector.reduce.fadd.v2f64(double, <2 x double>) #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = !{!3, !3, i64 0}
!3 = !{!"double", !4, i64 0}
!4 = !{!"omnipotent char", !5, i64 0}
!5 = !{!"Simple C/C++ TBAA"}
