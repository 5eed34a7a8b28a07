; three layers of n rows each (x[j] * r / 100), applied to a copy of x for each sample, out[i] = sin(rows * v), in vectors that samples and layers allocate; the sum of v[k%n]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define double @f(ptr nocapture noundef readonly %x, i64 noundef %n, i64 noundef %samples) {
entry:
  %mul = mul i64 %n, 3
  %mul1 = mul i64 %n, 24
  %call = tail call noalias ptr @malloc(i64 noundef %mul1)
  %cmp120 = icmp sgt i64 %n, 0
  br i1 %cmp120, label %for.body.lr.ph, label %for.cond17.preheader

for.body.lr.ph:                                   ; preds = %entry
  %mul3 = shl i64 %n, 3
  %smax = tail call i64 @llvm.smax.i64(i64 %mul, i64 1)
  br label %for.body

for.cond17.preheader:                             ; preds = %for.cond.cleanup7, %entry
  %cmp18131 = icmp sgt i64 %samples, 0
  br i1 %cmp18131, label %for.body21.lr.ph, label %for.cond66.preheader

for.body21.lr.ph:                                 ; preds = %for.cond17.preheader
  %mul22 = shl i64 %n, 3
  %cmp33125 = icmp sgt i64 %n, 0
  br label %for.body21

for.body:                                         ; preds = %for.body.lr.ph, %for.cond.cleanup7
  %r.0121 = phi i64 [ 0, %for.body.lr.ph ], [ %inc15, %for.cond.cleanup7 ]
  %call4 = tail call noalias ptr @malloc(i64 noundef %mul3)
  %arrayidx = getelementptr inbounds ptr, ptr %call, i64 %r.0121
  store ptr %call4, ptr %arrayidx, align 8
  %add = add nuw nsw i64 %r.0121, 1
  %conv = uitofp nneg i64 %add to double
  br label %for.body8

for.cond.cleanup7:                                ; preds = %for.body8
  %inc15 = add nuw nsw i64 %r.0121, 1
  %exitcond137.not = icmp eq i64 %inc15, %smax
  br i1 %exitcond137.not, label %for.cond17.preheader, label %for.body

for.body8:                                        ; preds = %for.body, %for.body8
  %j.0119 = phi i64 [ 0, %for.body ], [ %inc, %for.body8 ]
  %arrayidx9 = getelementptr inbounds double, ptr %x, i64 %j.0119
  %0 = load double, ptr %arrayidx9, align 8
  %mul10 = fmul double %0, %conv
  %mul11 = fmul double %mul10, 1.000000e-02
  %arrayidx13 = getelementptr inbounds double, ptr %call4, i64 %j.0119
  store double %mul11, ptr %arrayidx13, align 8
  %inc = add nuw nsw i64 %j.0119, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond.cleanup7, label %for.body8

for.cond66.preheader:                             ; preds = %for.cond.cleanup28, %for.cond17.preheader
  %loss.0.lcssa = phi double [ 0.000000e+00, %for.cond17.preheader ], [ %add61, %for.cond.cleanup28 ]
  %cmp68135 = icmp sgt i64 %n, 0
  br i1 %cmp68135, label %for.body71.preheader, label %for.cond.cleanup70

for.body71.preheader:                             ; preds = %for.cond66.preheader
  %smax142 = tail call i64 @llvm.smax.i64(i64 %mul, i64 1)
  br label %for.body71

for.body21:                                       ; preds = %for.body21.lr.ph, %for.cond.cleanup28
  %loss.0133 = phi double [ 0.000000e+00, %for.body21.lr.ph ], [ %add61, %for.cond.cleanup28 ]
  %k.0132 = phi i64 [ 0, %for.body21.lr.ph ], [ %inc63, %for.cond.cleanup28 ]
  %call23 = tail call noalias ptr @malloc(i64 noundef %mul22)
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %call23, ptr align 8 %x, i64 %mul22, i1 false)
  br label %for.body29

for.cond.cleanup28:                               ; preds = %for.cond.cleanup35
  %rem = srem i64 %k.0132, %n
  %arrayidx60 = getelementptr inbounds double, ptr %call31, i64 %rem
  %1 = load double, ptr %arrayidx60, align 8
  %add61 = fadd double %loss.0133, %1
  tail call void @free(ptr noundef %call31)
  %inc63 = add nuw nsw i64 %k.0132, 1
  %exitcond141.not = icmp eq i64 %inc63, %samples
  br i1 %exitcond141.not, label %for.cond66.preheader, label %for.body21

