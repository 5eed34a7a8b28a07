; pass: Devectorize
; Two members of every struct: no unrolled loop over all numbers, of which the alias metadata of
; the first member would hold: clang 19 -O1.
define dso_local void @f(double noundef %0, ptr noundef %1, ptr noundef readnone %2) local_unnamed_addr {
  %4 = icmp eq ptr %1, %2
  br i1 %4, label %14, label %5

5:
  %6 = phi ptr [ %12, %5 ], [ %1, %3 ]
  %7 = load double, ptr %6, align 8, !tbaa !5
  %8 = fmul double %7, %0
  store double %8, ptr %6, align 8, !tbaa !5
  %9 = getelementptr inbounds i8, ptr %6, i64 8
  %10 = load double, ptr %9, align 8, !tbaa !10
  %11 = fmul double %10, %0
  store double %11, ptr %9, align 8, !tbaa !10
  %12 = getelementptr inbounds i8, ptr %6, i64 16
  %13 = icmp eq ptr %12, %2
  br i1 %13, label %14, label %5, !llvm.loop !11

14:
  ret void
}
!5 = !{!6, !7, i64 0}
!6 = !{!"point", !7, i64 0, !7, i64 8}
!7 = !{!"double", !8, i64 0}
!8 = !{!"omnipotent char", !9, i64 0}
!9 = !{!"Simple C/C++ TBAA"}
!10 = !{!6, !7, i64 8}
!11 = distinct !{!11, !12, !13}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!"llvm.loop.unroll.disable"}
; want:
; define dso_local void @f(double noundef %a.0, ptr noundef %a.1, ptr noundef readnone %a.2) local_unnamed_addr {
; b.0:
;   %v.0 = icmp eq ptr %a.1, %a.2
;   br i1 %v.0, label %b.2, label %preheader.1
;
; preheader.1:
;   br label %b.1
;
; b.1:
;   %v.1 = phi ptr [ %v.7, %b.1 ], [ %a.1, %preheader.1 ]
;   %v.2 = load double, ptr %v.1, align 8, !tbaa !5
;   %v.3 = fmul double %v.2, %a.0
;   store double %v.3, ptr %v.1, align 8, !tbaa !5
;   %v.4 = getelementptr inbounds i8, ptr %v.1, i64 8
;   %v.5 = load double, ptr %v.4, align 8, !tbaa !10
;   %v.6 = fmul double %v.5, %a.0
;   store double %v.6, ptr %v.4, align 8, !tbaa !10
;   %v.7 = getelementptr inbounds i8, ptr %v.1, i64 16
;   %v.8 = icmp eq ptr %v.7, %a.2
;   br i1 %v.8, label %loopexit.2, label %b.1
;
; loopexit.2:
;   br label %b.2
;
; b.2:
;   ret void
; }
