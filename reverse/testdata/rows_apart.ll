; rows[r] = malloc, rows[r][i] = x[i] * rows[r/2][n-1-i] (rows[0] = x); the sum of rows[r][r%n] * rows[all-1-r][0]; each row is freed
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define double @f(ptr nocapture noundef readonly %x, i64 noundef %n, i64 noundef %rows) {
entry:
  %mul = shl i64 %rows, 3
  %call = tail call noalias ptr @malloc(i64 noundef %mul)
  %cmp73 = icmp sgt i64 %rows, 0
  br i1 %cmp73, label %for.body.lr.ph, label %for.cond18.preheader

for.body.lr.ph:                                   ; preds = %entry
  %mul1 = shl i64 %n, 3
  %cmp471 = icmp sgt i64 %n, 0
  br label %for.body

for.cond18.preheader:                             ; preds = %for.cond.cleanup5, %entry
  %invariant.gep = getelementptr ptr, ptr %call, i64 %rows
  %cmp1975 = icmp sgt i64 %rows, 0
  br i1 %cmp1975, label %for.body21, label %for.cond33.preheader

for.body:                                         ; preds = %for.body.lr.ph, %for.cond.cleanup5
  %r.074 = phi i64 [ 0, %for.body.lr.ph ], [ %inc15, %for.cond.cleanup5 ]
  %call2 = tail call noalias ptr @malloc(i64 noundef %mul1)
  %arrayidx = getelementptr inbounds ptr, ptr %call, i64 %r.074
  store ptr %call2, ptr %arrayidx, align 8
  br i1 %cmp471, label %for.body6.lr.ph, label %for.cond.cleanup5

for.body6.lr.ph:                                  ; preds = %for.body
  %tobool.not = icmp eq i64 %r.074, 0
  %div70 = lshr i64 %r.074, 1
  %arrayidx8 = getelementptr inbounds ptr, ptr %call, i64 %div70
  br label %for.body6

for.cond.cleanup5:                                ; preds = %cond.end, %for.body
  %inc15 = add nuw nsw i64 %r.074, 1
  %exitcond80.not = icmp eq i64 %inc15, %rows
  br i1 %exitcond80.not, label %for.cond18.preheader, label %for.body

for.body6:                                        ; preds = %for.body6.lr.ph, %cond.end
  %i.072 = phi i64 [ 0, %for.body6.lr.ph ], [ %inc, %cond.end ]
  %arrayidx7 = getelementptr inbounds double, ptr %x, i64 %i.072
  %0 = load double, ptr %arrayidx7, align 8
  br i1 %tobool.not, label %cond.end, label %cond.true

cond.true:                                        ; preds = %for.body6
  %1 = load ptr, ptr %arrayidx8, align 8
  %2 = xor i64 %i.072, -1
  %3 = getelementptr double, ptr %1, i64 %2
  %arrayidx10 = getelementptr double, ptr %3, i64 %n
  %4 = load double, ptr %arrayidx10, align 8
  br label %cond.end

cond.end:                                         ; preds = %for.body6, %cond.true
  %cond = phi double [ %4, %cond.true ], [ 1.000000e+00, %for.body6 ]
  %mul11 = fmul double %0, %cond
  %arrayidx13 = getelementptr inbounds double, ptr %call2, i64 %i.072
  store double %mul11, ptr %arrayidx13, align 8
  %inc = add nuw nsw i64 %i.072, 1
  %exitcond.not = icmp eq i64 %inc, %n
  br i1 %exitcond.not, label %for.cond.cleanup5, label %for.body6

for.cond33.preheader:                             ; preds = %for.body21, %for.cond18.preheader
  %s.0.lcssa = phi double [ 0.000000e+00, %for.cond18.preheader ], [ %10, %for.body21 ]
  %cmp3478 = icmp sgt i64 %rows, 0
  br i1 %cmp3478, label %for.body36, label %for.cond.cleanup35

for.body21:                                       ; preds = %for.cond18.preheader, %for.body21
  %r17.077 = phi i64 [ %inc30, %for.body21 ], [ 0, %for.cond18.preheader ]
  %s.076 = phi double [ %10, %for.body21 ], [ 0.000000e+00, %for.cond18.preheader ]
  %arrayidx22 = getelementptr inbounds ptr, ptr %call, i64 %r17.077
  %5 = load ptr, ptr %arrayidx22, align 8
  %rem = srem i64 %r17.077, %n
  %arrayidx23 = getelementptr inbounds double, ptr %5, i64 %rem
  %6 = load double, ptr %arrayidx23, align 8
  %7 = xor i64 %r17.077, -1
  %gep = getelementptr ptr, ptr %invariant.gep, i64 %7
  %8 = load ptr, ptr %gep, align 8
  %9 = load double, ptr %8, align 8
  %10 = tail call double @llvm.fmuladd.f64(double %6, double %9, double %s.076)
  %inc30 = add nuw nsw i64 %r17.077, 1
  %exitcond81.not = icmp eq i64 %inc30, %rows
  br i1 %exitcond81.not, label %for.cond33.preheader, label %for.body21

for.cond.cleanup35:                               ; preds = %for.body36, %for.cond33.preheader
  tail call void @free(ptr noundef %call)
  ret double %s.0.lcssa

for.body36:                                       ; preds = %for.cond33.preheader, %for.body36
  %r32.079 = phi i64 [ %inc39, %for.body36 ], [ 0, %for.cond33.preheader ]
  %arrayidx37 = getelementptr inbounds ptr, ptr %call, i64 %r32.079
  %11 = load ptr, ptr %arrayidx37, align 8
  tail call void @free(ptr noundef %11)
  %inc39 = add nuw nsw i64 %r32.079, 1
  %exitcond82.not = icmp eq i64 %inc39, %rows
  br i1 %exitcond82.not, label %for.cond.cleanup35, label %for.body36
}

declare noalias noundef ptr @malloc(i64 noundef)

declare double @llvm.fmuladd.f64(double, double, double)

declare void @free(ptr allocptr nocapture noundef)



