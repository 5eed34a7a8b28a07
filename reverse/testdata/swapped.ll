target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Point = type { double, double, double }

define dso_local double @points(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = alloca %struct.Point, align 8
  %5 = alloca [16 x %struct.Point], align 16
  call void @llvm.lifetime.start.p0(i64 384, ptr nonnull %5) #6
  %6 = icmp sgt i32 %1, 0
  br i1 %6, label %7, label %9

7:
  %8 = zext nneg i32 %1 to i64
  br label %14

9:
  %10 = icmp sgt i32 %2, 0
  br i1 %10, label %11, label %26

11:
  %12 = icmp sgt i32 %1, 1
  %13 = zext nneg i32 %1 to i64
  br label %28

14:
  %15 = phi i64 [ 0, %7 ], [ %19, %14 ]
  %16 = getelementptr inbounds double, ptr %0, i64 %15
  %17 = load double, ptr %16, align 8
  %18 = fadd double %17, 1.000000e+00
  %19 = add nuw nsw i64 %15, 1
  %20 = trunc nuw nsw i64 %19 to i32
  %21 = uitofp i32 %20 to double
  %22 = getelementptr inbounds [16 x %struct.Point], ptr %5, i64 0, i64 %15
  store double %17, ptr %22, align 8
  %23 = getelementptr inbounds i8, ptr %22, i64 8
  store double %18, ptr %23, align 8
  %24 = getelementptr inbounds i8, ptr %22, i64 16
  store double %21, ptr %24, align 8
  %25 = icmp eq i64 %19, %8
  br i1 %25, label %9, label %14

26:
  %27 = phi double [ 0.000000e+00, %9 ], [ %40, %39 ]
  call void @llvm.lifetime.end.p0(i64 384, ptr nonnull %5) #6
  ret double %27

28:
  %29 = phi i32 [ 0, %11 ], [ %41, %39 ]
  %30 = phi double [ 0.000000e+00, %11 ], [ %40, %39 ]
  %31 = srem i32 %29, %1
  %32 = zext nneg i32 %31 to i64
  %33 = getelementptr inbounds [16 x %struct.Point], ptr %5, i64 0, i64 %32
  %34 = mul nuw nsw i32 %29, 3
  %35 = add nuw nsw i32 %34, 1
  %36 = srem i32 %35, %1
  %37 = zext nneg i32 %36 to i64
  %38 = getelementptr inbounds [16 x %struct.Point], ptr %5, i64 0, i64 %37
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %4)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %4, ptr noundef nonnull align 8 dereferenceable(24) %33, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %33, ptr noundef nonnull align 8 dereferenceable(24) %38, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %38, ptr noundef nonnull align 8 dereferenceable(24) %4, i64 24, i1 false)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %4)
  br i1 %12, label %43, label %39

39:
  %40 = phi double [ %30, %28 ], [ %55, %43 ]
  %41 = add nuw nsw i32 %29, 1
  %42 = icmp eq i32 %41, %2
  br i1 %42, label %26, label %28

43:
  %44 = phi i64 [ %56, %43 ], [ 1, %28 ]
  %45 = phi double [ %55, %43 ], [ %30, %28 ]
  %46 = getelementptr inbounds [16 x %struct.Point], ptr %5, i64 0, i64 %44
  %47 = load double, ptr %46, align 8
  %48 = add nsw i64 %44, -1
  %49 = getelementptr inbounds [16 x %struct.Point], ptr %5, i64 0, i64 %48, i32 1
  %50 = load double, ptr %49, align 8
  %51 = fmul double %47, %50
  %52 = getelementptr inbounds i8, ptr %46, i64 16
  %53 = load double, ptr %52, align 8
  %54 = fmul double %51, %53
  %55 = fadd double %45, %54
  %56 = add nuw nsw i64 %44, 1
  %57 = icmp eq i64 %56, %13
  br i1 %57, label %39, label %43
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

define dso_local double @numbers(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #3 {
  %4 = sext i32 %1 to i64
  %5 = icmp slt i32 %1, 0
  %6 = shl nsw i64 %4, 3
  %7 = select i1 %5, i64 -1, i64 %6
  %8 = tail call noalias noundef nonnull ptr @_Znam(i64 noundef %7) #7
  %9 = icmp sgt i32 %1, 0
  br i1 %9, label %10, label %13

10:
  %11 = zext nneg i32 %1 to i64
  %12 = shl nuw nsw i64 %11, 3
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %8, ptr align 8 %0, i64 %12, i1 false)
  br label %13

13:
  %14 = icmp sgt i32 %2, 0
  br i1 %14, label %15, label %47

15:
  %16 = icmp sgt i32 %1, 0
  %17 = zext nneg i32 %1 to i64
  br label %18

