; pass: VectorizeTrip3
target triple = "x86_64-pc-linux-gnu"

; Rows of four on the stack get three numbers each, in falling order; one of three,
; which is only read; a sum.
define double @f(ptr %w, ptr %out) {
entry:
  %rows = alloca [88 x double], align 16
  %d = alloca [3 x double], align 16
  call void @fill(ptr %rows, ptr %d)
  br label %outer

outer:
  %i = phi i64 [ 21, %entry ], [ %i.next, %outer.end ]
  %s0 = phi double [ 0.0, %entry ], [ %s.next, %outer.end ]
  %pw = getelementptr double, ptr %w, i64 %i
  %vw = load double, ptr %pw, align 8
  %off = shl nsw i64 %i, 5
  %row = getelementptr inbounds i8, ptr %rows, i64 %off
  br label %inner

inner:
  %j = phi i64 [ 2, %outer ], [ %j.next, %latch ]
  %s = phi double [ %s0, %outer ], [ %s.next, %latch ]
  %pd = getelementptr inbounds double, ptr %d, i64 %j
  %vd = load double, ptr %pd, align 8, !alias.scope !0, !noalias !3
  %x = fmul contract double %vw, %vd
  %p = getelementptr inbounds double, ptr %row, i64 %j
  %v = load double, ptr %p, align 8, !alias.scope !0, !noalias !3
  %v2 = fadd contract double %v, %x
  store double %v2, ptr %p, align 8, !alias.scope !0, !noalias !3
  %neg = fneg double %x
  %s.next = fadd double %s, %neg
  %j.done = icmp eq i64 %j, 0
  br i1 %j.done, label %outer.end, label %latch

latch:
  %j.next = sub i64 %j, 1
  br label %inner

outer.end:
  %i.next = sub i64 %i, 1
  %i.done = icmp eq i64 %i, 0
  br i1 %i.done, label %dense, label %outer

; Rows of three are left alone: the next one begins where this one ends.
dense:
  %k = phi i64 [ 0, %outer.end ], [ %k.next, %dense.end ]
  %d.off = mul i64 %k, 24
  %d.row = getelementptr inbounds i8, ptr %rows, i64 %d.off
  br label %d.inner

d.inner:
  %l = phi i64 [ 0, %dense ], [ %l.next, %d.inner ]
  %d.p = getelementptr inbounds double, ptr %d.row, i64 %l
  %d.v = load double, ptr %d.p, align 8
  %d.v2 = fadd double %d.v, %s.next
  store double %d.v2, ptr %d.p, align 8
  %l.next = add i64 %l, 1
  %l.done = icmp eq i64 %l.next, 3
  br i1 %l.done, label %dense.end, label %d.inner

dense.end:
  %k.next = add i64 %k, 1
  %k.done = icmp eq i64 %k.next, 20
  br i1 %k.done, label %elsewhere, label %dense

; So are rows of which another element may be read by a later iteration.
elsewhere:
  %m = phi i64 [ 0, %dense.end ], [ %m.next, %e.end ]
  %e.off = shl i64 %m, 5
  %e.row = getelementptr inbounds i8, ptr %rows, i64 %e.off
  %e.other = getelementptr inbounds i8, ptr %e.row, i64 8
  br label %e.inner

e.inner:
  %n = phi i64 [ 0, %elsewhere ], [ %n.next, %e.inner ]
  %e.q = getelementptr inbounds double, ptr %e.other, i64 %n
  %e.vq = load double, ptr %e.q, align 8
  %e.p = getelementptr inbounds double, ptr %e.row, i64 %n
  %e.v = load double, ptr %e.p, align 8
  %e.v2 = fadd double %e.v, %e.vq
  store double %e.v2, ptr %e.p, align 8
  %n.next = add i64 %n, 1
  %n.done = icmp eq i64 %n.next, 3
  br i1 %n.done, label %e.end, label %e.inner

e.end:
  %m.next = add i64 %m, 1
  %m.done = icmp eq i64 %m.next, 20
  br i1 %m.done, label %end, label %elsewhere

end:
  ret double %s.next
}

