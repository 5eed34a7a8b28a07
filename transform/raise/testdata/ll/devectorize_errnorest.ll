; pass: Devectorize DCE
; A loop that was unrolled by two beside a block that does the iteration left over, with a function of the
; mathematical library in both: clang 19 -O2.
declare double @sqrt(double)
declare double @llvm.fmuladd.f64(double, double, double)
define dso_local void @f(ptr noalias nocapture noundef %a, ptr noalias nocapture noundef readonly %x, i32 noundef %n) local_unnamed_addr {
entry:
  %cmp29 = icmp sgt i32 %n, 0
  br i1 %cmp29, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:
  %0 = load double, ptr %x, align 8
  %wide.trip.count = zext nneg i32 %n to i64
  %xtraiter = and i64 %wide.trip.count, 1
  %1 = icmp eq i32 %n, 1
  br i1 %1, label %for.cond.cleanup.loopexit.unr-lcssa, label %for.body.lr.ph.new

for.body.lr.ph.new:
  %unroll_iter = and i64 %wide.trip.count, 2147483646
  br label %for.body

for.cond.cleanup.loopexit.unr-lcssa:
  %indvars.iv.unr = phi i64 [ 0, %for.body.lr.ph ], [ %indvars.iv.next.1, %for.body ]
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %for.cond.cleanup, label %for.body.epil

for.body.epil:
  %arrayidx.epil = getelementptr inbounds double, ptr %a, i64 %indvars.iv.unr
  %2 = load double, ptr %arrayidx.epil, align 8
  %arrayidx2.epil = getelementptr inbounds double, ptr %x, i64 %indvars.iv.unr
  %3 = load double, ptr %arrayidx2.epil, align 8
  %sub.epil = fsub double %2, %3
  %add.epil = fadd double %3, %sub.epil
  %mul.epil = fmul double %sub.epil, %add.epil
  %4 = tail call double @llvm.fmuladd.f64(double %3, double 3.000000e+00, double %mul.epil)
  %call.epil = tail call double @sqrt(double noundef %0)
  %mul11.epil = fmul double %2, %call.epil
  %div.epil = fdiv double %4, %mul11.epil
  store double %div.epil, ptr %arrayidx.epil, align 8
  br label %for.cond.cleanup

for.cond.cleanup:
  ret void

for.body:
  %indvars.iv = phi i64 [ 0, %for.body.lr.ph.new ], [ %indvars.iv.next.1, %for.body ]
  %niter = phi i64 [ 0, %for.body.lr.ph.new ], [ %niter.next.1, %for.body ]
  %arrayidx = getelementptr inbounds double, ptr %a, i64 %indvars.iv
  %5 = load double, ptr %arrayidx, align 8
  %arrayidx2 = getelementptr inbounds double, ptr %x, i64 %indvars.iv
  %6 = load double, ptr %arrayidx2, align 8
  %sub = fsub double %5, %6
  %add = fadd double %6, %sub
  %mul = fmul double %sub, %add
  %7 = tail call double @llvm.fmuladd.f64(double %6, double 3.000000e+00, double %mul)
  %call = tail call double @sqrt(double noundef %0)
  %mul11 = fmul double %5, %call
  %div = fdiv double %7, %mul11
  store double %div, ptr %arrayidx, align 8
  %indvars.iv.next = or disjoint i64 %indvars.iv, 1
  %arrayidx.1 = getelementptr inbounds double, ptr %a, i64 %indvars.iv.next
  %8 = load double, ptr %arrayidx.1, align 8
  %arrayidx2.1 = getelementptr inbounds double, ptr %x, i64 %indvars.iv.next
  %9 = load double, ptr %arrayidx2.1, align 8
  %sub.1 = fsub double %8, %9
  %add.1 = fadd double %9, %sub.1
  %mul.1 = fmul double %sub.1, %add.1
  %10 = tail call double @llvm.fmuladd.f64(double %9, double 3.000000e+00, double %mul.1)
  %call.1 = tail call double @sqrt(double noundef %0)
  %mul11.1 = fmul double %8, %call.1
  %div.1 = fdiv double %10, %mul11.1
  store double %div.1, ptr %arrayidx.1, align 8
  %indvars.iv.next.1 = add nuw nsw i64 %indvars.iv, 2
  %niter.next.1 = add i64 %niter, 2
  %niter.ncmp.1 = icmp eq i64 %niter.next.1, %unroll_iter
  br i1 %niter.ncmp.1, label %for.cond.cleanup.loopexit.unr-lcssa, label %for.body, !llvm.loop !0
}
!0 = distinct !{!0}
; want:
; define dso_local void @f(ptr noalias nocapture noundef %a, ptr noalias nocapture noundef readonly %x, i32 noundef %n) local_unnamed_addr {
; entry:
;   %cmp29 = icmp sgt i32 %n, 0
;   br i1 %cmp29, label %for.body.lr.ph, label %for.cond.cleanup
;
; for.body.lr.ph:
;   %v.0 = load double, ptr %x, align 8
;   %wide.trip.count = zext nneg i32 %n to i64
;   br label %for.cond.cleanup.loopexit.unr-lcssa
;
; for.cond.cleanup.loopexit.unr-lcssa:
;   br label %for.body.epil
;
; for.body.epil:
;   %v.1 = phi i64 [ 0, %for.cond.cleanup.loopexit.unr-lcssa ], [ %v.5, %for.body.epil ]
;   %arrayidx.epil = getelementptr inbounds double, ptr %a, i64 %v.1
;   %v.2 = load double, ptr %arrayidx.epil, align 8
;   %arrayidx2.epil = getelementptr inbounds double, ptr %x, i64 %v.1
;   %v.3 = load double, ptr %arrayidx2.epil, align 8
;   %sub.epil = fsub double %v.2, %v.3
;   %add.epil = fadd double %v.3, %sub.epil
;   %mul.epil = fmul double %sub.epil, %add.epil
;   %v.4 = tail call double @llvm.fmuladd.f64(double %v.3, double 3.000000e+00, double %mul.epil)
;   %call.epil = tail call double @sqrt(double noundef %v.0)
;   %mul11.epil = fmul double %v.2, %call.epil
;   %div.epil = fdiv double %v.4, %mul11.epil
;   store double %div.epil, ptr %arrayidx.epil, align 8
;   %v.5 = add i64 %v.1, 1
;   %v.6 = icmp eq i64 %v.5, %wide.trip.count
;   br i1 %v.6, label %loopexit.2, label %for.body.epil
;
; loopexit.2:
;   br label %for.cond.cleanup
;
; for.cond.cleanup:
;   ret void
; }
