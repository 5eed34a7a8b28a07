; in each step k: v = malloc of n + k, v[j] = x[j] * x[n-1-j] + k, the even ones squared, s += v[j] * v[n-1-j] * x[j], free(v): the shadows of all v are one
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define double @f(ptr nocapture noundef readonly %x, i64 noundef %n, i64 noundef %steps) {
entry:
  %cmp79 = icmp sgt i64 %steps, 0
  br i1 %cmp79, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %invariant.gep = getelementptr double, ptr %x, i64 %n
  %cmp270 = icmp sgt i64 %n, 0
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.cond.cleanup26, %entry
  %s.0.lcssa = phi double [ 0.000000e+00, %entry ], [ %s.1.lcssa, %for.cond.cleanup26 ]
  ret double %s.0.lcssa

for.body:                                         ; preds = %for.body.lr.ph, %for.cond.cleanup26
  %s.081 = phi double [ 0.000000e+00, %for.body.lr.ph ], [ %s.1.lcssa, %for.cond.cleanup26 ]
  %k.080 = phi i64 [ 0, %for.body.lr.ph ], [ %inc39, %for.cond.cleanup26 ]
  %add = add nsw i64 %k.080, %n
  %mul = shl i64 %add, 3
  %call = tail call noalias ptr @malloc(i64 noundef %mul)
  br i1 %cmp270, label %for.body4.lr.ph, label %for.cond.cleanup26

for.body4.lr.ph:                                  ; preds = %for.body
  %conv = uitofp nneg i64 %k.080 to double
  br label %for.body4

for.cond10.preheader:                             ; preds = %for.body4
  br i1 %cmp270, label %for.body14, label %for.cond.cleanup26

for.body4:                                        ; preds = %for.body4.lr.ph, %for.body4
  %j.071 = phi i64 [ 0, %for.body4.lr.ph ], [ %inc, %for.body4 ]
  %arrayidx = getelementptr inbounds double, ptr %x, i64 %j.071
  %0 = load double, ptr %arrayidx, align 8
  %1 = xor i64 %j.071, -1
  %gep = getelementptr double, ptr %invariant.gep, i64 %1
  %2 = load double, ptr %gep, align 8
  %3 = tail call double @llvm.fmuladd.f64(double %0, double %2, double %conv)
  %arrayidx8 = getelementptr inbounds double, ptr %call, i64 %j.071
  store double %3, ptr %arrayidx8, align 8
  %inc = add nuw nsw i64 %j.071, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond10.preheader, label %for.body4

for.cond23.preheader:                             ; preds = %for.body14
  %invariant.gep74 = getelementptr double, ptr %call, i64 %n
  br i1 %cmp270, label %for.body27, label %for.cond.cleanup26

for.body14:                                       ; preds = %for.cond10.preheader, %for.body14
  %j9.073 = phi i64 [ %add20, %for.body14 ], [ 0, %for.cond10.preheader ]
  %arrayidx15 = getelementptr inbounds double, ptr %call, i64 %j9.073
  %4 = load double, ptr %arrayidx15, align 8
  %mul17 = fmul double %4, %4
  store double %mul17, ptr %arrayidx15, align 8
  %add20 = add nuw nsw i64 %j9.073, 2
  %cmp11 = icmp slt i64 %add20, %n
  br i1 %cmp11, label %for.body14, label %for.cond23.preheader

for.cond.cleanup26:                               ; preds = %for.body27, %for.body, %for.cond10.preheader, %for.cond23.preheader
  %s.1.lcssa = phi double [ %s.081, %for.cond23.preheader ], [ %s.081, %for.cond10.preheader ], [ %s.081, %for.body ], [ %9, %for.body27 ]
  tail call void @free(ptr noundef %call)
  %inc39 = add nuw nsw i64 %k.080, 1
  %exitcond84.not = icmp eq i64 %inc39, %steps
  br i1 %exitcond84.not, label %for.cond.cleanup, label %for.body

for.body27:                                       ; preds = %for.cond23.preheader, %for.body27
  %j22.078 = phi i64 [ %inc36, %for.body27 ], [ 0, %for.cond23.preheader ]
  %s.177 = phi double [ %9, %for.body27 ], [ %s.081, %for.cond23.preheader ]
  %arrayidx28 = getelementptr inbounds double, ptr %call, i64 %j22.078
  %5 = load double, ptr %arrayidx28, align 8
  %6 = xor i64 %j22.078, -1
  %gep75 = getelementptr double, ptr %invariant.gep74, i64 %6
  %7 = load double, ptr %gep75, align 8
  %mul32 = fmul double %5, %7
  %arrayidx33 = getelementptr inbounds double, ptr %x, i64 %j22.078
  %8 = load double, ptr %arrayidx33, align 8
  %9 = tail call double @llvm.fmuladd.f64(double %mul32, double %8, double %s.177)
  %inc36 = add nuw nsw i64 %j22.078, 1
  %exitcond83.not = icmp eq i64 %inc36, %n
  br i1 %exitcond83.not, label %for.cond.cleanup26, label %for.body27
}

declare noalias noundef ptr @malloc(i64 noundef)

declare double @llvm.fmuladd.f64(double, double, double)

declare void @free(ptr allocptr nocapture noundef)



