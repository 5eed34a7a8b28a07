; cleanup order: UnrollAndJam before AnnotateParallelLoops, moving AnnotateParallelLoops: reverse, not parallel
; cleanup order: UnrollAndJam before HideRowBases, moving UnrollAndJam: reverse, not parallel

; Rows of arrays that are updated in a nest.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

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
  %va = load double, ptr %pa, align 8
  %pa2 = getelementptr double, ptr %third, i64 %j
  %va2 = load double, ptr %pa2, align 8
  %jb = add i64 %row, %j
  %pb = getelementptr double, ptr %b, i64 %jb
  %vb = load double, ptr %pb, align 8
  %jc = add nsw i32 %j.narrow, %row.narrow
  %jc.wide = sext i32 %jc to i64
  %pc = getelementptr inbounds double, ptr %c, i64 %jc.wide
  %vc = load double, ptr %pc, align 8
  %pd = getelementptr double, ptr %d, i64 %j
  %vd = load double, ptr %pd, align 8
  %s1 = fadd double %va, %va2
  %s2 = fadd double %s1, %vb
  %s3 = fadd double %s2, %vc
  %s4 = fadd double %s3, %vd
  store double %s4, ptr %pb, align 8
  %j.next = sub i64 %j, 1
  %j.done = icmp eq i64 %j, 0
  br i1 %j.done, label %outer.end, label %inner

outer.end:
  %i.next = sub i64 %i, 1
  %i.done = icmp eq i64 %i, 0
  br i1 %i.done, label %up, label %outer

up:
  %k = phi i64 [ 0, %outer.end ], [ %k.next, %up.end ]
  %up.row = mul i64 %k, %n
  %up.a = getelementptr double, ptr %a, i64 %up.row
  %up.b = getelementptr double, ptr %b, i64 %up.row
  br label %up.inner

up.inner:
  %l = phi i64 [ %n, %up ], [ %l.next, %up.inner ]
  %up.pa = getelementptr double, ptr %up.a, i64 %l
  %up.va = load double, ptr %up.pa, align 8
  %up.pb = getelementptr double, ptr %up.b, i64 %l
  store double %up.va, ptr %up.pb, align 8
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