declare void @fill(ptr, ptr)

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
!3 = !{!4}
!4 = distinct !{!4, !2}
; want:
; define double @f(ptr %w, ptr %out) {
; entry:
;   %v.0 = alloca [89 x double], align 32
;   %d = alloca [3 x double], align 16
;   call void @fill(ptr %v.0, ptr %d)
;   br label %outer
;
; outer:
;   %i = phi i64 [ 21, %entry ], [ %i.next, %outer.end ]
;   %s0 = phi double [ 0.0, %entry ], [ %v.16, %outer.end ]
;   %pw = getelementptr double, ptr %w, i64 %i
;   %vw = load double, ptr %pw, align 8
;   %off = shl nsw i64 %i, 5
;   %row = getelementptr inbounds i8, ptr %v.0, i64 %off
;   br label %inner
;
; inner:
;   %v.1 = load <3 x double>, ptr %d, align 8, !alias.scope !0, !noalias !3
;   %v.2 = insertelement <3 x double> poison, double %vw, i32 0
;   %v.3 = shufflevector <3 x double> %v.2, <3 x double> poison, <3 x i32> <i32 0, i32 0, i32 0>
;   %v.4 = fmul contract <3 x double> %v.3, %v.1
;   %v.5 = load <4 x double>, ptr %row, align 8, !alias.scope !0, !noalias !3
;   %v.6 = shufflevector <4 x double> %v.5, <4 x double> poison, <3 x i32> <i32 0, i32 1, i32 2>
;   %v.7 = fadd contract <3 x double> %v.6, %v.4
;   %v.8 = shufflevector <3 x double> %v.7, <3 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 0>
;   %v.9 = shufflevector <4 x double> %v.8, <4 x double> %v.5, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
;   store <4 x double> %v.9, ptr %row, align 8, !alias.scope !0, !noalias !3
;   %v.10 = fneg <3 x double> %v.4
;   %v.11 = extractelement <3 x double> %v.10, i32 2
;   %v.12 = fadd double %s0, %v.11
;   %v.13 = extractelement <3 x double> %v.10, i32 1
;   %v.14 = fadd double %v.12, %v.13
;   %v.15 = extractelement <3 x double> %v.10, i32 0
;   %v.16 = fadd double %v.14, %v.15
;   br label %outer.end
;
; outer.end:
;   %i.next = sub i64 %i, 1
;   %i.done = icmp eq i64 %i, 0
;   br i1 %i.done, label %dense, label %outer
;
; dense:
;   %k = phi i64 [ 0, %outer.end ], [ %k.next, %dense.end ]
;   %d.off = mul i64 %k, 24
;   %d.row = getelementptr inbounds i8, ptr %v.0, i64 %d.off
;   br label %d.inner
;
; d.inner:
;   %l = phi i64 [ 0, %dense ], [ %l.next, %d.inner ]
;   %d.p = getelementptr inbounds double, ptr %d.row, i64 %l
;   %d.v = load double, ptr %d.p, align 8
;   %d.v2 = fadd double %d.v, %v.16
;   store double %d.v2, ptr %d.p, align 8
;   %l.next = add i64 %l, 1
;   %l.done = icmp eq i64 %l.next, 3
;   br i1 %l.done, label %dense.end, label %d.inner
;
; dense.end:
;   %k.next = add i64 %k, 1
;   %k.done = icmp eq i64 %k.next, 20
;   br i1 %k.done, label %elsewhere, label %dense
;
; elsewhere:
;   %m = phi i64 [ 0, %dense.end ], [ %m.next, %e.end ]
;   %e.off = shl i64 %m, 5
;   %e.row = getelementptr inbounds i8, ptr %v.0, i64 %e.off
;   %e.other = getelementptr inbounds i8, ptr %e.row, i64 8
;   br label %e.inner
;
; e.inner:
;   %n = phi i64 [ 0, %elsewhere ], [ %n.next, %e.inner ]
;   %e.q = getelementptr inbounds double, ptr %e.other, i64 %n
;   %e.vq = load double, ptr %e.q, align 8
;   %e.p = getelementptr inbounds double, ptr %e.row, i64 %n
;   %e.v = load double, ptr %e.p, align 8
;   %e.v2 = fadd double %e.v, %e.vq
;   store double %e.v2, ptr %e.p, align 8
;   %n.next = add i64 %n, 1
;   %n.done = icmp eq i64 %n.next, 3
;   br i1 %n.done, label %e.end, label %e.inner
;
; e.end:
;   %m.next = add i64 %m, 1
;   %m.done = icmp eq i64 %m.next, 20
;   br i1 %m.done, label %end, label %elsewhere
;
; end:
;   ret double %v.16
; }
