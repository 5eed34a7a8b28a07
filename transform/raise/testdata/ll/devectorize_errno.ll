; pass: Devectorize DCE
; A loop of a constant number of iterations, unrolled by four, that calls a function of the mathematical
; library: clang 22 -O2.
declare double @sin(double)
define dso_local void @f(ptr noundef writeonly %a, double noundef %x) local_unnamed_addr {
entry:
  br label %for.body

for.cond.cleanup:
  ret void

for.body:
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next.3, %for.body ]
  %0 = trunc nuw nsw i64 %indvars.iv to i32
  %conv = uitofp nneg i32 %0 to double
  %mul = fmul double %x, %conv
  %call = tail call double @sin(double noundef %mul)
  %arrayidx = getelementptr inbounds nuw double, ptr %a, i64 %indvars.iv
  store double %call, ptr %arrayidx, align 8
  %indvars.iv.next = or disjoint i64 %indvars.iv, 1
  %1 = trunc nuw nsw i64 %indvars.iv.next to i32
  %conv.1 = uitofp nneg i32 %1 to double
  %mul.1 = fmul double %x, %conv.1
  %call.1 = tail call double @sin(double noundef %mul.1)
  %arrayidx.1 = getelementptr inbounds nuw double, ptr %a, i64 %indvars.iv.next
  store double %call.1, ptr %arrayidx.1, align 8
  %indvars.iv.next.1 = or disjoint i64 %indvars.iv, 2
  %2 = trunc nuw nsw i64 %indvars.iv.next.1 to i32
  %conv.2 = uitofp nneg i32 %2 to double
  %mul.2 = fmul double %x, %conv.2
  %call.2 = tail call double @sin(double noundef %mul.2)
  %arrayidx.2 = getelementptr inbounds nuw double, ptr %a, i64 %indvars.iv.next.1
  store double %call.2, ptr %arrayidx.2, align 8
  %indvars.iv.next.2 = or disjoint i64 %indvars.iv, 3
  %3 = trunc nuw nsw i64 %indvars.iv.next.2 to i32
  %conv.3 = uitofp nneg i32 %3 to double
  %mul.3 = fmul double %x, %conv.3
  %call.3 = tail call double @sin(double noundef %mul.3)
  %arrayidx.3 = getelementptr inbounds nuw double, ptr %a, i64 %indvars.iv.next.2
  store double %call.3, ptr %arrayidx.3, align 8
  %indvars.iv.next.3 = add nuw nsw i64 %indvars.iv, 4
  %exitcond.not.3 = icmp eq i64 %indvars.iv.next.3, 64
  br i1 %exitcond.not.3, label %for.cond.cleanup, label %for.body, !llvm.loop !0
}
!0 = distinct !{!0}
; want:
; define dso_local void @f(ptr noundef writeonly %a, double noundef %x) local_unnamed_addr {
; entry:
;   br label %for.body
;
; for.cond.cleanup:
;   ret void
;
; for.body:
;   %indvars.iv = phi i64 [ 0, %entry ], [ %v.1, %for.body ]
;   %v.0 = trunc nuw nsw i64 %indvars.iv to i32
;   %conv = uitofp nneg i32 %v.0 to double
;   %mul = fmul double %x, %conv
;   %call = tail call double @sin(double noundef %mul)
;   %arrayidx = getelementptr inbounds nuw double, ptr %a, i64 %indvars.iv
;   store double %call, ptr %arrayidx, align 8
;   %v.1 = add i64 %indvars.iv, 1
;   %exitcond.not.3 = icmp eq i64 %v.1, 64
;   br i1 %exitcond.not.3, label %for.cond.cleanup, label %for.body
; }
