; Floats that are copied as bytes into an array of integers, beside other floats: the
; elements are no integers, although their accesses say so.
;
; func: punned
; seed: dup const ret
; error: L0203
;
; The same in arrays that are copied as a whole, so long as a variable says.
;
; func: copied
; seed: dup const ret
; error: L0203
%struct.S = type { [8 x i64], double, [4 x i64] }

define double @punned(ptr %0, i32 %1) {
  %3 = alloca %struct.S
  %4 = load double, ptr %0, !tbaa !5
  %5 = getelementptr inbounds i8, ptr %3, i64 64
  store double %4, ptr %5, !tbaa !9
  %6 = getelementptr inbounds i8, ptr %3, i64 72
  br label %12

7:                                                ; preds = %12
  %8 = icmp sgt i32 %1, 0
  br i1 %8, label %9, label %18

9:                                                ; preds = %7
  %10 = zext i32 %1 to i64
  %11 = shl i64 %10, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %3, ptr %0, i64 %11, i1 false)
  br label %18

12:                                               ; preds = %2, %12
  %13 = phi i64 [ 0, %2 ], [ %16, %12 ]
  %14 = mul i64 %13, 7
  %15 = getelementptr inbounds [4 x i64], ptr %6, i64 0, i64 %13
  store i64 %14, ptr %15, !tbaa !11
  %16 = add i64 %13, 1
  %17 = icmp eq i64 %16, 4
  br i1 %17, label %7, label %12

18:                                               ; preds = %9, %7
  %19 = load i64, ptr %3, !tbaa !11
  %20 = xor i64 %19, 1
  store i64 %20, ptr %3, !tbaa !11
  %21 = icmp sgt i32 %1, 0
  br i1 %21, label %22, label %25

22:                                               ; preds = %18
  %23 = getelementptr inbounds i8, ptr %3, i64 72
  %24 = zext i32 %1 to i64
  br label %30

25:                                               ; preds = %41, %18
  %26 = load double, ptr %5, !tbaa !9
  %27 = icmp sgt i32 %1, 0
  br i1 %27, label %28, label %44

28:                                               ; preds = %25
  %29 = zext i32 %1 to i64
  br label %46

30:                                               ; preds = %22, %41
  %31 = phi i64 [ 0, %22 ], [ %42, %41 ]
  %32 = and i64 %31, 3
  %33 = getelementptr inbounds [4 x i64], ptr %23, i64 0, i64 %32
  %34 = load i64, ptr %33, !tbaa !11
  %35 = and i64 %34, 1
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %41, label %37

37:                                               ; preds = %30
  %38 = getelementptr inbounds [8 x i64], ptr %3, i64 0, i64 %31
  %39 = load i64, ptr %38, !tbaa !11
  %40 = xor i64 %39, -9223372036854775808
  store i64 %40, ptr %38, !tbaa !11
  br label %41

41:                                               ; preds = %30, %37
  %42 = add i64 %31, 1
  %43 = icmp eq i64 %42, %24
  br i1 %43, label %25, label %30

44:                                               ; preds = %46, %25
  %45 = phi double [ %26, %25 ], [ %52, %46 ]
  ret double %45

46:                                               ; preds = %28, %46
  %47 = phi i64 [ 0, %28 ], [ %53, %46 ]
  %48 = phi double [ %26, %28 ], [ %52, %46 ]
  %49 = getelementptr inbounds [8 x i64], ptr %3, i64 0, i64 %47
  %50 = load double, ptr %49
  %51 = fmul double %50, %50
  %52 = call double @llvm.fmuladd.f64(double %51, double %50, double %48)
  %53 = add i64 %47, 1
  %54 = icmp eq i64 %53, %29
  br i1 %54, label %44, label %46

}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare double @llvm.fmuladd.f64(double, double, double)

!5 = !{!6, !6, i64 0}
!6 = !{!"double", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C++ TBAA"}
!9 = !{!10, !6, i64 64}
!10 = !{!"_ZTS1S", !7, i64 0, !6, i64 64, !7, i64 72}
!11 = !{!12, !12, i64 0}
!12 = !{!"long", !7, i64 0}

define double @copied(ptr %0, i32 %1) {
  %3 = alloca [8 x i64]
  %4 = alloca [8 x double]
  %5 = shl i32 %1, 3
  %6 = sext i32 %5 to i64
  call void @llvm.memcpy.p0.p0.i64(ptr %3, ptr %0, i64 %6, i1 false)
  %7 = icmp sgt i32 %1, 0
  br i1 %7, label %8, label %10

8:                                                ; preds = %2
  %9 = zext i32 %1 to i64
  br label %14

10:                                               ; preds = %23, %2
  call void @llvm.memcpy.p0.p0.i64(ptr %4, ptr %3, i64 %6, i1 false)
  %11 = icmp sgt i32 %1, 0
  br i1 %11, label %12, label %26

12:                                               ; preds = %10
  %13 = zext i32 %1 to i64
  br label %28

14:                                               ; preds = %8, %23
  %15 = phi i64 [ 0, %8 ], [ %24, %23 ]
  %16 = getelementptr inbounds double, ptr %0, i64 %15
  %17 = load double, ptr %16, !tbaa !5
  %18 = fcmp ogt double %17, 0x3FE6666666666666
  br i1 %18, label %19, label %23

19:                                               ; preds = %14
  %20 = getelementptr inbounds [8 x i64], ptr %3, i64 0, i64 %15
  %21 = load i64, ptr %20, !tbaa !11
  %22 = xor i64 %21, -9223372036854775808
  store i64 %22, ptr %20, !tbaa !11
  br label %23

23:                                               ; preds = %14, %19
  %24 = add i64 %15, 1
  %25 = icmp eq i64 %24, %9
  br i1 %25, label %10, label %14

26:                                               ; preds = %28, %10
  %27 = phi double [ 0.000000e+00, %10 ], [ %34, %28 ]
  ret double %27

28:                                               ; preds = %12, %28
  %29 = phi i64 [ 0, %12 ], [ %35, %28 ]
  %30 = phi double [ 0.000000e+00, %12 ], [ %34, %28 ]
  %31 = getelementptr inbounds [8 x double], ptr %4, i64 0, i64 %29
  %32 = load double, ptr %31, !tbaa !5
  %33 = fmul double %32, %32
  %34 = call double @llvm.fmuladd.f64(double %33, double %32, double %30)
  %35 = add i64 %29, 1
  %36 = icmp eq i64 %35, %13
  br i1 %36, label %26, label %28
}
