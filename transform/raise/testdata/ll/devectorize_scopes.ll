; pass: Devectorize
; Every copy of the body has scopes of its own; the loop that is left keeps its.
define double @g(ptr %x, i64 %n, ptr %y, i64 %m) {
start:
  %count = tail call i64 @llvm.umin.i64(i64 %m, i64 %n)
  %_206.not = icmp eq i64 %count, 0
  br i1 %_206.not, label %exit, label %bb14.preheader

bb14.preheader:
  %xtraiter = and i64 %count, 3
  %0 = icmp ult i64 %count, 4
  br i1 %0, label %bb14.epil.preheader, label %bb14.preheader.new

bb14.preheader.new:
  %unroll_iter = and i64 %count, 1152921504606846972
  br label %bb14

bb14:
  %sum = phi double [ -0.000000e+00, %bb14.preheader.new ], [ %s.3, %bb14 ]
  %i = phi i64 [ 0, %bb14.preheader.new ], [ %next.3, %bb14 ]
  %niter = phi i64 [ 0, %bb14.preheader.new ], [ %niter.next.3, %bb14 ]
  %next = or disjoint i64 %i, 1
  %px = getelementptr inbounds nuw double, ptr %x, i64 %i
  %py = getelementptr inbounds nuw double, ptr %y, i64 %i
  tail call void @llvm.experimental.noalias.scope.decl(metadata !1)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !4)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !6)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !9)
  %_6 = load double, ptr %px, align 8, !alias.scope !11, !noalias !12
  %_7 = load double, ptr %py, align 8, !alias.scope !15, !noalias !16
  %d = fsub double %_6, %_7
  %_0 = fmul double %d, %d
  %s = fadd double %sum, %_0
  %next.1 = or disjoint i64 %i, 2
  %px.1 = getelementptr inbounds nuw double, ptr %x, i64 %next
  %py.1 = getelementptr inbounds nuw double, ptr %y, i64 %next
  tail call void @llvm.experimental.noalias.scope.decl(metadata !17)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !19)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !21)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !23)
  %_6.1 = load double, ptr %px.1, align 8, !alias.scope !25, !noalias !26
  %_7.1 = load double, ptr %py.1, align 8, !alias.scope !27, !noalias !28
  %d.1 = fsub double %_6.1, %_7.1
  %_0.1 = fmul double %d.1, %d.1
  %s.1 = fadd double %s, %_0.1
  %next.2 = or disjoint i64 %i, 3
  %px.2 = getelementptr inbounds nuw double, ptr %x, i64 %next.1
  %py.2 = getelementptr inbounds nuw double, ptr %y, i64 %next.1
  tail call void @llvm.experimental.noalias.scope.decl(metadata !29)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !31)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !33)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !35)
  %_6.2 = load double, ptr %px.2, align 8, !alias.scope !37, !noalias !38
  %_7.2 = load double, ptr %py.2, align 8, !alias.scope !39, !noalias !40
  %d.2 = fsub double %_6.2, %_7.2
  %_0.2 = fmul double %d.2, %d.2
  %s.2 = fadd double %s.1, %_0.2
  %next.3 = add nuw nsw i64 %i, 4
  %px.3 = getelementptr inbounds nuw double, ptr %x, i64 %next.2
  %py.3 = getelementptr inbounds nuw double, ptr %y, i64 %next.2
  tail call void @llvm.experimental.noalias.scope.decl(metadata !41)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !43)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !45)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !47)
  %_6.3 = load double, ptr %px.3, align 8, !alias.scope !49, !noalias !50
  %_7.3 = load double, ptr %py.3, align 8, !alias.scope !51, !noalias !52
  %d.3 = fsub double %_6.3, %_7.3
  %_0.3 = fmul double %d.3, %d.3
  %s.3 = fadd double %s.2, %_0.3
  %niter.next.3 = add i64 %niter, 4
  %niter.ncmp.3 = icmp eq i64 %niter.next.3, %unroll_iter
  br i1 %niter.ncmp.3, label %behind, label %bb14

behind:
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %exit, label %bb14.epil.preheader

bb14.epil.preheader:
  %sum.epil.init = phi double [ -0.000000e+00, %bb14.preheader ], [ %s.3, %behind ]
  %i.epil.init = phi i64 [ 0, %bb14.preheader ], [ %next.3, %behind ]
  %lcmp.mod2 = icmp ne i64 %xtraiter, 0
  tail call void @llvm.assume(i1 %lcmp.mod2)
  br label %bb14.epil

bb14.epil:
  %sum.epil = phi double [ %s.epil, %bb14.epil ], [ %sum.epil.init, %bb14.epil.preheader ]
  %i.epil = phi i64 [ %next.epil, %bb14.epil ], [ %i.epil.init, %bb14.epil.preheader ]
  %epil.iter = phi i64 [ %epil.iter.next, %bb14.epil ], [ 0, %bb14.epil.preheader ]
  %next.epil = add nuw nsw i64 %i.epil, 1
  %px.epil = getelementptr inbounds nuw double, ptr %x, i64 %i.epil
  %py.epil = getelementptr inbounds nuw double, ptr %y, i64 %i.epil
  tail call void @llvm.experimental.noalias.scope.decl(metadata !1)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !4)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !6)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !9)
  %_6.epil = load double, ptr %px.epil, align 8, !alias.scope !11, !noalias !12
  %_7.epil = load double, ptr %py.epil, align 8, !alias.scope !15, !noalias !16
  %d.epil = fsub double %_6.epil, %_7.epil
  %_0.epil = fmul double %d.epil, %d.epil
  %s.epil = fadd double %sum.epil, %_0.epil
  %epil.iter.next = add i64 %epil.iter, 1
  %epil.iter.cmp.not = icmp eq i64 %epil.iter.next, %xtraiter
  br i1 %epil.iter.cmp.not, label %exit, label %bb14.epil, !llvm.loop !53

