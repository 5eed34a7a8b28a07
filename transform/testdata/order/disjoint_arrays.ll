; cleanup order: AnnotateDisjoint before InstSimplify, moving AnnotateDisjoint: reverse, aliased

; Arrays that may overlap for all that the function says.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define void @f(ptr %a, ptr %b, ptr %c, i64 %n) {
entry:
  br label %rows

rows:
  %i = phi i64 [ 0, %entry ], [ %i.next, %rows.end ]
  %pa = getelementptr inbounds double, ptr %a, i64 %i
  br label %columns

columns:
  %j = phi i64 [ 0, %rows ], [ %j.next, %columns ]
  %va = load double, ptr %pa, align 8
  %pb = getelementptr inbounds double, ptr %b, i64 %j
  %vb = load double, ptr %pb, align 8
  %ij = mul nuw nsw i64 %i, %n
  %at = add nuw nsw i64 %ij, %j
  %pc = getelementptr inbounds double, ptr %c, i64 %at
  %vc = load double, ptr %pc, align 8
  %p = fmul double %va, %vb
  %s = fadd double %vc, %p
  store double %s, ptr %pc, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp sge i64 %j.next, %n
  br i1 %j.done, label %rows.end, label %columns

rows.end:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp sge i64 %i.next, %n
  br i1 %i.done, label %done, label %rows

done:
  ret void
}
