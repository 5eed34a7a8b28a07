; pass: HideRowBases
target triple = "x86_64-pc-linux-gnu"

; Rows of two arrays, by addresses made in front of the loop, by sums of indices
; and by sums of narrow ones; one that is the same for all rows; one two elements on.
define void @f(ptr %a, ptr %b, ptr %c, ptr %d, i64 %n, i32 %w, double %x) {
entry:
  br label %outer

outer:
  %i = phi i64 [ %n, %entry ], [ %i.next, %outer.end ]
  %i.narrow = trunc i64 %i to i32
  %row = mul i64 %i, %n
  %row.narrow = mul i32 %i.narrow, %w
  %first = getelementptr double, ptr %a, i64 %row
  %third = getelementptr double, ptr %first, i64 2
  br label %inner

inner:
  %j = phi i64 [ %n, %outer ], [ %j.next, %inner ]
  %j.narrow = trunc i64 %j to i32
  %pa = getelementptr double, ptr %first, i64 %j
  %va = load double, ptr %pa, align 8, !alias.scope !0, !noalias !3
  %pa2 = getelementptr double, ptr %third, i64 %j
  %va2 = load double, ptr %pa2, align 8, !alias.scope !0, !noalias !3
  %jb = add i64 %row, %j
  %pb = getelementptr double, ptr %b, i64 %jb
  %vb = load double, ptr %pb, align 8, !alias.scope !0, !noalias !3
  %jc = add nsw i32 %j.narrow, %row.narrow
  %jc.wide = sext i32 %jc to i64
  %pc = getelementptr inbounds double, ptr %c, i64 %jc.wide
  %vc = load double, ptr %pc, align 8, !alias.scope !0, !noalias !3
  %pd = getelementptr double, ptr %d, i64 %j
  %vd = load double, ptr %pd, align 8, !alias.scope !0, !noalias !3
  %s1 = fadd double %va, %va2
  %s2 = fadd double %s1, %vb
  %s3 = fadd double %s2, %vc
  %s4 = fadd double %s3, %vd
  store double %s4, ptr %pb, align 8, !alias.scope !0, !noalias !3
  %j.next = sub i64 %j, 1
  %j.done = icmp eq i64 %j, 0
  br i1 %j.done, label %outer.end, label %inner

outer.end:
  %i.next = sub i64 %i, 1
  %i.done = icmp eq i64 %i, 0
  br i1 %i.done, label %up, label %outer

; Rows in ascending order are left alone.
up:
  %k = phi i64 [ 0, %outer.end ], [ %k.next, %up.end ]
  %up.row = mul i64 %k, %n
  %up.a = getelementptr double, ptr %a, i64 %up.row
  %up.b = getelementptr double, ptr %b, i64 %up.row
  br label %up.inner

up.inner:
  %l = phi i64 [ %n, %up ], [ %l.next, %up.inner ]
  %up.pa = getelementptr double, ptr %up.a, i64 %l
  %up.va = load double, ptr %up.pa, align 8, !alias.scope !0, !noalias !3
  %up.pb = getelementptr double, ptr %up.b, i64 %l
  store double %up.va, ptr %up.pb, align 8, !alias.scope !0, !noalias !3
  %l.next = sub i64 %l, 1
  %l.done = icmp eq i64 %l, 0
  br i1 %l.done, label %up.end, label %up.inner

up.end:
  %k.next = add i64 %k, 1
  %k.done = icmp eq i64 %k, %n
  br i1 %k.done, label %done, label %up

done:
  ret void
}

!0 = !{!1}
!1 = !{!1, !2, !"shadow"}
!2 = !{!2, !"d"}
!3 = !{!4}
!4 = !{!4, !2, !"primal"}
; want:
; define void @f(ptr %a, ptr %b, ptr %c, ptr %d, i64 %n, i32 %w, double %x) {
; entry:
;   br label %outer
;
; outer:
;   %i = phi i64 [ %n, %entry ], [ %i.next, %outer.end ]
;   %i.narrow = trunc i64 %i to i32
;   %row = mul i64 %i, %n
;   %row.narrow = mul i32 %i.narrow, %w
;   %first = getelementptr double, ptr %a, i64 %row
;   %third = getelementptr double, ptr %first, i64 2
;   %v.0 = call ptr @llvm.launder.invariant.group.p0(ptr %first)
;   %v.1 = getelementptr i8, ptr %v.0, i64 16
;   %v.2 = getelementptr double, ptr %b, i64 %row
;   %v.3 = call ptr @llvm.launder.invariant.group.p0(ptr %v.2)
;   %v.4 = sext i32 %row.narrow to i64
;   %v.5 = getelementptr double, ptr %c, i64 %v.4
;   %v.6 = call ptr @llvm.launder.invariant.group.p0(ptr %v.5)
;   br label %inner
;
; inner:
;   %j = phi i64 [ %n, %outer ], [ %j.next, %inner ]
;   %j.narrow = trunc i64 %j to i32
;   %pa = getelementptr double, ptr %v.0, i64 %j
;   %va = load double, ptr %pa, align 8, !alias.scope !0, !noalias !3
;   %pa2 = getelementptr double, ptr %v.1, i64 %j
;   %va2 = load double, ptr %pa2, align 8, !alias.scope !0, !noalias !3
;   %jb = add i64 %row, %j
;   %pb = getelementptr double, ptr %v.3, i64 %j
;   %vb = load double, ptr %pb, align 8, !alias.scope !0, !noalias !3
;   %jc = add nsw i32 %j.narrow, %row.narrow
;   %jc.wide = sext i32 %jc to i64
;   %v.7 = sext i32 %j.narrow to i64
;   %pc = getelementptr double, ptr %v.6, i64 %v.7
;   %vc = load double, ptr %pc, align 8, !alias.scope !0, !noalias !3
;   %pd = getelementptr double, ptr %d, i64 %j
;   %vd = load double, ptr %pd, align 8, !alias.scope !0, !noalias !3
;   %s1 = fadd double %va, %va2
;   %s2 = fadd double %s1, %vb
;   %s3 = fadd double %s2, %vc
;   %s4 = fadd double %s3, %vd
;   store double %s4, ptr %pb, align 8, !alias.scope !0, !noalias !3
;   %j.next = sub i64 %j, 1
;   %j.done = icmp eq i64 %j, 0
;   br i1 %j.done, label %outer.end, label %inner
;
; outer.end:
;   %i.next = sub i64 %i, 1
;   %i.done = icmp eq i64 %i, 0
;   br i1 %i.done, label %up, label %outer
;
; up:
;   %k = phi i64 [ 0, %outer.end ], [ %k.next, %up.end ]
;   %up.row = mul i64 %k, %n
;   %up.a = getelementptr double, ptr %a, i64 %up.row
;   %up.b = getelementptr double, ptr %b, i64 %up.row
;   br label %up.inner
;
; up.inner:
;   %l = phi i64 [ %n, %up ], [ %l.next, %up.inner ]
;   %up.pa = getelementptr double, ptr %up.a, i64 %l
;   %up.va = load double, ptr %up.pa, align 8, !alias.scope !0, !noalias !3
;   %up.pb = getelementptr double, ptr %up.b, i64 %l
;   store double %up.va, ptr %up.pb, align 8, !alias.scope !0, !noalias !3
;   %l.next = sub i64 %l, 1
;   %l.done = icmp eq i64 %l, 0
;   br i1 %l.done, label %up.end, label %up.inner
;
; up.end:
;   %k.next = add i64 %k, 1
;   %k.done = icmp eq i64 %k, %n
;   br i1 %k.done, label %done, label %up
;
; done:
;   ret void
; }