exit:
  %accum.sroa.0.0.lcssa = phi double [ -0.000000e+00, %start ], [ %s.3, %behind ], [ %s.epil, %bb14.epil ]
  ret double %accum.sroa.0.0.lcssa
}

declare i64 @llvm.umin.i64(i64, i64)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare void @llvm.assume(i1)

!0 = !{!"scope"}
!1 = !{!2}
!2 = distinct !{!2, !3, !"scope"}
!3 = distinct !{!3, !"scope"}
!4 = !{!5}
!5 = distinct !{!5, !3, !"scope"}
!6 = !{!7}
!7 = distinct !{!7, !8, !"scope"}
!8 = distinct !{!8, !"scope"}
!9 = !{!10}
!10 = distinct !{!10, !8, !"scope"}
!11 = !{!7, !2}
!12 = !{!10, !5, !13}
!13 = distinct !{!13, !14, !"scope"}
!14 = distinct !{!14, !"scope"}
!15 = !{!10, !5}
!16 = !{!7, !2, !13}
!17 = !{!18}
!18 = distinct !{!18, !3, !"scope"}
!19 = !{!20}
!20 = distinct !{!20, !3, !"scope"}
!21 = !{!22}
!22 = distinct !{!22, !8, !"scope"}
!23 = !{!24}
!24 = distinct !{!24, !8, !"scope"}
!25 = !{!22, !18}
!26 = !{!24, !20, !13}
!27 = !{!24, !20}
!28 = !{!22, !18, !13}
!29 = !{!30}
!30 = distinct !{!30, !3, !"scope"}
!31 = !{!32}
!32 = distinct !{!32, !3, !"scope"}
!33 = !{!34}
!34 = distinct !{!34, !8, !"scope"}
!35 = !{!36}
!36 = distinct !{!36, !8, !"scope"}
!37 = !{!34, !30}
!38 = !{!36, !32, !13}
!39 = !{!36, !32}
!40 = !{!34, !30, !13}
!41 = !{!42}
!42 = distinct !{!42, !3, !"scope"}
!43 = !{!44}
!44 = distinct !{!44, !3, !"scope"}
!45 = !{!46}
!46 = distinct !{!46, !8, !"scope"}
!47 = !{!48}
!48 = distinct !{!48, !8, !"scope"}
!49 = !{!46, !42}
!50 = !{!48, !44, !13}
!51 = !{!48, !44}
!52 = !{!46, !42, !13}
!53 = distinct !{!53, !0}
; want:
; define double @g(ptr %x, i64 %n, ptr %y, i64 %m) {
; start:
;   %count = tail call i64 @llvm.umin.i64(i64 %m, i64 %n)
;   %_206.not = icmp eq i64 %count, 0
;   br i1 %_206.not, label %exit, label %bb14.preheader
;
; bb14.preheader:
;   %xtraiter = and i64 %count, 3
;   %v.0 = icmp ult i64 %count, 4
;   %v.1 = and i64 %count, 1152921504606846975
;   br label %behind
;
; behind:
;   %lcmp.mod.not = icmp eq i64 %xtraiter, 0
;   br label %bb14.epil.preheader
;
; bb14.epil.preheader:
;   %lcmp.mod2 = icmp ne i64 %xtraiter, 0
;   br label %bb14.epil
;
; bb14.epil:
;   %sum.epil = phi double [ %s.epil, %bb14.epil ], [ -0.000000e+00, %bb14.epil.preheader ]
;   %i.epil = phi i64 [ %next.epil, %bb14.epil ], [ 0, %bb14.epil.preheader ]
;   %epil.iter = phi i64 [ %epil.iter, %bb14.epil ], [ 0, %bb14.epil.preheader ]
;   %next.epil = add nuw nsw i64 %i.epil, 1
;   %px.epil = getelementptr inbounds nuw double, ptr %x, i64 %i.epil
;   %py.epil = getelementptr inbounds nuw double, ptr %y, i64 %i.epil
;   tail call void @llvm.experimental.noalias.scope.decl(metadata !1)
;   tail call void @llvm.experimental.noalias.scope.decl(metadata !4)
;   tail call void @llvm.experimental.noalias.scope.decl(metadata !6)
;   tail call void @llvm.experimental.noalias.scope.decl(metadata !9)
;   %_6.epil = load double, ptr %px.epil, align 8, !alias.scope !11, !noalias !12
;   %_7.epil = load double, ptr %py.epil, align 8, !alias.scope !15, !noalias !16
;   %d.epil = fsub double %_6.epil, %_7.epil
;   %_0.epil = fmul double %d.epil, %d.epil
;   %s.epil = fadd double %sum.epil, %_0.epil
;   %epil.iter.next = add i64 %epil.iter, 1
;   %epil.iter.cmp.not = icmp eq i64 %next.epil, %v.1
;   br i1 %epil.iter.cmp.not, label %loopexit.1, label %bb14.epil
;
; loopexit.1:
;   br label %exit
;
; exit:
;   %accum.sroa.0.0.lcssa = phi double [ -0.000000e+00, %start ], [ %s.epil, %loopexit.1 ]
;   ret double %accum.sroa.0.0.lcssa
; }
