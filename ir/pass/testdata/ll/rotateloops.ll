; pass: RotateLoops SimplifyCFG DCE LoopSimplify HoistLoads
; A product of a matrix of rows of unknown length and a vector as it is written without
; optimisation, once slots are values: both loops test behind their iterations, and the
; number that ends a row is read once for it.
define double @f(ptr noalias %y, ptr %rows, ptr %x, i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %row.done ]
  %some = icmp slt i32 %i, %n
  br i1 %some, label %row, label %done
row:
  %at = sext i32 %i to i64
  %from = getelementptr inbounds i32, ptr %rows, i64 %at
  %k0 = load i32, ptr %from, align 4
  br label %inner
inner:
  %s = phi double [ 0.0, %row ], [ %s.next, %next ]
  %k = phi i32 [ %k0, %row ], [ %k.next, %next ]
  %i.one = add nsw i32 %i, 1
  %behind = sext i32 %i.one to i64
  %to = getelementptr inbounds i32, ptr %rows, i64 %behind
  %end = load i32, ptr %to, align 4
  %more = icmp slt i32 %k, %end
  br i1 %more, label %body, label %row.done
body:
  %k.at = sext i32 %k to i64
  %p = getelementptr inbounds double, ptr %x, i64 %k.at
  %v = load double, ptr %p, align 8
  %s.next = fadd double %s, %v
  br label %next
next:
  %k.next = add nsw i32 %k, 1
  br label %inner, !llvm.loop !0
row.done:
  %y.at = getelementptr inbounds double, ptr %y, i64 %at
  store double %s, ptr %y.at, align 8
  %i.next = add nsw i32 %i, 1
  br label %outer
done:
  %count = sitofp i32 %i to double
  ret double %count
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
; want:
; define double @f(ptr noalias %y, ptr %rows, ptr %x, i32 %n) {
; entry:
;   %v.1 = icmp slt i32 0, %n
;   br i1 %v.1, label %outer.enter.2, label %outer.behind.1
;
; outer.enter.2:
;   br label %outer
;
; outer:
;   %i = phi i32 [ 0, %outer.enter.2 ], [ %i.next, %inner.behind.3 ]
;   %at = sext i32 %i to i64
;   %from = getelementptr inbounds i32, ptr %rows, i64 %at
;   %k0 = load i32, ptr %from, align 4
;   %v.2 = add nsw i32 %i, 1
;   %v.3 = sext i32 %v.2 to i64
;   %v.4 = getelementptr inbounds i32, ptr %rows, i64 %v.3
;   %v.5 = load i32, ptr %v.4, align 4
;   %v.6 = icmp slt i32 %k0, %v.5
;   br i1 %v.6, label %inner.enter.4, label %inner.behind.3
;
; inner.enter.4:
;   %v.7 = add nsw i32 %i, 1
;   %v.8 = sext i32 %v.7 to i64
;   %v.9 = getelementptr inbounds i32, ptr %rows, i64 %v.8
;   %v.10 = load i32, ptr %v.9, align 4
;   br label %inner
;
; inner:
;   %s = phi double [ 0.0, %inner.enter.4 ], [ %s.next, %inner ]
;   %k = phi i32 [ %k0, %inner.enter.4 ], [ %k.next, %inner ]
;   %k.at = sext i32 %k to i64
;   %p = getelementptr inbounds double, ptr %x, i64 %k.at
;   %v = load double, ptr %p, align 8
;   %s.next = fadd double %s, %v
;   %k.next = add nsw i32 %k, 1
;   %v.11 = icmp slt i32 %k.next, %v.10
;   br i1 %v.11, label %inner, label %loopexit.5, !llvm.loop !0
;
; loopexit.5:
;   br label %inner.behind.3
;
; inner.behind.3:
;   %v.12 = phi double [ 0.0, %outer ], [ %s.next, %loopexit.5 ]
;   %y.at = getelementptr inbounds double, ptr %y, i64 %at
;   store double %v.12, ptr %y.at, align 8
;   %i.next = add nsw i32 %i, 1
;   %v.13 = icmp slt i32 %i.next, %n
;   br i1 %v.13, label %outer, label %loopexit.6
;
; loopexit.6:
;   br label %outer.behind.1
;
; outer.behind.1:
;   %v.14 = phi i32 [ 0, %entry ], [ %i.next, %loopexit.6 ]
;   %count = sitofp i32 %v.14 to double
;   ret double %count
; }
