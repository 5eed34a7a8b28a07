; As cut.ll, the half stored as two lanes: v[k] = x[k] * x[k], then the upper half of v[k] becomes that of 1, then the
; sum of all v[k].
source_filename = "cut.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define dso_local double @f(ptr nocapture noundef readonly %x, i32 noundef %n) local_unnamed_addr {
entry:
  %conv = sext i32 %n to i64
  %mul = shl nsw i64 %conv, 3
  %call = tail call noalias ptr @malloc(i64 noundef %mul)
  %cmp47 = icmp sgt i32 %n, 0
  br i1 %cmp47, label %for.body.preheader, label %for.cond8.preheader

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext nneg i32 %n to i64
  br label %for.body

for.cond8.preheader:                              ; preds = %for.body, %entry
  %cmp949 = icmp sgt i32 %n, 0
  br i1 %cmp949, label %for.body12.preheader, label %for.cond20.preheader

for.body12.preheader:                             ; preds = %for.cond8.preheader
  %wide.trip.count60 = zext nneg i32 %n to i64
  br label %for.body12

for.body:                                         ; preds = %for.body.preheader, %for.body
  %indvars.iv = phi i64 [ 0, %for.body.preheader ], [ %indvars.iv.next, %for.body ]
  %arrayidx = getelementptr inbounds double, ptr %x, i64 %indvars.iv
  %0 = load double, ptr %arrayidx, align 8
  %mul4 = fmul double %0, %0
  %arrayidx6 = getelementptr inbounds double, ptr %call, i64 %indvars.iv
  store double %mul4, ptr %arrayidx6, align 8
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond8.preheader, label %for.body

for.cond20.preheader:                             ; preds = %for.body12, %for.cond8.preheader
  %cmp2151 = icmp sgt i32 %n, 0
  br i1 %cmp2151, label %for.body24.preheader, label %for.cond.cleanup23

for.body24.preheader:                             ; preds = %for.cond20.preheader
  %wide.trip.count65 = zext nneg i32 %n to i64
  br label %for.body24

for.body12:                                       ; preds = %for.body12.preheader, %for.body12
  %indvars.iv55 = phi i64 [ 0, %for.body12.preheader ], [ %indvars.iv.next56, %for.body12 ]
  %1 = shl nuw nsw i64 %indvars.iv55, 1
  %2 = or disjoint i64 %1, 1
  %arrayidx15 = getelementptr inbounds i32, ptr %call, i64 %2
  store <2 x i16> <i16 0, i16 16368>, ptr %arrayidx15, align 4
  %indvars.iv.next56 = add nuw nsw i64 %indvars.iv55, 1
  %exitcond61.not = icmp eq i64 %indvars.iv.next56, %wide.trip.count60
  br i1 %exitcond61.not, label %for.cond20.preheader, label %for.body12

for.cond.cleanup23:                               ; preds = %for.body24, %for.cond20.preheader
  %s.0.lcssa = phi double [ 0.000000e+00, %for.cond20.preheader ], [ %add27, %for.body24 ]
  tail call void @free(ptr noundef %call)
  ret double %s.0.lcssa

for.body24:                                       ; preds = %for.body24.preheader, %for.body24
  %indvars.iv62 = phi i64 [ 0, %for.body24.preheader ], [ %indvars.iv.next63, %for.body24 ]
  %s.052 = phi double [ 0.000000e+00, %for.body24.preheader ], [ %add27, %for.body24 ]
  %arrayidx26 = getelementptr inbounds double, ptr %call, i64 %indvars.iv62
  %3 = load double, ptr %arrayidx26, align 8
  %add27 = fadd double %s.052, %3
  %indvars.iv.next63 = add nuw nsw i64 %indvars.iv62, 1
  %exitcond66.not = icmp eq i64 %indvars.iv.next63, %wide.trip.count65
  br i1 %exitcond66.not, label %for.cond.cleanup23, label %for.body24
}

declare noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr

declare void @free(ptr allocptr nocapture noundef) local_unnamed_addr