for.body29:                                       ; preds = %for.body21, %for.cond.cleanup35
  %l.0130 = phi i64 [ 0, %for.body21 ], [ %inc58, %for.cond.cleanup35 ]
  %v.0129 = phi ptr [ %call23, %for.body21 ], [ %call31, %for.cond.cleanup35 ]
  %call31 = tail call noalias ptr @malloc(i64 noundef %mul22)
  br i1 %cmp33125, label %for.cond38.preheader.lr.ph, label %for.cond.cleanup35

for.cond38.preheader.lr.ph:                       ; preds = %for.body29
  %mul43 = mul nuw nsw i64 %l.0130, %n
  %invariant.gep127 = getelementptr ptr, ptr %call, i64 %mul43
  br label %for.cond38.preheader

for.cond38.preheader:                             ; preds = %for.cond38.preheader.lr.ph, %for.cond.cleanup41
  %i.0126 = phi i64 [ 0, %for.cond38.preheader.lr.ph ], [ %inc55, %for.cond.cleanup41 ]
  %gep128 = getelementptr ptr, ptr %invariant.gep127, i64 %i.0126
  %2 = load ptr, ptr %gep128, align 8
  br label %for.body42

for.cond.cleanup35:                               ; preds = %for.cond.cleanup41, %for.body29
  tail call void @free(ptr noundef %v.0129)
  %inc58 = add nuw nsw i64 %l.0130, 1
  %exitcond140.not = icmp eq i64 %inc58, 3
  br i1 %exitcond140.not, label %for.cond.cleanup28, label %for.body29

for.cond.cleanup41:                               ; preds = %for.body42
  %call52 = tail call double @sin(double noundef %5)
  %arrayidx53 = getelementptr inbounds double, ptr %call31, i64 %i.0126
  store double %call52, ptr %arrayidx53, align 8
  %inc55 = add nuw nsw i64 %i.0126, 1
  %exitcond139.not = icmp eq i64 %inc55, %n
  br i1 %exitcond139.not, label %for.cond.cleanup35, label %for.cond38.preheader

for.body42:                                       ; preds = %for.cond38.preheader, %for.body42
  %j37.0124 = phi i64 [ 0, %for.cond38.preheader ], [ %inc50, %for.body42 ]
  %s.0123 = phi double [ 0.000000e+00, %for.cond38.preheader ], [ %5, %for.body42 ]
  %arrayidx46 = getelementptr inbounds double, ptr %2, i64 %j37.0124
  %3 = load double, ptr %arrayidx46, align 8
  %arrayidx47 = getelementptr inbounds double, ptr %v.0129, i64 %j37.0124
  %4 = load double, ptr %arrayidx47, align 8
  %5 = tail call double @llvm.fmuladd.f64(double %3, double %4, double %s.0123)
  %inc50 = add nuw nsw i64 %j37.0124, 1
  %exitcond138.not = icmp eq i64 %inc50, %n
  br i1 %exitcond138.not, label %for.cond.cleanup41, label %for.body42

for.cond.cleanup70:                               ; preds = %for.body71, %for.cond66.preheader
  tail call void @free(ptr noundef %call)
  ret double %loss.0.lcssa

for.body71:                                       ; preds = %for.body71.preheader, %for.body71
  %r65.0136 = phi i64 [ %inc74, %for.body71 ], [ 0, %for.body71.preheader ]
  %arrayidx72 = getelementptr inbounds ptr, ptr %call, i64 %r65.0136
  %6 = load ptr, ptr %arrayidx72, align 8
  tail call void @free(ptr noundef %6)
  %inc74 = add nuw nsw i64 %r65.0136, 1
  %exitcond143.not = icmp eq i64 %inc74, %smax142
  br i1 %exitcond143.not, label %for.cond.cleanup70, label %for.body71
}

declare noalias noundef ptr @malloc(i64 noundef)

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)

declare double @llvm.fmuladd.f64(double, double, double)

declare double @sin(double noundef)

declare void @free(ptr allocptr nocapture noundef)

declare i64 @llvm.smax.i64(i64, i64)



