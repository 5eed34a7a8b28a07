; pass: ReuseLoads
; The bound is loaded again in every iteration, behind a function that sets errno, and carried around by phis: it is one number.
define void @bound(ptr noalias %b, ptr %p, i32 %n) {
entry:
  %n0 = load i32, ptr %b, !tbaa !1
  br label %outer
outer:
  %k = phi i32 [ 0, %entry ], [ %k1, %next ]
  %a = phi i32 [ %n0, %entry ], [ %c, %next ]
  %skip = icmp slt i32 %a, 1
  br i1 %skip, label %next, label %inner
inner:
  %i = phi i32 [ 0, %outer ], [ %i1, %inner ]
  %x = getelementptr double, ptr %p, i32 %i
  %v = load double, ptr %x, !tbaa !3
  %r = call double @sqrt(double %v)
  store double %r, ptr %x, !tbaa !3
  %i1 = add i32 %i, 1
  %n1 = load i32, ptr %b, !tbaa !1
  %more = icmp slt i32 %i1, %n1
  br i1 %more, label %inner, label %next
next:
  %c = phi i32 [ %a, %outer ], [ %n1, %inner ]
  %k1 = add i32 %k, 1
  %again = icmp slt i32 %k1, %n
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

declare double @sqrt(double)

!0 = !{!"root"}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !0, i64 0}
!3 = !{!4, !4, i64 0}
!4 = !{!"double", !0, i64 0}
; want:
; define void @bound(ptr noalias %b, ptr %p, i32 %n) {
; entry:
;   %n0 = load i32, ptr %b, !tbaa !1
;   br label %outer
;
; outer:
;   %k = phi i32 [ 0, %entry ], [ %k1, %next ]
;   %skip = icmp slt i32 %n0, 1
;   br i1 %skip, label %next, label %inner
;
; inner:
;   %i = phi i32 [ 0, %outer ], [ %i1, %inner ]
;   %x = getelementptr double, ptr %p, i32 %i
;   %v = load double, ptr %x, !tbaa !3
;   %r = call double @sqrt(double %v)
;   store double %r, ptr %x, !tbaa !3
;   %i1 = add i32 %i, 1
;   %more = icmp slt i32 %i1, %n0
;   br i1 %more, label %inner, label %next
;
; next:
;   %k1 = add i32 %k, 1
;   %again = icmp slt i32 %k1, %n
;   br i1 %again, label %outer, label %exit
;
; exit:
;   ret void
; }
