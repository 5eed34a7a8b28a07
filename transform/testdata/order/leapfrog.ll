; order: LoopAliasVersioning before ScalarPromotion, moving LoopAliasVersioning: reverse, accesses

; Leapfrog steps on two arrays.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define dso_local double @f(ptr %0, ptr %1, ptr %2, i32 %3) local_unnamed_addr {
  %5 = icmp sgt i32 %3, 0
  %6 = load double, ptr %0, align 8
  br i1 %5, label %10, label %7

7:
  %8 = getelementptr inbounds i8, ptr %0, i64 24
  %9 = load double, ptr %8, align 8
  br label %89

10:
  %11 = getelementptr inbounds i8, ptr %0, i64 16
  %12 = getelementptr inbounds i8, ptr %0, i64 8
  %13 = getelementptr inbounds i8, ptr %0, i64 24
  %14 = getelementptr inbounds i8, ptr %2, i64 8
  %15 = getelementptr inbounds i8, ptr %1, i64 8
  %16 = getelementptr inbounds i8, ptr %1, i64 16
  %17 = getelementptr inbounds i8, ptr %1, i64 24
  %18 = load double, ptr %12, align 8
  %19 = load double, ptr %11, align 8
  %20 = load double, ptr %13, align 8
  br label %21

21:
  %22 = phi double [ %20, %10 ], [ %86, %21 ]
  %23 = phi double [ %19, %10 ], [ %82, %21 ]
  %24 = phi double [ %18, %10 ], [ %78, %21 ]
  %25 = phi double [ %6, %10 ], [ %74, %21 ]
  %26 = phi i32 [ 0, %10 ], [ %87, %21 ]
  %27 = load double, ptr %1, align 8
  %28 = fmul double %27, 1.562500e-02
  %29 = fadd double %25, %28
  store double %29, ptr %0, align 8
  %30 = load double, ptr %15, align 8
  %31 = fmul double %30, 1.562500e-02
  %32 = fadd double %24, %31
  store double %32, ptr %12, align 8
  %33 = load double, ptr %16, align 8
  %34 = fmul double %33, 1.562500e-02
  %35 = fadd double %23, %34
  store double %35, ptr %11, align 8
  %36 = load double, ptr %17, align 8
  %37 = fmul double %36, 1.562500e-02
  %38 = fadd double %22, %37
  store double %38, ptr %13, align 8
  %39 = fsub double %29, %35
  %40 = fsub double %32, %38
  %41 = fmul double %39, %39
  %42 = fmul double %40, %40
  %43 = fadd double %41, %42
  %44 = fadd double %43, 6.250000e-02
  %45 = tail call double @llvm.sqrt.f64(double %44)
  %46 = fmul double %44, %45
  %47 = fdiv double 1.000000e+00, %46
  %48 = load double, ptr %14, align 8
  %49 = fmul double %48, 3.125000e-02
  %50 = fmul double %49, %47
  %51 = fmul double %39, %50
  %52 = load double, ptr %1, align 8
  %53 = fsub double %52, %51
  store double %53, ptr %1, align 8
  %54 = load double, ptr %14, align 8
  %55 = fmul double %54, 3.125000e-02
  %56 = fmul double %55, %47
  %57 = fmul double %40, %56
  %58 = load double, ptr %15, align 8
  %59 = fsub double %58, %57
  store double %59, ptr %15, align 8
  %60 = load double, ptr %2, align 8
  %61 = fmul double %60, 3.125000e-02
  %62 = fmul double %47, %61
  %63 = fmul double %39, %62
  %64 = load double, ptr %16, align 8
  %65 = fadd double %64, %63
  store double %65, ptr %16, align 8
  %66 = load double, ptr %2, align 8
  %67 = fmul double %66, 3.125000e-02
  %68 = fmul double %47, %67
  %69 = fmul double %40, %68
  %70 = load double, ptr %17, align 8
  %71 = fadd double %70, %69
  store double %71, ptr %17, align 8
  %72 = fmul double %53, 1.562500e-02
  %73 = load double, ptr %0, align 8
  %74 = fadd double %73, %72
  store double %74, ptr %0, align 8
  %75 = load double, ptr %15, align 8
  %76 = fmul double %75, 1.562500e-02
  %77 = load double, ptr %12, align 8
  %78 = fadd double %77, %76
  store double %78, ptr %12, align 8
  %79 = load double, ptr %16, align 8
  %80 = fmul double %79, 1.562500e-02
  %81 = load double, ptr %11, align 8
  %82 = fadd double %81, %80
  store double %82, ptr %11, align 8
  %83 = load double, ptr %17, align 8
  %84 = fmul double %83, 1.562500e-02
  %85 = load double, ptr %13, align 8
  %86 = fadd double %85, %84
  store double %86, ptr %13, align 8
  %87 = add nuw nsw i32 %26, 1
  %88 = icmp eq i32 %87, %3
  br i1 %88, label %89, label %21

89:
  %90 = phi double [ %9, %7 ], [ %86, %21 ]
  %91 = phi double [ %6, %7 ], [ %74, %21 ]
  %92 = fmul double %91, %90
  %93 = getelementptr inbounds i8, ptr %1, i64 8
  %94 = load double, ptr %93, align 8
  %95 = getelementptr inbounds i8, ptr %1, i64 16
  %96 = load double, ptr %95, align 8
  %97 = fmul double %94, %96
  %98 = fsub double %92, %97
  ret double %98
}

declare double @llvm.sqrt.f64(double) #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
