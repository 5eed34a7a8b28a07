; clang 19 -O1 -fno-strict-aliasing of: v[k] = x[k] * x[k], then the last v[k] becomes the integer 7 n, then
; the sum of all v[k] / 2, taken for integers.
source_filename = "converted.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define dso_local double @f(ptr nocapture noundef readonly %x, i32 noundef %n) local_unnamed_addr {
entry:
  %conv = sext i32 %n to i64
  %mul = shl nsw i64 %conv, 3
  %call = tail call noalias ptr @malloc(i64 noundef %mul)
  %cmp39 = icmp sgt i32 %n, 0
  br i1 %cmp39, label %for.body.preheader, label %for.cond.cleanup

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext nneg i32 %n to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  %mul8 = mul nsw i64 %conv, 7
  %0 = getelementptr i64, ptr %call, i64 %conv
  %arrayidx10 = getelementptr i8, ptr %0, i64 -8
  store i64 %mul8, ptr %arrayidx10, align 8
  %cmp1341 = icmp sgt i32 %n, 0
  br i1 %cmp1341, label %for.body16.preheader, label %for.cond.cleanup15

for.body16.preheader:                             ; preds = %for.cond.cleanup
  %wide.trip.count48 = zext nneg i32 %n to i64
  br label %for.body16

for.body:                                         ; preds = %for.body.preheader, %for.body
  %indvars.iv = phi i64 [ 0, %for.body.preheader ], [ %indvars.iv.next, %for.body ]
  %arrayidx = getelementptr inbounds double, ptr %x, i64 %indvars.iv
  %1 = load double, ptr %arrayidx, align 8
  %mul4 = fmul double %1, %1
  %arrayidx6 = getelementptr inbounds double, ptr %call, i64 %indvars.iv
  store double %mul4, ptr %arrayidx6, align 8
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body

for.cond.cleanup15:                               ; preds = %for.body16, %for.cond.cleanup
  %s.0.lcssa = phi double [ 0.000000e+00, %for.cond.cleanup ], [ %3, %for.body16 ]
  tail call void @free(ptr noundef %call)
  ret double %s.0.lcssa

for.body16:                                       ; preds = %for.body16.preheader, %for.body16
  %indvars.iv45 = phi i64 [ 0, %for.body16.preheader ], [ %indvars.iv.next46, %for.body16 ]
  %s.042 = phi double [ 0.000000e+00, %for.body16.preheader ], [ %3, %for.body16 ]
  %arrayidx18 = getelementptr inbounds i64, ptr %call, i64 %indvars.iv45
  %2 = load i64, ptr %arrayidx18, align 8
  %conv19 = sitofp i64 %2 to double
  %3 = tail call double @llvm.fmuladd.f64(double %conv19, double 5.000000e-01, double %s.042)
  %indvars.iv.next46 = add nuw nsw i64 %indvars.iv45, 1
  %exitcond49.not = icmp eq i64 %indvars.iv.next46, %wide.trip.count48
  br i1 %exitcond49.not, label %for.cond.cleanup15, label %for.body16
}

declare noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr

declare double @llvm.fmuladd.f64(double, double, double)

declare void @free(ptr allocptr nocapture noundef) local_unnamed_addr

