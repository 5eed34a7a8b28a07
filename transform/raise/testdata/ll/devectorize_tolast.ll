; pass: Devectorize
; A loop that counts to the last number: of two parts of its rest, the counter between them is compared.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define dso_local void @f(ptr noalias %0, ptr noalias %1, i64 %2, i64 %3) {
  %5 = add i64 %3, 1
  %6 = icmp ugt i64 %5, %2
  br i1 %6, label %7, label %60

7:
  %8 = add i64 %3, 1
  %9 = sub i64 %8, %2
  %10 = icmp ult i64 %9, 6
  br i1 %10, label %11, label %27

11:
  %12 = phi i64 [ %2, %27 ], [ %2, %7 ], [ %40, %58 ]
  %13 = add i64 %12, %3
  %14 = and i64 %13, 1
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %16, label %24

16:
  %17 = getelementptr inbounds double, ptr %1, i64 %12
  %18 = load double, ptr %17, align 8
  %19 = getelementptr inbounds double, ptr %0, i64 %12
  %20 = load double, ptr %19, align 8
  %21 = fmul double %20, %20
  %22 = tail call double @llvm.fmuladd.f64(double %18, double 9.000000e-01, double %21)
  store double %22, ptr %17, align 8
  %23 = add nuw i64 %12, 1
  br label %24

24:
  %25 = phi i64 [ %12, %11 ], [ %23, %16 ]
  %26 = icmp eq i64 %12, %3
  br i1 %26, label %60, label %61

27:
  %28 = shl i64 %2, 3
  %29 = getelementptr i8, ptr %1, i64 %28
  %30 = shl i64 %3, 3
  %31 = add i64 %30, 8
  %32 = getelementptr i8, ptr %1, i64 %31
  %33 = getelementptr i8, ptr %0, i64 %28
  %34 = getelementptr i8, ptr %0, i64 %31
  %35 = icmp ult ptr %29, %34
  %36 = icmp ult ptr %33, %32
  %37 = and i1 %35, %36
  br i1 %37, label %11, label %38

38:
  %39 = and i64 %9, -4
  %40 = add i64 %39, %2
  br label %41

41:
  %42 = phi i64 [ 0, %38 ], [ %56, %41 ]
  %43 = add i64 %42, %2
  %44 = getelementptr inbounds double, ptr %1, i64 %43
  %45 = getelementptr inbounds i8, ptr %44, i64 16
  %46 = load <2 x double>, ptr %44, align 8, !alias.scope !9, !noalias !12
  %47 = load <2 x double>, ptr %45, align 8, !alias.scope !9, !noalias !12
  %48 = getelementptr inbounds double, ptr %0, i64 %43
  %49 = getelementptr inbounds i8, ptr %48, i64 16
  %50 = load <2 x double>, ptr %48, align 8, !alias.scope !12
  %51 = load <2 x double>, ptr %49, align 8, !alias.scope !12
  %52 = fmul <2 x double> %50, %50
  %53 = fmul <2 x double> %51, %51
  %54 = tail call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %46, <2 x double> <double 9.000000e-01, double 9.000000e-01>, <2 x double> %52)
  %55 = tail call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %47, <2 x double> <double 9.000000e-01, double 9.000000e-01>, <2 x double> %53)
  store <2 x double> %54, ptr %44, align 8, !alias.scope !9, !noalias !12
  store <2 x double> %55, ptr %45, align 8, !alias.scope !9, !noalias !12
  %56 = add nuw i64 %42, 4
  %57 = icmp eq i64 %56, %39
  br i1 %57, label %58, label %41, !llvm.loop !14

58:
  %59 = icmp eq i64 %9, %39
  br i1 %59, label %60, label %11

60:
  ret void

61:
  %62 = phi i64 [ %76, %61 ], [ %25, %24 ]
  %63 = getelementptr inbounds double, ptr %1, i64 %62
  %64 = load double, ptr %63, align 8
  %65 = getelementptr inbounds double, ptr %0, i64 %62
  %66 = load double, ptr %65, align 8
  %67 = fmul double %66, %66
  %68 = tail call double @llvm.fmuladd.f64(double %64, double 9.000000e-01, double %67)
  store double %68, ptr %63, align 8
  %69 = add nuw i64 %62, 1
  %70 = getelementptr inbounds double, ptr %1, i64 %69
  %71 = load double, ptr %70, align 8
  %72 = getelementptr inbounds double, ptr %0, i64 %69
  %73 = load double, ptr %72, align 8
  %74 = fmul double %73, %73
  %75 = tail call double @llvm.fmuladd.f64(double %71, double 9.000000e-01, double %74)
  store double %75, ptr %70, align 8
  %76 = add nuw i64 %62, 2
  %77 = icmp eq i64 %69, %3
  br i1 %77, label %60, label %61, !llvm.loop !18
}

declare double @llvm.fmuladd.f64(double, double, double)

declare <2 x double> @llvm.fmuladd.v2f64(<2 x double>, <2 x double>, <2 x double>)

!14 = distinct !{!14, !15, !16, !17}
!15 = !{!"llvm.loop.mustprogress"}
!16 = !{!"llvm.loop.isvectorized", i32 1}
!17 = !{!"llvm.loop.unroll.runtime.disable"}
!18 = distinct !{!18, !15, !16}
; want:
; define dso_local void @f(ptr noalias %a.0, ptr noalias %a.1, i64 %a.2, i64 %a.3) {
; b.0:
;   %v.0 = add i64 %a.3, 1
;   %v.1 = add i64 %a.3, 1
;   %v.2 = icmp ugt i64 %v.1, %a.2
;   br i1 %v.2, label %b.1, label %b.5
;
; b.1:
;   %v.3 = add i64 %a.3, 1
;   %v.4 = sub i64 %v.3, %a.2
;   %v.5 = icmp ult i64 %v.4, 6
;   br label %b.2
;
; b.2:
;   %v.6 = add i64 %a.2, %a.3
;   %v.7 = and i64 %v.6, 1
;   %v.8 = icmp eq i64 %v.7, 0
;   br label %b.3
;
; b.3:
;   %v.9 = phi i64 [ %a.2, %b.2 ], [ %v.16, %b.3 ]
;   %v.10 = getelementptr inbounds double, ptr %a.1, i64 %v.9
;   %v.11 = load double, ptr %v.10, align 8
;   %v.12 = getelementptr inbounds double, ptr %a.0, i64 %v.9
;   %v.13 = load double, ptr %v.12, align 8
;   %v.14 = fmul double %v.13, %v.13
;   %v.15 = tail call double @llvm.fmuladd.f64(double %v.11, double 9.000000e-01, double %v.14)
;   store double %v.15, ptr %v.10, align 8
;   %v.16 = add nuw i64 %v.9, 1
;   %v.17 = icmp eq i64 %v.16, %v.0
;   br i1 %v.17, label %b.4, label %b.3
;
; b.4:
;   %v.18 = icmp eq i64 %a.2, %a.3
;   br label %b.5
;
; b.5:
;   ret void
; }