18:
  %19 = phi i32 [ 0, %15 ], [ %33, %31 ]
  %20 = phi double [ 0.000000e+00, %15 ], [ %32, %31 ]
  %21 = srem i32 %19, %1
  %22 = zext nneg i32 %21 to i64
  %23 = getelementptr inbounds double, ptr %8, i64 %22
  %24 = mul nuw nsw i32 %19, 3
  %25 = add nuw nsw i32 %24, 1
  %26 = srem i32 %25, %1
  %27 = zext nneg i32 %26 to i64
  %28 = getelementptr inbounds double, ptr %8, i64 %27
  %29 = load double, ptr %23, align 8
  %30 = load double, ptr %28, align 8
  store double %30, ptr %23, align 8
  store double %29, ptr %28, align 8
  br i1 %16, label %35, label %31

31:
  %32 = phi double [ %20, %18 ], [ %44, %35 ]
  %33 = add nuw nsw i32 %19, 1
  %34 = icmp eq i32 %33, %2
  br i1 %34, label %47, label %18

35:
  %36 = phi i64 [ %45, %35 ], [ 0, %18 ]
  %37 = phi double [ %44, %35 ], [ %20, %18 ]
  %38 = getelementptr inbounds double, ptr %8, i64 %36
  %39 = load double, ptr %38, align 8
  %40 = fmul double %39, %39
  %41 = trunc nuw nsw i64 %36 to i32
  %42 = uitofp nneg i32 %41 to double
  %43 = fmul double %40, %42
  %44 = fadd double %37, %43
  %45 = add nuw nsw i64 %36, 1
  %46 = icmp eq i64 %45, %17
  br i1 %46, label %31, label %35

47:
  %48 = phi double [ 0.000000e+00, %13 ], [ %32, %31 ]
  tail call void @_ZdaPv(ptr noundef %8) #8
  ret double %48
}

declare noundef nonnull ptr @_Znam(i64 noundef) local_unnamed_addr #4

declare void @_ZdaPv(ptr noundef) local_unnamed_addr #5

define dso_local double @halved(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #3 {
  %4 = sext i32 %1 to i64
  %5 = icmp slt i32 %1, 0
  %6 = shl nsw i64 %4, 3
  %7 = select i1 %5, i64 -1, i64 %6
  %8 = tail call noalias noundef nonnull ptr @_Znam(i64 noundef %7) #7
  %9 = icmp sgt i32 %1, 0
  br i1 %9, label %10, label %13

10:
  %11 = zext nneg i32 %1 to i64
  %12 = shl nuw nsw i64 %11, 3
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %8, ptr align 8 %0, i64 %12, i1 false)
  br label %13

13:
  %14 = icmp sgt i32 %2, 0
  br i1 %14, label %15, label %49

15:
  %16 = icmp sgt i32 %1, 0
  %17 = zext nneg i32 %1 to i64
  br label %18

18:
  %19 = phi i32 [ 0, %15 ], [ %35, %31 ]
  %20 = phi double [ 0.000000e+00, %15 ], [ %32, %31 ]
  %21 = srem i32 %19, %1
  %22 = zext nneg i32 %21 to i64
  %23 = getelementptr inbounds double, ptr %8, i64 %22
  %24 = mul nuw nsw i32 %19, 3
  %25 = add nuw nsw i32 %24, 1
  %26 = srem i32 %25, %1
  %27 = zext nneg i32 %26 to i64
  %28 = getelementptr inbounds double, ptr %8, i64 %27
  %29 = load double, ptr %23, align 8
  %30 = load double, ptr %28, align 8
  store double %30, ptr %23, align 8
  store double %29, ptr %28, align 8
  br i1 %16, label %37, label %31

31:
  %32 = phi double [ %20, %18 ], [ %46, %37 ]
  %33 = load double, ptr %8, align 8
  %34 = fmul double %33, 5.000000e-01
  store double %34, ptr %8, align 8
  %35 = add nuw nsw i32 %19, 1
  %36 = icmp eq i32 %35, %2
  br i1 %36, label %49, label %18

37:
  %38 = phi i64 [ %47, %37 ], [ 0, %18 ]
  %39 = phi double [ %46, %37 ], [ %20, %18 ]
  %40 = getelementptr inbounds double, ptr %8, i64 %38
  %41 = load double, ptr %40, align 8
  %42 = fmul double %41, %41
  %43 = trunc nuw nsw i64 %38 to i32
  %44 = uitofp nneg i32 %43 to double
  %45 = fmul double %42, %44
  %46 = fadd double %39, %45
  %47 = add nuw nsw i64 %38, 1
  %48 = icmp eq i64 %47, %17
  br i1 %48, label %31, label %37

49:
  %50 = phi double [ 0.000000e+00, %13 ], [ %32, %31 ]
  tail call void @_ZdaPv(ptr noundef %8) #8
  ret double %50
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nobuiltin allocsize(0) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nobuiltin nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind }
attributes #7 = { builtin nounwind allocsize(0) }
attributes #8 = { builtin nounwind }
