; order: Devectorize before UndoStrengthReduction, moving Devectorize: reverse, kept
; order: Devectorize before SimplifyCFG#3, moving Devectorize: forward, instructions

; A vectorized loop with masked accesses.
define void @f(ptr %u, ptr %v, i64 %n) {
start:
  %size = add nsw i64 %n, -2
  %few = icmp ult i64 %n, 3
  br i1 %few, label %out, label %preheader

preheader:
  %x.first = load double, ptr %u, align 8
  %last = add nsw i64 %n, -3
  %m = and i64 %n, 3
  %lcmp.mod.not = icmp eq i64 %m, 2
  br i1 %lcmp.mod.not, label %prol.loopexit, label %prol

prol:
  %x.prol = phi double [ %y.prol, %prol ], [ %x.first, %preheader ]
  %k.prol = phi i64 [ %k.next.prol, %prol ], [ 0, %preheader ]
  %p.prol = phi ptr [ %p.next.prol, %prol ], [ %u, %preheader ]
  %prol.iter = phi i64 [ %prol.iter.next, %prol ], [ 0, %preheader ]
  %p.next.prol = getelementptr inbounds i8, ptr %p.prol, i64 8
  %y.prol = load double, ptr %p.next.prol, align 8
  %two.prol = fmul double %y.prol, 2.000000e+00
  %d.prol = fsub double %x.prol, %two.prol
  %to.prol = getelementptr inbounds double, ptr %v, i64 %k.prol
  store double %d.prol, ptr %to.prol, align 8
  %k.next.prol = add nuw i64 %k.prol, 1
  %prol.iter.next = add i64 %prol.iter, 1
  %masked = xor i64 %m, %prol.iter.next
  %prol.iter.cmp.not = icmp eq i64 %masked, 2
  br i1 %prol.iter.cmp.not, label %prol.loopexit, label %prol, !llvm.loop !0

prol.loopexit:
  %x.unr = phi double [ %x.first, %preheader ], [ %y.prol, %prol ]
  %k.unr = phi i64 [ 0, %preheader ], [ %k.next.prol, %prol ]
  %p.unr = phi ptr [ %u, %preheader ], [ %p.next.prol, %prol ]
  %nothing.left = icmp ult i64 %last, 3
  br i1 %nothing.left, label %out, label %loop

loop:
  %x.0 = phi double [ %y.3, %loop ], [ %x.unr, %prol.loopexit ]
  %k = phi i64 [ %k.next, %loop ], [ %k.unr, %prol.loopexit ]
  %p = phi ptr [ %p.3, %loop ], [ %p.unr, %prol.loopexit ]
  %p.0 = getelementptr inbounds i8, ptr %p, i64 8
  %y.0 = load double, ptr %p.0, align 8
  %two.0 = fmul double %y.0, 2.000000e+00
  %d.0 = fsub double %x.0, %two.0
  %to.0 = getelementptr inbounds double, ptr %v, i64 %k
  store double %d.0, ptr %to.0, align 8
  %p.1 = getelementptr inbounds i8, ptr %p, i64 16
  %y.1 = load double, ptr %p.1, align 8
  %two.1 = fmul double %y.1, 2.000000e+00
  %d.1 = fsub double %y.0, %two.1
  %at.1 = getelementptr inbounds double, ptr %v, i64 %k
  %to.1 = getelementptr inbounds i8, ptr %at.1, i64 8
  store double %d.1, ptr %to.1, align 8
  %p.2 = getelementptr inbounds i8, ptr %p, i64 24
  %y.2 = load double, ptr %p.2, align 8
  %two.2 = fmul double %y.2, 2.000000e+00
  %d.2 = fsub double %y.1, %two.2
  %at.2 = getelementptr inbounds double, ptr %v, i64 %k
  %to.2 = getelementptr inbounds i8, ptr %at.2, i64 16
  store double %d.2, ptr %to.2, align 8
  %p.3 = getelementptr inbounds i8, ptr %p, i64 32
  %y.3 = load double, ptr %p.3, align 8
  %two.3 = fmul double %y.3, 2.000000e+00
  %d.3 = fsub double %y.2, %two.3
  %at.3 = getelementptr inbounds double, ptr %v, i64 %k
  %to.3 = getelementptr inbounds i8, ptr %at.3, i64 24
  store double %d.3, ptr %to.3, align 8
  %k.next = add nuw i64 %k, 4
  %exitcond = icmp eq i64 %k.next, %size
  br i1 %exitcond, label %out, label %loop

out:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
