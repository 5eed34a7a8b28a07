; pass: Devectorize DCE
; A loop that was unrolled by four and reads an array backwards: clang 19 -O2. What is -1 - i of a single
; iteration is the complement of i, and -4 - i of the fourth that of i with two bits set.
declare double @llvm.fmuladd.f64(double, double, double)
define dso_local double @f(ptr nocapture noundef readonly %r, ptr nocapture noundef readonly %y, i64 noundef %k) local_unnamed_addr {
entry:
  %invariant.gep = getelementptr double, ptr %r, i64 %k
  %cmp8 = icmp sgt i64 %k, 0
  br i1 %cmp8, label %for.body.preheader, label %for.cond.cleanup

for.body.preheader:
  %xtraiter = and i64 %k, 3
  %0 = icmp ult i64 %k, 4
  br i1 %0, label %for.cond.cleanup.loopexit.unr-lcssa, label %for.body.preheader.new

for.body.preheader.new:
  %unroll_iter = and i64 %k, 9223372036854775804
  br label %for.body

for.cond.cleanup.loopexit.unr-lcssa:
  %.lcssa.ph = phi double [ poison, %for.body.preheader ], [ %20, %for.body ]
  %i.010.unr = phi i64 [ 0, %for.body.preheader ], [ %inc.3, %for.body ]
  %s.09.unr = phi double [ 0.000000e+00, %for.body.preheader ], [ %20, %for.body ]
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %for.cond.cleanup, label %for.body.epil

for.body.epil:
  %i.010.epil = phi i64 [ %inc.epil, %for.body.epil ], [ %i.010.unr, %for.cond.cleanup.loopexit.unr-lcssa ]
  %s.09.epil = phi double [ %4, %for.body.epil ], [ %s.09.unr, %for.cond.cleanup.loopexit.unr-lcssa ]
  %epil.iter = phi i64 [ %epil.iter.next, %for.body.epil ], [ 0, %for.cond.cleanup.loopexit.unr-lcssa ]
  %1 = xor i64 %i.010.epil, -1
  %gep.epil = getelementptr double, ptr %invariant.gep, i64 %1
  %2 = load double, ptr %gep.epil, align 8
  %arrayidx2.epil = getelementptr inbounds double, ptr %y, i64 %i.010.epil
  %3 = load double, ptr %arrayidx2.epil, align 8
  %4 = tail call double @llvm.fmuladd.f64(double %2, double %3, double %s.09.epil)
  %inc.epil = add nuw nsw i64 %i.010.epil, 1
  %epil.iter.next = add i64 %epil.iter, 1
  %epil.iter.cmp.not = icmp eq i64 %epil.iter.next, %xtraiter
  br i1 %epil.iter.cmp.not, label %for.cond.cleanup, label %for.body.epil, !llvm.loop !0

for.cond.cleanup:
  %s.0.lcssa = phi double [ 0.000000e+00, %entry ], [ %.lcssa.ph, %for.cond.cleanup.loopexit.unr-lcssa ], [ %4, %for.body.epil ]
  ret double %s.0.lcssa

for.body:
  %i.010 = phi i64 [ 0, %for.body.preheader.new ], [ %inc.3, %for.body ]
  %s.09 = phi double [ 0.000000e+00, %for.body.preheader.new ], [ %20, %for.body ]
  %niter = phi i64 [ 0, %for.body.preheader.new ], [ %niter.next.3, %for.body ]
  %5 = xor i64 %i.010, -1
  %gep = getelementptr double, ptr %invariant.gep, i64 %5
  %6 = load double, ptr %gep, align 8
  %arrayidx2 = getelementptr inbounds double, ptr %y, i64 %i.010
  %7 = load double, ptr %arrayidx2, align 8
  %8 = tail call double @llvm.fmuladd.f64(double %6, double %7, double %s.09)
  %inc = or disjoint i64 %i.010, 1
  %9 = xor i64 %i.010, -2
  %gep.1 = getelementptr double, ptr %invariant.gep, i64 %9
  %10 = load double, ptr %gep.1, align 8
  %arrayidx2.1 = getelementptr inbounds double, ptr %y, i64 %inc
  %11 = load double, ptr %arrayidx2.1, align 8
  %12 = tail call double @llvm.fmuladd.f64(double %10, double %11, double %8)
  %inc.1 = or disjoint i64 %i.010, 2
  %13 = xor i64 %i.010, -3
  %gep.2 = getelementptr double, ptr %invariant.gep, i64 %13
  %14 = load double, ptr %gep.2, align 8
  %arrayidx2.2 = getelementptr inbounds double, ptr %y, i64 %inc.1
  %15 = load double, ptr %arrayidx2.2, align 8
  %16 = tail call double @llvm.fmuladd.f64(double %14, double %15, double %12)
  %inc.2 = or disjoint i64 %i.010, 3
  %17 = xor i64 %i.010, -4
  %gep.3 = getelementptr double, ptr %invariant.gep, i64 %17
  %18 = load double, ptr %gep.3, align 8
  %arrayidx2.3 = getelementptr inbounds double, ptr %y, i64 %inc.2
  %19 = load double, ptr %arrayidx2.3, align 8
  %20 = tail call double @llvm.fmuladd.f64(double %18, double %19, double %16)
  %inc.3 = add nuw nsw i64 %i.010, 4
  %niter.next.3 = add i64 %niter, 4
  %niter.ncmp.3 = icmp eq i64 %niter.next.3, %unroll_iter
  br i1 %niter.ncmp.3, label %for.cond.cleanup.loopexit.unr-lcssa, label %for.body, !llvm.loop !0
}
!0 = distinct !{!0}
; want:
; define dso_local double @f(ptr nocapture noundef readonly %r, ptr nocapture noundef readonly %y, i64 noundef %k) local_unnamed_addr {
; entry:
;   %invariant.gep = getelementptr double, ptr %r, i64 %k
;   %cmp8 = icmp sgt i64 %k, 0
;   br i1 %cmp8, label %for.body.preheader, label %for.cond.cleanup
;
; for.body.preheader:
;   br label %for.cond.cleanup.loopexit.unr-lcssa
;
; for.cond.cleanup.loopexit.unr-lcssa:
;   br label %preheader.1
;
; preheader.1:
;   br label %for.body.epil
;
; for.body.epil:
;   %i.010.epil = phi i64 [ %inc.epil, %for.body.epil ], [ 0, %preheader.1 ]
;   %s.09.epil = phi double [ %v.3, %for.body.epil ], [ 0.000000e+00, %preheader.1 ]
;   %v.0 = xor i64 %i.010.epil, -1
;   %gep.epil = getelementptr double, ptr %invariant.gep, i64 %v.0
;   %v.1 = load double, ptr %gep.epil, align 8
;   %arrayidx2.epil = getelementptr inbounds double, ptr %y, i64 %i.010.epil
;   %v.2 = load double, ptr %arrayidx2.epil, align 8
;   %v.3 = tail call double @llvm.fmuladd.f64(double %v.1, double %v.2, double %s.09.epil)
;   %inc.epil = add nuw nsw i64 %i.010.epil, 1
;   %epil.iter.cmp.not = icmp eq i64 %inc.epil, %k
;   br i1 %epil.iter.cmp.not, label %loopexit.2, label %for.body.epil
;
; loopexit.2:
;   br label %for.cond.cleanup
;
; for.cond.cleanup:
;   %s.0.lcssa = phi double [ 0.000000e+00, %entry ], [ %v.3, %loopexit.2 ]
;   ret double %s.0.lcssa
; }
